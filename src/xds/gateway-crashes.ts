import type { Gateway } from '../model/istio.js';
import { FIRST } from '../model/undetermined.js';
import type { Mesh } from './mesh.js';

/** A Gateway that makes istiod itself crash when a router asks for it. */
export interface GatewayCrash {
  /** `namespace/name` of each. */
  gateway: string;
  router: string;
  /** As an index in `spec.servers`. */
  server: number;
}

/**
 * Behind a host of any namespace and name, which takes the place of the whole list, istiod writes past the list's end.
 * istiod 1.28 pilot/pkg/model/gateway.go: sanitizeServerHostNamespace
 */
export function gatewayCrashes(mesh: Mesh): GatewayCrash[] {
  if (!mesh.features.gatewayHostsCrash) return [];
  const broken = mesh.admitted.of<Gateway>('Gateway').flatMap((gateway) => {
    const server = gateway.spec?.servers?.findIndex(({ port, hosts }) => port && writesPastEnd(hosts ?? [])) ?? -1;
    return server < 0 ? [] : [{ gateway, server }];
  });
  // Few meshes have such a Gateway, and the others need not look for who serves it.
  if (broken.length === 0) return [];
  const routers = mesh.proxies.filter(({ type }) => type === 'router');
  return broken.flatMap(({ gateway, server }) => {
    const router = routers.find((proxy) => mesh.world.bindingOf(proxy, FIRST)?.gateways.includes(gateway));
    const { namespace, name } = gateway.metadata;
    return router ? [{ gateway: `${namespace}/${name}`, router: `${router.namespace}/${router.name}`, server }] : [];
  });
}

function writesPastEnd(hosts: readonly string[]): boolean {
  const everything = hosts.indexOf('*/*');
  const later = everything < 0 ? [] : hosts.slice(everything + 1);
  return later.some((host) => host !== '*/*' && (host.startsWith('./') || host.startsWith('*/')));
}

/** `Gateway edge/public, when router edge/gate-0 connects` */
export function gatewayCrashText({ gateway, router, server }: GatewayCrash): string {
  return `Gateway ${gateway}, when router ${router} connects: in hosts of server ${server + 1} a host with a slash follows */*`;
}
