import { isMapping } from '../../../model/mapping.js';
import type { Renamer } from './renamer.js';

type Json = Record<string, unknown>;

/** Fields whose texts are no names: kinds, modes, times, protocols. */
const KEPT = new Set([
  ...[
    'apiVersion',
    'kind',
    'group',
    'protocol',
    'appProtocol',
    'resolution',
    'location',
    'type',
    'mode',
    'addressType',
  ],
  ...['operator', 'action', 'phase', 'status', 'internalTrafficPolicy', 'externalTrafficPolicy', 'trafficDistribution'],
  ...[
    'ipFamilies',
    'simple',
    'captureMode',
    'operation',
    'proxyVersion',
    'applyTo',
    'context',
    '@type',
    'type_url',
    'scheme',
    'method',
  ],
  ...['creationTimestamp', 'deletionTimestamp', 'controllerName', 'controller', 'pathType'],
  ...['defaultVisibility', 'visibility', 'code', 'from', 'fromRegistry', 'restartPolicy'],
]);

const LABEL_MAPS = new Set(['labels', 'matchLabels', 'selector', 'sourceLabels', 'nodeSelector']);

/** Labels whose values are words of Istio or names of revisions, which the control plane tells anyway. */
const PUBLIC_VALUES = new Set([
  ...['sidecar.istio.io/interceptionMode', 'gateway.istio.io/managed', 'ambient.istio.io/redirection'],
  'ambient.istio.io/waypoint-inbound-binding',
  ...['istio.io/rev', 'istio.io/tag', 'istio-injection', 'sidecar.istio.io/inject', 'security.istio.io/tlsMode'],
  ...['istio.io/dataplane-mode', 'istio.io/waypoint-for', 'topology.istio.io/cluster', 'topology.istio.io/network'],
  ...[
    'app.kubernetes.io/version',
    'helm.sh/chart',
    'sidecar.istio.io/status',
    'networking.istio.io/traffic-distribution',
  ],
]);

/** A copy of a value in which names, hosts, labels and addresses are others; `field` is the name that it stands under. */
export function renameValue(value: unknown, field: string, renamer: Renamer): unknown {
  if (typeof value === 'string') return renameText(value, field, renamer);
  if (Array.isArray(value)) return value.map((item) => renameItem(item, field, renamer));
  if (typeof value !== 'object' || value === null) return value;
  if (field === 'annotations' || isLabelMap(field, value)) return renameLabels(value as Json, renamer);
  if (field === 'matchExpressions') return renameExpression(value as Json, renamer);
  return renameFields(value as Json, field, renamer);
}

function renameItem(item: unknown, field: string, renamer: Renamer): unknown {
  if (!isMapping(item)) return renameValue(item, field, renamer);
  if (field === 'ports' || field === 'port') return renamePort(item, renamer);
  if (field === 'distribute' || field === 'failover') return renameLocalities(item, renamer);
  return renameValue(item, field, renamer);
}

/** `from` and `to` are localities here, each alone or with its share: `us-east1/*`. */
function renameLocalities(item: Json, renamer: Renamer): Json {
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return renamer.text(value);
    if (!isMapping(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, share]) => [renamer.text(key), share]));
  };
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [key, rename(value)]));
}

function renameFields(value: Json, field: string, renamer: Renamer): Json {
  if (field === 'port') return renamePort(value, renamer);
  // WorkloadEntries list ports by name.
  const key = field === 'ports' ? (name: string) => renamer.portName(name) : (name: string) => name;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [key(name), renameValue(inner, name, renamer)]),
  );
}

function renamePort(port: Json, renamer: Renamer): Json {
  const names = new Set(['name', 'targetPort']);
  return Object.fromEntries(
    Object.entries(port).map(([name, value]) => [
      name,
      names.has(name) && typeof value === 'string' ? renamer.portName(value) : renameValue(value, name, renamer),
    ]),
  );
}

function renameText(text: string, field: string, renamer: Renamer): string {
  // Enumerations, also of fields that are not listed.
  if (KEPT.has(field) || /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(text)) return text;
  if (field === 'image') return text.slice(text.lastIndexOf('/') + 1);
  if (field === 'args') return text.startsWith('--domain=') ? `--domain=${renamer.text(text.slice(9))}` : text;
  return renamer.text(text);
}

function isLabelMap(field: string, value: object): boolean {
  return LABEL_MAPS.has(field) && !('matchLabels' in value) && !('labels' in value) && !('matchExpressions' in value);
}

function renameLabels(labels: Json, renamer: Renamer): Json {
  return Object.fromEntries(
    Object.entries(labels).map(([key, value]) => [
      renamer.labelKey(key),
      typeof value === 'string' && !PUBLIC_VALUES.has(key) ? renamer.text(value) : value,
    ]),
  );
}

function renameExpression(expression: Json, renamer: Renamer): Json {
  const { key, values } = expression;
  const name = String(key);
  const rename = (value: unknown) => (PUBLIC_VALUES.has(name) ? value : renameValue(value, 'values', renamer));
  return {
    ...expression,
    ...(key !== undefined && { key: renamer.labelKey(name) }),
    ...(Array.isArray(values) && { values: values.map(rename) }),
  };
}
