import type { Pod } from '../model/kubernetes.js';
import { fieldOf } from '../model/resource.js';
import type { Service } from '../model/service.js';
import { compareText } from '../registry/creation-order.js';
import type { AmbientIndex } from '../registry/ambient/ambient-index.js';
import { waypointName } from '../registry/ambient/waypoints.js';
import type { WaypointBinding } from '../registry/ambient/waypoint-binding.js';
import type { Mesh } from '../xds/mesh.js';
import { serviceRef } from './candidates.js';
import type { WaypointChoice, ZtunnelService, ZtunnelView } from './explanation.js';

/** Every service of the registry, or those of some hosts, by host; undefined where istiod serves no ztunnel. */
export function ztunnelServices({ world }: Mesh, hosts?: readonly string[]): ZtunnelService[] | undefined {
  const { ambient, registry } = world;
  if (!ambient) return undefined;
  const rows = hosts ? hosts.flatMap((host) => world.rowsByHost.get(host) ?? []) : registry.sorted;
  // An entry has a row for each of its addresses.
  const seen = new Set<string>();
  return rows
    .map((row) => serviceOf(row, ambient))
    .filter(({ host: name, source: { kind, namespace, name: object } }) => {
      const key = [kind, namespace, object, name].join('/');
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => compareText(a.host, b.host));
}

export function ztunnelView(mesh: Mesh, pod: Pod, hosts?: readonly string[]): ZtunnelView | undefined {
  const services = ztunnelServices(mesh, hosts);
  return services && { services, own: choiceOf(mesh.world.ambient!.bindingOfPod(pod)) };
}

function serviceOf(row: Service, ambient: AmbientIndex): ZtunnelService {
  const known = ambient.of(row);
  const isIt = known?.source === row.source;
  const auto = row.autoAllocated ? [row.address] : [];
  const addresses = isIt ? [...known.addresses, ...auto] : [];
  const about = {
    host: row.hostname,
    service: serviceRef(row),
    source: fieldOf(row.source, ''),
    known: isIt,
    addresses,
  };
  const unbound = ambient.whyUnbound(row);
  if (unbound) return { ...about, reason: unbound };
  const choice = choiceOf(known!.binding);
  if (addresses.length > 0) return { ...about, ...choice };
  const by = fieldOf(row.source, row.provider === 'Kubernetes' ? 'spec.clusterIP' : 'spec.addresses');
  return { ...about, reason: { code: 'no-address-for-waypoint', by, args: { waypoint: choice.waypoint! } } };
}

function choiceOf({ waypoint, by, refusal }: WaypointBinding): WaypointChoice {
  if (waypoint) return { waypoint: waypointName(waypoint), ...(by && { by }) };
  return refusal ? { reason: refusal } : {};
}
