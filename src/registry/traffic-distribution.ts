import type { Features } from '../model/features.js';
import type { Resource } from '../model/resource.js';

const ANNOTATION = 'networking.istio.io/traffic-distribution';

/**
 * Spec first, then the object's annotation, then (1.30+) the namespace's. Values that istiod does not know count as none.
 * istiod 1.30 pilot/pkg/model/service.go: GetTrafficDistribution
 */
export function trafficDistributionOf(
  features: Features,
  specValue: string | undefined,
  object: Resource,
  namespace: Resource | undefined,
): string | undefined {
  const known = features.trafficDistribution;
  if (specValue !== undefined && known.includes(specValue)) return specValue;
  const inherited = features.namespaceTrafficDistribution ? namespace?.metadata.annotations?.[ANNOTATION] : undefined;
  const annotation = (object.metadata.annotations?.[ANNOTATION] || inherited || '').toLowerCase();
  return known.find((value) => value.toLowerCase() === annotation);
}
