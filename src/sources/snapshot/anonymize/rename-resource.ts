import { isMapping } from '../../../model/mapping.js';
import { GATEWAY_GROUP } from '../../../model/gateway-api.js';
import { INTERNAL_NAME } from '../../../model/kubernetes-ingress.js';
import { apiGroup, type Resource } from '../../../model/resource.js';
import { parseYaml } from '../../../yaml/parse.js';
import { toYaml } from '../../../yaml/write.js';
import { mapValues } from '../redact-values.js';
import { renameValue } from './rename-value.js';
import type { Renamer } from './renamer.js';

type Json = Record<string, unknown>;

/** A redacted object under other names. */
export function renameResource(resource: Resource, renamer: Renamer): Resource {
  const { kind } = resource;
  if (kind === 'ConfigMap') return configMap(resource, renamer);
  // Redaction left a public name and its version.
  if (kind === 'CustomResourceDefinition') return resource;
  if (kind === 'Gateway' && apiGroup(resource) === GATEWAY_GROUP) {
    // istiod names what it makes for a Gateway after it and its class.
    const { gatewayClassName } = (resource.spec ?? {}) as { gatewayClassName?: unknown };
    if (typeof gatewayClassName === 'string') renamer.joined(resource.metadata.name, gatewayClassName);
  }
  if (kind === 'Ingress') {
    // So does it for an Ingress, and VirtualServices may name that.
    const { name, namespace = 'default' } = resource.metadata;
    renamer.joined(name, INTERNAL_NAME, namespace);
  }
  const renamed = renameValue(resource, '', renamer) as Resource;
  return kind === 'Pod' || kind === 'Deployment' ? withEnvironment(renamed, resource, renamer) : renamed;
}

/** Those of istiod are found by their names, which tell a revision at most; others are named by its environment. */
function configMap(resource: Resource, renamer: Renamer): Resource {
  const { data, ...rest } = resource;
  const { metadata, ...renamed } = renameValue(rest, '', renamer) as Resource;
  const isOwn = typeof data === 'object' && data !== null && ('mesh' in data || 'meshNetworks' in data);
  const { name } = resource.metadata;
  const own = { ...renamed, metadata: { ...metadata, name: isOwn ? name : configMapName(name, renamer) } };
  if (typeof data !== 'object' || data === null) return own;
  const entries = Object.entries(data).map(([key, value]: [string, unknown]) => [
    key,
    SETTINGS.has(key) && typeof value === 'string' ? settings(value, renamer) : value,
  ]);
  return { ...own, data: Object.fromEntries(entries) as Json };
}

/** Keys of ConfigMaps that hold YAML or JSON. */
const SETTINGS = new Set(['mesh', 'meshNetworks']);

function settings(text: string, renamer: Renamer): string {
  try {
    return JSON.stringify(renameValue(JSON.parse(text), '', renamer));
  } catch {
    const parsed = parseYaml(text);
    // istiod refuses it as well; nothing of it is needed.
    return 'value' in parsed ? toYaml(renameValue(parsed.value, '', renamer)) : '{';
  }
}

/** Variables whose values are names of namespaces. */
const OF_NAMESPACES = new Set(['ISTIO_WATCH_NAMESPACE', 'K8S_INGRESS_NS', 'POD_NAMESPACE']);

/** Other variables keep their names and values: redaction left only those that istiod and the proxy define. */
function withEnvironment(renamed: Resource, original: Resource, renamer: Renamer): Resource {
  const before = containersOf(original);
  const after = containersOf(renamed);
  after.forEach((container, index) => {
    const { env, envFrom } = before[index]!;
    if (Array.isArray(env)) container.env = env.map((variable: unknown) => renameVariable(variable, renamer));
    if (Array.isArray(envFrom)) container.envFrom = envFrom.map((source: unknown) => renameSource(source, renamer));
  });
  return renamed;
}

function renameVariable(variable: unknown, renamer: Renamer): unknown {
  if (!isMapping(variable)) return variable;
  const { name, value, valueFrom } = variable;
  if (valueFrom !== undefined) return { ...variable, valueFrom: renameSource(valueFrom, renamer) };
  if (typeof value !== 'string' || !OF_NAMESPACES.has(String(name))) return variable;
  return { ...variable, value: renamer.text(value) };
}

/** Where variables come from: keys stand for themselves, names of objects do not. */
function renameSource(source: unknown, renamer: Renamer): unknown {
  if (!isMapping(source)) return source;
  return mapValues(source, (value, field) => {
    if (!isMapping(value) || typeof value.name !== 'string') return value;
    const name = field.startsWith('configMap') ? configMapName(value.name, renamer) : renamer.text(value.name);
    return { ...value, name };
  });
}

function configMapName(name: string, renamer: Renamer): string {
  return /^istio(-|$)/.test(name) ? name : renamer.text(name);
}

function containersOf({ spec }: Resource): Json[] {
  const own = (spec ?? {}) as { template?: { spec?: Json }; containers?: Json[]; initContainers?: Json[] };
  const pod = own.template?.spec ?? own;
  return [pod.containers, pod.initContainers].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
}
