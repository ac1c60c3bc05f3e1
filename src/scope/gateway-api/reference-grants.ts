import { GATEWAY_GROUP, gatewayApiKind, type ReferenceGrant } from '../../model/gateway-api.js';
import type { ConversionContext } from './context.js';

/**
 * Whether a ReferenceGrant of the target's namespace lets an object of another namespace refer to it.
 * istiod 1.28 pilot/pkg/config/kube/gateway/references_collection.go: BackendAllowed
 */
export function isGranted(
  from: { kind: string; namespace: string },
  to: { kind: string; name: string; namespace: string },
  { admitted }: ConversionContext,
): boolean {
  return admitted
    .of<ReferenceGrant>(gatewayApiKind('ReferenceGrant'))
    .filter(({ metadata }) => metadata.namespace === to.namespace)
    .some(
      ({ spec }) =>
        spec?.from?.some(
          ({ group, kind, namespace }) => group === GATEWAY_GROUP && kind === from.kind && namespace === from.namespace,
        ) &&
        spec.to?.some(
          ({ group = '', kind, name }) => group === '' && kind === to.kind && (name === undefined || name === to.name),
        ),
    );
}
