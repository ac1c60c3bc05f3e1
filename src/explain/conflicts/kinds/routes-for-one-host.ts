import { add } from '../../../model/group.js';
import { bindGateways } from '../../../scope/gateways.js';
import { MESH_GATEWAY, type ResolvedVirtualService } from '../../../scope/virtual-service.js';
import { FIRST } from '../../../model/undetermined.js';
import { claimOf, nameOf } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import type { ConflictContext, ConflictFinder } from '../context.js';
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
  find: (context) =>
    [...byGatewayAndHost(context.mesh)].flatMap(([, group]): Conflict[] => {
      const { host, gateway, services } = group;
      const looks =
        gateway === MESH_GATEWAY ? meshLooks(host, services, context) : gatewayLooks(gateway, services, context);
      if (looks.length === 0) return [];
      return [
        {
          kind: 'routes-for-one-host',
          host,
          subject: gateway,
          hosts: [host],
          severity: gateway === MESH_GATEWAY ? 'lost' : 'surprising',
          meaning: gateway === MESH_GATEWAY ? MESH : `On gateway ${gateway} ${GATEWAY}`,
          views: viewsOf(looks),
        },
      ];
    }),
};

const MESH = 'Sidecars follow the routes of one VirtualService for a host; those of the others do not exist for them.';
const GATEWAY = 'their routes are joined in order of creation; the first that matches a request takes it.';

interface Group {
  host: string;
  gateway: string;
  services: ResolvedVirtualService[];
}

function byGatewayAndHost(mesh: Mesh): Map<string, Group> {
  const groups = new Map<string, ResolvedVirtualService[]>();
  const names = new Map<string, [string, string]>();
  for (const service of mesh.world.virtualServices.all) {
    for (const gateway of new Set(service.gateways)) {
      for (const host of new Set(service.hosts)) {
        names.set(`${gateway} ${host}`, [gateway, host]);
        add(groups, `${gateway} ${host}`, service);
      }
    }
  }
  const found = new Map<string, Group>();
  for (const [key, services] of groups) {
    const [gateway, host] = names.get(key)!;
    if (services.length > 1) found.set(key, { host, gateway, services });
  }
  return found;
}

/** Each egress listener has its own VirtualServices; the first listener in which there is a choice is told. */
function meshLooks(
  host: string,
  services: readonly ResolvedVirtualService[],
  { mesh, viewpoints }: ConflictContext,
): Look[] {
  return viewpoints.flatMap((viewpoint): Look[] => {
    if (viewpoint.type !== 'sidecar') return [];
    for (const hosts of egressOf(viewpoint)) {
      const imported = mesh.world.virtualServices.importedBy(
        parseEgressHosts(hosts, viewpoint.namespace, mesh.features),
        viewpoint.namespace,
      );
      const seen = imported.filter(
        (service) =>
          services.includes(service) && service.hosts.includes(host) && counts(service, host, viewpoint, mesh),
      );
      if (seen.length > 1) return [lookOf(viewpoint, seen, 'routes-ignored')];
    }
    return [];
  });
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

function gatewayLooks(
  gateway: string,
  services: readonly ResolvedVirtualService[],
  { mesh, viewpoints }: ConflictContext,
): Look[] {
  return viewpoints.flatMap((viewpoint): Look[] => {
    if (viewpoint.type !== 'router') return [];
    const bound = viewpoint.proxies.filter((proxy) =>
      bindGateways(
        proxy,
        mesh.world.gateways,
        mesh.clusterOf(proxy).admitted,
        mesh.controlPlane.domainSuffix,
        mesh.features,
        FIRST,
      )?.names.includes(gateway),
    );
    const seen = mesh.world.virtualServices
      .seenFrom(viewpoint.namespace, gateway)
      .filter((service) => services.includes(service));
    return bound.length > 0 && seen.length > 1 ? [{ ...lookOf(viewpoint, seen, 'routes-later'), proxies: bound }] : [];
  });
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
