import { add } from '../../../model/group.js';
import { bindGateways } from '../../../scope/gateways.js';
import { MESH_GATEWAY, type ResolvedVirtualService } from '../../../scope/virtual-service.js';
import { FIRST } from '../../../model/undetermined.js';
import { claimOf, nameOf } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import type { ConflictContext, ConflictFinder } from '../context.js';
import type { Proxy } from '../../../model/proxy.js';
import type { Viewpoint } from '../viewpoints.js';
import { viewsOf, type Look } from '../views.js';
import { parseEgressHosts } from '../../../scope/egress-hosts.js';
import type { Mesh } from '../../../xds/mesh.js';

/**
 * Several VirtualServices for one host and gateway. Sidecars take the first that they see; gateways join the routes of all.
 * istiod 1.28 pilot/pkg/networking/core/route/route.go: BuildSidecarVirtualHostWrapper, gateway.go: buildGatewayHTTPRouteConfig
 */
export const routesForOneHost: ConflictFinder = {
  hosts: () => [],
  find: (context) => {
    const groups = [...byGatewayAndHost(context.mesh).values()];
    const onMesh = meshLooks(new Set(groups.filter(isOfMesh).map(({ host }) => host)), context);
    const onGateways = new GatewayLooks(context);
    return groups.flatMap((group): Conflict[] => {
      const { host, gateway } = group;
      const looks = isOfMesh(group) ? (onMesh.get(host) ?? []) : onGateways.of(group);
      if (looks.length === 0) return [];
      return [
        {
          kind: 'routes-for-one-host',
          host,
          subject: gateway,
          hosts: [host],
          severity: isOfMesh(group) ? 'lost' : 'surprising',
          meaning: isOfMesh(group) ? MESH : `On gateway ${gateway} ${GATEWAY}`,
          views: viewsOf(looks),
        },
      ];
    });
  },
};

const MESH = 'Sidecars follow the routes of one VirtualService for a host; those of the others do not exist for them.';
const GATEWAY = 'their routes are joined in order of creation; the first that matches a request takes it.';

interface Group {
  host: string;
  gateway: string;
  services: ReadonlySet<ResolvedVirtualService>;
}

function isOfMesh({ gateway }: Group): boolean {
  return gateway === MESH_GATEWAY;
}

function byGatewayAndHost(mesh: Mesh): Map<string, Group> {
  const groups = new Map<string, { host: string; gateway: string; services: Set<ResolvedVirtualService> }>();
  for (const service of mesh.world.virtualServices.all) {
    for (const gateway of service.gateways) {
      for (const host of service.hosts) {
        const key = `${gateway} ${host}`;
        const group = groups.get(key);
        if (group) group.services.add(service);
        else groups.set(key, { host, gateway, services: new Set([service]) });
      }
    }
  }
  return new Map([...groups].filter(([, { services }]) => services.size > 1));
}

/** By host. Each egress listener has its own VirtualServices; the first listener in which there is a choice is told. */
function meshLooks(hosts: ReadonlySet<string>, { mesh, viewpoints }: ConflictContext): Map<string, Look[]> {
  const looks = new Map<string, Look[]>();
  if (hosts.size === 0) return looks;
  for (const viewpoint of viewpoints) {
    if (viewpoint.type !== 'sidecar') continue;
    const told = new Set<string>();
    for (const egress of egressOf(viewpoint)) {
      const { virtualServices } = mesh.world;
      const parsed = parseEgressHosts(egress, viewpoint.namespace, mesh.features);
      const byHost = new Map<string, ResolvedVirtualService[]>();
      for (const service of virtualServices.importedBy(parsed, viewpoint.namespace)) {
        for (const host of new Set(service.hosts))
          if (hosts.has(host) && counts(service, host, viewpoint, mesh)) add(byHost, host, service);
      }
      for (const [host, seen] of byHost) {
        if (seen.length < 2 || told.has(host)) continue;
        told.add(host);
        add(looks, host, lookOf(viewpoint, seen, 'routes-ignored'));
      }
    }
  }
  return looks;
}

/** A route of the Gateway API counts for callers of its own namespace, or of a service of its own namespace. */
function counts(
  { gatewaySemantics, namespace }: ResolvedVirtualService,
  host: string,
  viewpoint: Viewpoint,
  { world }: Mesh,
): boolean {
  if (!gatewaySemantics || namespace === viewpoint.namespace) return true;
  return (world.rowsByHost.get(host) ?? []).some((row) => row.namespace === namespace);
}

function egressOf({ sidecar }: Viewpoint): (readonly string[])[] {
  return sidecar?.spec?.egress?.length ? sidecar.spec.egress.map(({ hosts = [] }) => hosts) : [['*/*']];
}

/** What gateways join, with what all hosts of a gateway have in common computed once. */
class GatewayLooks {
  readonly #context: ConflictContext;
  readonly #seen = new Map<string, ResolvedVirtualService[]>();
  readonly #bound = new Map<Proxy, readonly string[]>();

  constructor(context: ConflictContext) {
    this.#context = context;
  }

  of({ gateway, services }: Group): Look[] {
    return this.#context.viewpoints.flatMap((viewpoint): Look[] => {
      if (viewpoint.type !== 'router') return [];
      const seen = this.#seenFrom(viewpoint.namespace, gateway).filter((service) => services.has(service));
      if (seen.length < 2) return [];
      const proxies = viewpoint.proxies.filter((proxy) => this.#boundTo(proxy).includes(gateway));
      return proxies.length > 0 ? [{ ...lookOf(viewpoint, seen, 'routes-later'), proxies }] : [];
    });
  }

  #seenFrom(namespace: string, gateway: string): ResolvedVirtualService[] {
    const key = `${namespace} ${gateway}`;
    let found = this.#seen.get(key);
    if (!found) this.#seen.set(key, (found = this.#context.mesh.world.virtualServices.seenFrom(namespace, gateway)));
    return found;
  }

  #boundTo(proxy: Proxy): readonly string[] {
    const { mesh } = this.#context;
    let names = this.#bound.get(proxy);
    if (!names) {
      const { admitted } = mesh.clusterOf(proxy);
      const { domainSuffix } = mesh.controlPlane;
      names = bindGateways(proxy, mesh.world.gateways, admitted, domainSuffix, mesh.features, FIRST)?.names ?? [];
      this.#bound.set(proxy, names);
    }
    return names;
  }
}

function lookOf(
  viewpoint: Viewpoint,
  seen: readonly ResolvedVirtualService[],
  code: 'routes-ignored' | 'routes-later',
): Look {
  const [first, ...rest] = seen as [ResolvedVirtualService, ...ResolvedVirtualService[]];
  const losers = rest.map(({ object }): Loser => ({
    ...claimOf(object),
    lost: code === 'routes-ignored' ? 'all' : 'nothing',
    ports: [],
    rule: 'first VirtualService',
    reason: {
      code,
      by: { ...claimOf(first.object), path: 'metadata.creationTimestamp' },
      args: { winner: nameOf(first.object) },
    },
  }));
  return { viewpoint, winner: claimOf(first.object), losers };
}
