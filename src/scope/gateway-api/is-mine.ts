import type { KubernetesGateway } from '../../model/gateway-api.js';
import type { ConversionContext } from './context.js';

export const REVISION_LABEL = 'istio.io/rev';

/**
 * Whether a Gateway belongs to this istiod: by its label, else its namespace's; tags count, unlike for other objects. Later
 * istiods take the Gateways of every revision.
 * istiod 1.28 pkg/revisions/tag_watcher.go: IsMine
 */
export function isMine(
  { metadata }: KubernetesGateway,
  { admitted, controlPlane, features }: ConversionContext,
): boolean {
  if (features.gatewaysOfAllRevisions) return true;
  const namespace = admitted.namespaces.get(metadata.namespace ?? '');
  const own = metadata.labels?.[REVISION_LABEL];
  if (own === undefined && !namespace) return true;
  const asked = own ?? namespace?.metadata.labels?.[REVISION_LABEL] ?? '';
  const mine = new Set([controlPlane.revision || 'default', ...controlPlane.tags]);
  return mine.has(asked) || (asked === '' && mine.has('default'));
}
