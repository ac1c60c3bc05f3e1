import { apiGroup, type Resource } from '../../model/resource.js';
import { VERSIONED_CRDS } from '../../model/gateway-api.js';
import { kindInfo } from '../kinds.js';
import { pick, all, type Keep } from './pick.js';
import { redactConfigMapData } from './redact-config-map.js';
import { CONTAINERS, POD } from './redact-pod.js';
import { redactMetadata } from './redact-metadata.js';
import { redactPatch, redactValues } from './redact-values.js';
import { referencedKeys } from './referenced-keys.js';

const SPEC_AND_HEALTH: Keep = { spec: redactValues, status: { conditions: [all('type', 'status')] } };

const SERVICE: Keep = {
  spec: all(
    ...['type', 'clusterIP', 'clusterIPs', 'externalName', 'selector', 'ports', 'internalTrafficPolicy'],
    ...['externalTrafficPolicy', 'trafficDistribution', 'publishNotReadyAddresses', 'ipFamilies', 'externalIPs'],
  ),
  status: { loadBalancer: true },
};

/** By group and kind: the fields that decide answers. Kinds that are not here keep their spec, without values to hide. */
const KEPT: Record<string, Keep> = {
  '/Namespace': {},
  '/Node': { status: { addresses: externalIps } },
  '/Service': SERVICE,
  '/Pod': POD,
  'discovery.k8s.io/EndpointSlice': { addressType: true, ports: true, endpoints: true },
  'apps/ReplicaSet': {},
  'apiextensions.k8s.io/CustomResourceDefinition': {},
  'batch/Job': {},
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': {},
  'networking.istio.io/EnvoyFilter': {
    spec: {
      ...all('workloadSelector', 'targetRefs', 'priority'),
      configPatches: [{ applyTo: true, match: true, patch: (patch) => redactPatch(patch) }],
    },
  },
  'gateway.networking.k8s.io/Gateway': { spec: redactValues, status: { addresses: true } },
};

/** Other addresses of Nodes decide nothing. */
function externalIps(addresses: unknown): unknown {
  if (!Array.isArray(addresses)) return addresses;
  return addresses.filter((one) => (one as { type?: unknown } | null)?.type === 'ExternalIP');
}

const ISTIOD: Keep = { spec: { replicas: true, template: { metadata: { labels: true }, spec: CONTAINERS } } };

/**
 * The objects with what decides answers alone: no Secret, no environment but istiod's known variables,
 * no annotations but Istio's, no values of headers or credentials, no status but of health and addresses.
 */
export function redact(resources: readonly Resource[]): Resource[] {
  const referenced = referencedKeys(resources);
  return resources.flatMap((resource) => redactOne(resource, referenced) ?? []);
}

function redactOne(resource: Resource, referenced: ReadonlyMap<string, ReadonlySet<string>>): Resource | undefined {
  const { apiVersion, kind, metadata } = resource;
  const info = kindInfo(apiGroup(resource), kind);
  if (!info) return undefined;
  const typed = { apiVersion, kind, metadata: redactMetadata(metadata) };
  if (kind === 'CustomResourceDefinition' && !VERSIONED_CRDS.has(metadata.name)) return undefined;
  if (kind === 'ConfigMap') {
    const keys = referenced.get(`${metadata.namespace ?? ''}/${metadata.name}`);
    const data = redactConfigMapData(resource.data, keys ?? new Set());
    const needed = keys !== undefined || Object.keys(data ?? {}).length > 0;
    return needed ? { ...typed, data } : undefined;
  }
  const keep = keepOf(resource);
  return { ...typed, ...(pick(resource, keep) as object) };
}

function keepOf(resource: Resource): Keep {
  const { kind, metadata } = resource;
  if (kind === 'Deployment') return metadata.labels?.app === 'istiod' ? ISTIOD : {};
  return KEPT[`${apiGroup(resource)}/${kind}`] ?? SPEC_AND_HEALTH;
}
