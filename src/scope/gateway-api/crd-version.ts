import { crdName, gatewayApiKind } from '../../model/gateway-api.js';
import type { ReasonCode } from '../../model/reasons.js';
import { fieldOf, type Resource } from '../../model/resource.js';
import { isAtLeast, parseVersion } from '../../model/version.js';
import type { ConversionContext } from './context.js';

const BUNDLE_VERSION = 'gateway.networking.k8s.io/bundle-version';

/**
 * Whether istiod reads routes of a kind: their CRD must say that it is of a bundle which this istiod knows. A CRD that was not
 * read is taken to do so. Takes note of every route that does not exist for istiod.
 * istiod 1.28 pkg/kube/kclient/crdwatcher.go: minimumVersionFilter, maximumVersionFilter; 1.31 pkg/config/schema/gatewayapi
 */
export function readsKind(kind: string, { admitted, features, refuse }: ConversionContext): boolean {
  const { from, to } = features.crdBundles[kind] ?? {};
  const crd = admitted.of('CustomResourceDefinition').find(({ metadata }) => metadata.name === crdName(kind));
  if (!crd || !(from ?? to)) return true;
  const version = parseVersion(crd.metadata.annotations?.[BUNDLE_VERSION] ?? '');
  if (from && !(version && isAtLeast(version, from[0]!, from[1]!, from[2]))) return refuseAll('crd-too-old', from);
  // One that says nothing counts as too new.
  if (to && !(version && isAtLeast([to[0]!, to[1]!, to[2]!], ...version))) return refuseAll('crd-too-new', to);
  return true;

  function refuseAll(code: ReasonCode & ('crd-too-old' | 'crd-too-new'), bundle: readonly number[]): false {
    const by = fieldOf(crd as Resource, `metadata.annotations["${BUNDLE_VERSION}"]`);
    const args = { kind, bundle: [...bundle, 0].slice(0, 3).join('.') };
    for (const object of admitted.of(gatewayApiKind(kind))) refuse({ object, reason: { code, by, args } });
    return false;
  }
}
