import { GATEWAY_GROUP, type GatewayRoute, type ParentReference } from '../../model/gateway-api.js';
import { groupBy } from '../../model/group.js';
import { isSubsetOf, isWildcard, overlaps, serviceHostname } from '../../model/host.js';
import type { ServiceEntry } from '../../model/istio.js';
import { fieldOf } from '../../model/resource.js';
import { MESH_GATEWAY } from '../virtual-service.js';
import type { ConversionContext } from './context.js';
import type { GatewayListener } from './listeners.js';
import { compareText } from '../../registry/creation-order.js';

/** Where a route is attached: a listener, or the mesh, for the hosts of a Service or ServiceEntry. */
export interface RouteParent {
  /** `mesh`, or the internal name of the listener's Gateway. */
  gateway: string;
  /** The hosts that it is attached for; a listener takes those of the route. */
  hosts: readonly string[];
  /** The port that the reference names. */
  port?: number;
}

/** Listeners by the `namespace/name` of their Gateway. */
export type ListenersByGateway = ReadonlyMap<string, readonly GatewayListener[]>;

export function byGateway(listeners: readonly GatewayListener[]): ListenersByGateway {
  return groupBy(listeners, ({ gateway: { metadata } }) => `${metadata.namespace ?? 'default'}/${metadata.name}`);
}

/** istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: extractParentReferenceInfo, referenceAllowed */
export function parentsOf(
  route: GatewayRoute,
  listeners: ListenersByGateway,
  context: ConversionContext,
): RouteParent[] {
  const found = (route.spec?.parentRefs ?? []).flatMap((ref, index): RouteParent[] => {
    const group = ref.group ?? GATEWAY_GROUP;
    const kind = ref.kind ?? 'Gateway';
    const key = `${ref.namespace ?? route.metadata.namespace ?? 'default'}/${ref.name}`;
    const refuse = (cause: string) => {
      const by = fieldOf(route, `spec.parentRefs[${index}]`);
      context.refuse({ object: route, reason: { code: 'route-not-attached', by, args: { parent: key, cause } } });
    };
    if (group === GATEWAY_GROUP && kind === 'Gateway') {
      const known = listeners.get(key) ?? [];
      if (known.length === 0) refuse('no such Gateway');
      return known.flatMap((listener) => toListener(route, ref, listener, known, refuse));
    }
    const hosts =
      group === '' && kind === 'Service'
        ? serviceHosts(key, context)
        : group === 'networking.istio.io' && kind === 'ServiceEntry'
          ? entryHosts(key, context)
          : [];
    if (!hosts) refuse(`no such ${kind}`);
    return hosts?.length ? [{ gateway: MESH_GATEWAY, hosts, ...(ref.port && { port: ref.port }) }] : [];
  });
  return found.sort((a, b) => compareText(a.gateway, b.gateway));
}

function serviceHosts(key: string, { services, controlPlane }: ConversionContext): string[] | undefined {
  const [namespace = '', name = ''] = key.split('/');
  return services.has(key) ? [serviceHostname(name, namespace, controlPlane.domainSuffix)] : undefined;
}

function entryHosts(key: string, { admitted }: ConversionContext): string[] | undefined {
  const entry = admitted
    .of<ServiceEntry>('ServiceEntry')
    .find(({ metadata }) => `${metadata.namespace ?? 'default'}/${metadata.name}` === key);
  return entry && (entry.spec?.hosts ?? []);
}

function toListener(
  route: GatewayRoute,
  ref: ParentReference,
  target: GatewayListener,
  siblings: readonly GatewayListener[],
  refuse: (cause: string) => void,
): RouteParent[] {
  const { listener } = target;
  if (ref.port && ref.port !== listener.port) return [];
  if (ref.sectionName && ref.sectionName !== listener.name) return [];
  const hostnames = route.spec?.hostnames?.length ? route.spec.hostnames : ['*'];
  const own = route.metadata.namespace ?? 'default';
  const matching = target.hosts.filter((entry) => {
    const host = entry.slice(entry.indexOf('/') + 1);
    return hostnames.some((hostname) => overlaps(host, hostname));
  });
  if (matching.length === 0) {
    refuse(`no hostname matches listener ${listener.name}`);
    return [];
  }
  if (!matching.some((entry) => entry.startsWith('*/') || entry.startsWith(`${own}/`))) {
    refuse(`listener ${listener.name} does not admit namespace ${own}`);
    return [];
  }
  if (!target.kinds.includes(route.kind)) {
    refuse(`listener ${listener.name} does not take ${route.kind}`);
    return [];
  }
  const hosts = hostnames.filter((hostname) => isOwn(hostname, target, siblings));
  return [{ gateway: target.internalName, hosts }];
}

/**
 * A hostname that a listener shares with a more exact one of the same Gateway, port and protocol belongs to that one.
 * …: hostnameAllowedByIsolation
 */
function isOwn(hostname: string, { listener }: GatewayListener, siblings: readonly GatewayListener[]): boolean {
  const own = listener.hostname ?? '';
  if (own && !isWildcard(own)) return true;
  if (own && !overlaps(hostname, own)) return false;
  return !siblings.some(({ listener: other }) => {
    if (other === listener || other.port !== listener.port || other.protocol !== listener.protocol) return false;
    const theirs = other.hostname ?? '';
    return theirs !== own && own.length <= theirs.length && isSubsetOf(hostname, theirs);
  });
}
