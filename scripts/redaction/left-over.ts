import { load } from 'js-yaml';
import type { Resource } from '../../src/model/resource.js';

/** Words that tell nothing of whose mesh it is: Kubernetes', Istio's and the protocols' own. */
const PUBLIC = new Set([
  ...['svc', 'cluster', 'local', 'default', 'istio', 'istio-system', 'kube-system', 'kubernetes', 'istiod', 'mesh'],
  ...[
    'true',
    'false',
    'enabled',
    'disabled',
    'none',
    'http',
    'https',
    'grpc',
    'tcp',
    'tls',
    'app',
    'version',
    'sidecar',
  ],
  ...[
    'router',
    'waypoint',
    'istio-waypoint',
    'istio-east-west',
    'istio-remote',
    'istio-ingressgateway',
    'istio-egressgateway',
    'ingressgateway',
  ],
]);

/** Labels whose values Istio defines, or that name revisions, Kubernetes clusters and networks, which stay. */
const PUBLIC_LABELS = /(^|\.)istio\.io\/|^istio-injection$|^app\.kubernetes\.io\/version$|^helm\.sh\/chart$/;

const WORD = /[A-Za-z0-9_-]+/g;

/** Words of names, hosts and labels of the original that still stand in the anonymized objects, and addresses likewise. */
export function leftOver(original: readonly Resource[], anonymized: readonly Resource[]): string[] {
  const before = wordsToHide(original);
  const texts = textsOf(anonymized);
  const after = new Set(texts.flatMap((text) => text.match(WORD) ?? []));
  const all = new Set(texts);
  const addresses = addressesOf(original).filter((address) => all.has(address));
  return [...[...before].filter((word) => after.has(word)), ...addresses];
}

/** All texts of a value, and the keys of its labels that no project defines. */
function textsOf(value: unknown, field = ''): string[] {
  if (field === 'mesh' && typeof value === 'string') return textsOf(load(value));
  if (typeof value === 'string') return TYPES.has(field) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  const isLabels = LABELS.has(field);
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isLabels && !PUBLIC_KEY.test(key) ? [key] : []),
    ...textsOf(inner, Array.isArray(value) ? field : key),
  ]);
}

const TYPES = new Set(['apiVersion', 'kind', '@type', 'type_url']);
const LABELS = new Set(['labels', 'matchLabels', 'selector', 'annotations']);
const PUBLIC_KEY = /(^|\.)(istio|kubernetes|k8s)\.io\//;

function wordsToHide(resources: readonly Resource[]): Set<string> {
  const texts = resources.flatMap(({ kind, metadata, spec }) => {
    if (kind === 'CustomResourceDefinition') return [];
    const { hosts, host, exportTo } = (spec ?? {}) as Record<string, unknown>;
    const names = [metadata.namespace, ...(kind === 'ConfigMap' ? [] : [metadata.name])];
    return [...names, host, ...list(hosts), ...list(exportTo), ...labelValues(metadata.labels)];
  });
  const words = texts.flatMap((text) => (typeof text === 'string' ? (text.match(WORD) ?? []) : []));
  return new Set(words.filter((word) => !PUBLIC.has(word) && !/^\d*$/.test(word) && !word.startsWith('istiod-')));
}

function labelValues(labels: Record<string, string> = {}): string[] {
  return Object.entries(labels).flatMap(([key, value]) => (PUBLIC_LABELS.test(key) ? [] : [value]));
}

function addressesOf(resources: readonly Resource[]): string[] {
  return resources.flatMap(({ kind, status, spec }) => {
    const { podIP } = (status ?? {}) as { podIP?: string };
    const { clusterIP } = (spec ?? {}) as { clusterIP?: string };
    const address = kind === 'Pod' ? podIP : clusterIP;
    return address && address !== 'None' ? [address] : [];
  });
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
