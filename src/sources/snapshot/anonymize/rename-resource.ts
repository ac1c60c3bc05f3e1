import type { Resource } from '../../../model/resource.js';
import { parseYaml } from '../../../yaml/parse.js';
import { toYaml } from '../../../yaml/write.js';
import { renameValue } from './rename-value.js';
import type { Renamer } from './renamer.js';

type Json = Record<string, unknown>;

/** A redacted object under other names. */
export function renameResource(resource: Resource, renamer: Renamer): Resource {
  const { kind } = resource;
  if (kind === 'ConfigMap') return configMap(resource, renamer);
  // Redaction left a public name and its version.
  if (kind === 'CustomResourceDefinition') return resource;
  const renamed = renameValue(resource, '', renamer) as Resource;
  return kind === 'Pod' || kind === 'Deployment' ? withEnvironment(renamed, resource, renamer) : renamed;
}

/** ConfigMaps are found by their names, which tell a revision at most. */
function configMap(resource: Resource, renamer: Renamer): Resource {
  const { data, ...rest } = resource;
  const renamed = renameValue(rest, '', renamer) as Resource;
  const own = { ...renamed, metadata: { ...renamed.metadata, name: resource.metadata.name } };
  if (typeof data !== 'object' || data === null) return own;
  const entries = Object.entries(data).map(([key, value]: [string, unknown]) => [
    key,
    key === 'mesh' && typeof value === 'string' ? meshConfig(value, renamer) : value,
  ]);
  return { ...own, data: Object.fromEntries(entries) as Json };
}

function meshConfig(text: string, renamer: Renamer): string {
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
    const env = before[index]?.env;
    if (Array.isArray(env)) container.env = (env as Json[]).map((variable) => renameVariable(variable, renamer));
  });
  return renamed;
}

function renameVariable(variable: Json, renamer: Renamer): Json {
  const { name, value } = variable;
  if (typeof value !== 'string' || !OF_NAMESPACES.has(String(name))) return variable;
  return { ...variable, value: renamer.text(value) };
}

function containersOf({ spec }: Resource): Json[] {
  const own = (spec ?? {}) as { template?: { spec?: Json }; containers?: Json[]; initContainers?: Json[] };
  const pod = own.template?.spec ?? own;
  return [pod.containers, pod.initContainers].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
}
