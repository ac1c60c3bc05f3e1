import { add } from '../../../model/group.js';
import type { Service } from '../../../model/service.js';
import { claimOfService, nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import type { ConflictContext, ConflictFinder } from '../context.js';
import { mayTakeWildcard, portsOfClass, takesWildcard } from '../listeners.js';
import { heldOf, type Seen } from '../sights.js';
import { viewsOf, type Look } from '../views.js';

/**
 * TCP entries without address on one port: each wants `0.0.0.0:port`, the first gets it, and with it everything else on the
 * port that has no listener of its own. istiod 1.28 pilot/pkg/networking/core/listener.go: TCPOverTCP, default filter chain
 */
export const tcpTakesPort: ConflictFinder = {
  hosts: function* (rows) {
    for (const services of wantedPorts(rows).values()) for (const { hostname } of services) yield hostname;
  },
  find: ({ rows, seen }) =>
    [...wantedPorts(rows)].flatMap(([port, services]): Conflict[] => {
      const looks = seen.flatMap((one) => lookAt(port, services, one));
      if (looks.length === 0) return [];
      return [
        {
          kind: 'tcp-takes-port',
          host: `0.0.0.0:${port}`,
          hosts: [...new Set(services.map(({ hostname }) => hostname))].sort(),
          severity: 'wrong-place',
          meaning: `All TCP to port ${port} that has no listener of its own goes to the first, other names and unknown addresses included. Addresses, or protocol TLS, keep them apart.`,
          views: viewsOf(looks),
        },
      ];
    }),
};

function lookAt(port: number, services: readonly Service[], seen: Seen): Look[] {
  const { viewpoint } = seen;
  if (viewpoint.type !== 'sidecar') return [];
  const [first, ...rest] = heldOf(services, seen).filter((service) => takesWildcard(service, viewpoint.network));
  if (!first || rest.length === 0) return [];
  const args = { winner: nameOf(first.source), listener: `0.0.0.0:${port}` };
  const losers = rest.map((service) => ({
    ...claimOfService(service),
    lost: 'ports' as const,
    ports: [port],
    rule: 'first listener',
    reason: { code: 'listener-taken' as const, args },
  }));
  return [{ viewpoint, winner: claimOfService(first), losers }];
}

/** Ports on which several entries may listen on the wildcard address. */
function wantedPorts(rows: ConflictContext['rows']): Map<number, Service[]> {
  const byPort = new Map<number, Service[]>();
  for (const service of [...rows.values()].flat()) {
    if (!mayTakeWildcard(service)) continue;
    for (const { number } of portsOfClass(service, 'tcp', 'auto')) add(byPort, number, service);
  }
  for (const [port, group] of byPort) if (new Set(group.map(({ hostname }) => hostname)).size < 2) byPort.delete(port);
  return byPort;
}
