import { GRPC_ROUTES } from '../../model/gateway-api.js';
import type { Resource } from '../../model/resource.js';
import { isAtLeast, parseVersion } from '../../model/version.js';
import type { ConversionContext } from './context.js';

/**
 * The CRD of GRPCRoutes when istiod ignores it: it must say that it is of bundle 1.1.0 or later. A CRD that was not read is
 * taken to do so.
 * istiod 1.28 pkg/kube/kclient/crdwatcher.go: minimumVersionFilter
 */
export function tooOldForGrpc({ admitted }: ConversionContext): Resource | undefined {
  const crd = admitted.of('CustomResourceDefinition').find(({ metadata }) => metadata.name === GRPC_ROUTES);
  const version = parseVersion(crd?.metadata.annotations?.['gateway.networking.k8s.io/bundle-version'] ?? '');
  return crd && !(version && isAtLeast(version, 1, 1)) ? crd : undefined;
}
