import { groupBy } from '../../../model/group.js';
import type { Service } from '../../../model/service.js';
import type { Mesh } from '../../../xds/mesh.js';
import { claimOfService, nameOf, portNumbers } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import type { ConflictFinder } from '../context.js';
import { listenerClassOf } from '../listeners.js';
import { heldOf, type Seen } from '../sights.js';
import { viewsOf, type Look } from '../views.js';

/**
 * Services of different names with one address. On a port that both have, TCP goes to the one that istiod comes across first.
 * istiod 1.28 pilot/pkg/networking/core/listener.go: buildSidecarOutboundListener
 */
export const sameAddress: ConflictFinder = {
  hosts: function* (_rows, mesh) {
    for (const services of sharedAddresses(mesh).values()) for (const { hostname } of services) yield hostname;
  },
  find: ({ mesh, seen }) =>
    [...sharedAddresses(mesh)].flatMap(([address, services]): Conflict[] => {
      const looks = seen.flatMap((one) => lookAt(address, services, one));
      if (looks.length === 0) return [];
      const losers = looks.flatMap((look) => look.losers);
      const port = losers.some(({ reason }) => reason.code !== 'address-shared');
      const taken = losers.some(({ lost }) => lost === 'ports');
      return [
        {
          kind: port ? 'same-address-and-port' : 'same-address',
          host: address,
          hosts: [...new Set(services.map(({ hostname }) => hostname))].sort(),
          severity: taken ? 'wrong-place' : 'surprising',
          meaning: taken ? TAKEN : port ? SHARED : ADDRESS,
          views: viewsOf(looks),
        },
      ];
    }),
};

const TAKEN = 'All TCP to this address and port goes to one of them, whichever name was resolved.';
const SHARED = 'Proxies tell them apart by SNI or host only; requests without either go to the first.';
const ADDRESS = 'Proxies tell them apart by port.';

function lookAt(address: string, services: readonly Service[], seen: Seen): Look[] {
  const { viewpoint } = seen;
  if (viewpoint.type !== 'sidecar') return [];
  const [first, ...rest] = heldOf(services, seen);
  return first && rest.length > 0
    ? [{ viewpoint, winner: claimOfService(first), losers: rest.map((service) => loserOf(address, first, service)) }]
    : [];
}

function loserOf(address: string, first: Service, service: Service): Loser {
  const shared = service.ports.filter(({ number }) => first.ports.some((port) => port.number === number));
  const taken = shared.filter(({ number, protocol }) => {
    const other = first.ports.find((port) => port.number === number)!;
    return listenerClassOf(protocol) === 'tcp' && listenerClassOf(other.protocol) === 'tcp';
  });
  const code = shared.length === 0 ? 'address-shared' : taken.length > 0 ? 'listener-taken' : 'listener-shared';
  const listener = shared.map(({ number }) => `${address}:${number}`).join(', ');
  return {
    ...claimOfService(service),
    lost: taken.length > 0 ? 'ports' : 'nothing',
    ports: taken.map(({ number }) => number),
    rule: code === 'listener-taken' ? 'first listener' : 'shared',
    reason: { code, args: { winner: nameOf(first.source), listener, ports: portNumbers(service).join(', ') } },
  };
}

/** Addresses that services of different hostnames have; CIDRs count as they are written. */
function sharedAddresses(mesh: Mesh): Map<string, Service[]> {
  const pairs = mesh.world.registry.sorted.flatMap((service) =>
    (service.addresses.length > 0 ? service.addresses : [service.address])
      .filter((address) => address !== '0.0.0.0' && address !== '::')
      .map((address) => ({ address, service })),
  );
  const shared = new Map<string, Service[]>();
  for (const [address, group] of groupBy(pairs, (pair) => pair.address)) {
    if (group.length > 1 && new Set(group.map(({ service }) => service.hostname)).size > 1)
      shared.set(
        address,
        group.map(({ service }) => service),
      );
  }
  return shared;
}
