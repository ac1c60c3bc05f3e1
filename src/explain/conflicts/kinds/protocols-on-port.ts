import { add } from '../../../model/group.js';
import type { Service } from '../../../model/service.js';
import { claimOfService, nameOf } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import type { ConflictContext, ConflictFinder } from '../context.js';
import { listenerClassOf, mayTakeWildcard, portsOfClass, takesWildcard } from '../listeners.js';
import type { Seen } from '../sights.js';
import { viewsOf, type Look } from '../views.js';

/** Of HTTP hosts on one port only these are looked at: port 80 may have thousands. */
const LOOKED_AT = 20;

interface SharedPort {
  opaque: Service[];
  http: Service[];
}

/**
 * HTTP and addressless TCP or TLS on one port: all HTTP of a port shares `0.0.0.0:port`, so that the proxy has to detect what a
 * connection is. istiod 1.28 pilot/pkg/networking/core/listener.go: HTTPOverTCP, TCPOverHTTP
 */
export const protocolsOnPort: ConflictFinder = {
  hosts: function* (rows) {
    for (const { opaque, http } of sharedPorts(rows).values()) {
      for (const { hostname } of [...opaque, ...http.slice(0, LOOKED_AT)]) yield hostname;
    }
  },
  find: ({ rows, seen }) =>
    [...sharedPorts(rows)].flatMap(([port, shared]): Conflict[] => {
      const looks = seen.flatMap((one) => lookAt(port, shared, one));
      if (looks.length === 0) return [];
      const tcp = looks.some(({ losers }) => losers.some(({ reason }) => reason.code === 'port-sniffed'));
      const hosts = [...shared.opaque, ...shared.http].map(({ hostname }) => hostname);
      return [
        {
          kind: 'protocols-on-port',
          host: `0.0.0.0:${port}`,
          hosts: [...new Set(hosts)].sort(),
          severity: tcp ? 'wrong-place' : 'surprising',
          meaning: tcp ? TCP : TLS,
          views: viewsOf(looks),
        },
      ];
    }),
};

const TCP =
  'The proxy detects the protocol: plain HTTP meant for the TCP host follows the HTTP routes of the port, and what is not HTTP goes to the TCP host, whoever it was meant for.';
const TLS =
  'The proxy detects the protocol: TLS goes by SNI, plain HTTP by its routes. A host that is declared with the wrong one is not reached.';

function lookAt(port: number, { opaque, http }: SharedPort, { viewpoint, sights }: Seen): Look[] {
  if (viewpoint.type !== 'sidecar') return [];
  const held = (service: Service) => sights.get(service.hostname)?.winner.source === service.source;
  const here = opaque.filter((service) => held(service) && takesWildcard(service, viewpoint.network));
  const winner = here.find((service) => classAt(service, port) === 'tcp') ?? here[0];
  const losers = http.slice(0, LOOKED_AT).filter((service) => held(service) && service.source !== winner?.source);
  if (!winner || losers.length === 0) return [];
  const code = classAt(winner, port) === 'tcp' ? 'port-sniffed' : 'port-sniffed-tls';
  return [
    {
      viewpoint,
      winner: claimOfService(winner),
      losers: losers.map((service) => loserOf(service, winner, port, code)),
    },
  ];
}

function loserOf(service: Service, winner: Service, port: number, code: 'port-sniffed' | 'port-sniffed-tls'): Loser {
  return {
    ...claimOfService(service),
    lost: code === 'port-sniffed' ? 'part' : 'nothing',
    ports: [],
    rule: 'protocol detection',
    reason: { code, args: { port, winner: nameOf(winner.source) } },
  };
}

function classAt({ ports }: Service, number: number) {
  const port = ports.find((candidate) => candidate.number === number);
  return port ? listenerClassOf(port.protocol) : 'none';
}

function sharedPorts(rows: ConflictContext['rows']): Map<number, SharedPort> {
  const opaque = new Map<number, Service[]>();
  const http = new Map<number, Service[]>();
  for (const service of [...rows.values()].flat()) {
    if (service.resolution === 'Alias') continue;
    for (const { number } of portsOfClass(service, 'http')) add(http, number, service);
    if (!mayTakeWildcard(service)) continue;
    for (const { number } of portsOfClass(service, 'tcp', 'tls')) add(opaque, number, service);
  }
  const shared = new Map<number, SharedPort>();
  for (const [port, group] of opaque) if (http.has(port)) shared.set(port, { opaque: group, http: http.get(port)! });
  return shared;
}
