import type { GatewayRoute } from '../../model/gateway-api.js';
import type { ResolvedL4Route, RouteDestination } from '../virtual-service.js';
import { backendOf, refuseWithoutWeight } from './backends.js';
import type { ConversionContext } from './context.js';

/**
 * The rules of a TCPRoute or TLSRoute; undefined when one of them spoils the whole object.
 * istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: convertTCPRoute, convertTLSRoute
 */
export function l4Rules(route: GatewayRoute, mesh: boolean, context: ConversionContext): ResolvedL4Route[] | undefined {
  const converted: ResolvedL4Route[] = [];
  const hostnames = route.spec?.hostnames?.length ? route.spec.hostnames : ['*'];
  const match = route.kind === 'TLSRoute' ? [{ sniHosts: hostnames }] : [];
  for (const [rule, { backendRefs = [] }] of (route.spec?.rules ?? []).entries()) {
    const destinations: RouteDestination[] = [];
    for (const [index, ref] of backendRefs.entries()) {
      const path = `spec.rules[${rule}].backendRefs[${index}]`;
      if (ref.weight === 0) {
        refuseWithoutWeight(ref, route, path, context);
        continue;
      }
      const backend = backendOf(ref, route, path, mesh, context);
      if (backend.fatal) return undefined;
      if (backend.destination) destinations.push(backend.destination);
    }
    converted.push({ match, destinations });
  }
  return converted;
}
