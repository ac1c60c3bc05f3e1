import { groupBy } from '../model/group.js';
import type { Reason } from '../model/reason.js';
import { fieldOf } from '../model/resource.js';
import type { Service } from '../model/service.js';
import { orders, permutation, type Oracle } from '../model/undetermined.js';
import { samePorts } from './same-ports.js';

/** A Kubernetes cluster's Services, sorted by hostname. */
export interface ClusterServices {
  clusterId: string;
  services: readonly Service[];
}

/** A Service of a later cluster whose hostname an earlier one has. */
export interface LaterCopy {
  service: Service;
  first: Service;
  reason: Reason;
  /** Set when these ports exist in the later copy alone, so that nobody sees them. */
  ports?: number[];
}

/**
 * One service for each hostname: the first cluster's copy gives ports, exportTo, labels, resolution and age; later ones
 * only addresses and endpoints.
 * istiod 1.28 pilot/pkg/serviceregistry/aggregate/controller.go: Services
 */
export function mergeClusters(clusters: readonly ClusterServices[]): { services: Service[]; later: LaterCopy[] } {
  const later: LaterCopy[] = [];
  const byHost = groupBy(
    clusters.flatMap(({ services }) => services),
    ({ hostname }) => hostname,
  );
  const services = [...byHost.values()].map(([first, ...copies]) => {
    if (copies.length === 0) return first!;
    const merged = { ...first!, copies };
    for (const service of copies) later.push({ service, first: merged, ...lossOf(service, merged) });
    return merged;
  });
  return { services, later };
}

function lossOf(service: Service, first: Service): { reason: Reason; ports?: number[] } {
  const args = { cluster: service.cluster ?? '', first: first.cluster ?? '' };
  const names = new Set(first.ports.map(({ name }) => name));
  const lost = service.ports.filter(({ name }) => !names.has(name)).map(({ number }) => number);
  const by = fieldOf(service.source, 'spec.ports');
  if (lost.length > 0) {
    return { reason: { code: 'port-of-later-cluster', by, args: { ...args, ports: lost.join(', ') } }, ports: lost };
  }
  return { reason: { code: 'later-cluster', by: fieldOf(service.source, 'metadata'), args } };
}

/**
 * The config cluster first, then the remotes as istiod got to know them. Where nobody knows that order and it decides a
 * row, it is a point that the oracle decides.
 */
export function inOrderOfArrival(
  clusters: readonly ClusterServices[],
  orderKnown: boolean,
  oracle: Oracle,
): readonly ClusterServices[] {
  const [config, ...remotes] = clusters;
  if (orderKnown || !config || remotes.length < 2) return clusters;
  const host = contestedHost(config, remotes);
  if (host === undefined) return clusters;
  const names = remotes.map(({ clusterId }) => clusterId).join(', ');
  const order = oracle.pick(orders(remotes.length), {
    code: 'cluster-order',
    because: `the copies of ${host} in ${names} differ, and istiod takes that of the cluster it met first`,
    host,
  });
  return [config, ...permutation(remotes, order)];
}

function contestedHost(config: ClusterServices, remotes: readonly ClusterServices[]): string | undefined {
  const decided = new Set(config.services.map(({ hostname }) => hostname));
  const seen = new Map<string, Service>();
  for (const service of remotes.flatMap(({ services }) => services)) {
    const other = seen.get(service.hostname);
    if (other && !decided.has(service.hostname) && !sameRow(other, service)) return service.hostname;
    seen.set(service.hostname, service);
  }
  return undefined;
}

function sameRow(a: Service, b: Service): boolean {
  const text = ({ resolution, exportTo, labels, selector, created, address, externalName }: Service) =>
    JSON.stringify([
      resolution,
      exportTo && [...exportTo].sort(),
      Object.entries(labels ?? {}).sort(),
      Object.entries(selector ?? {}).sort(),
      created,
      address === '0.0.0.0',
      externalName,
    ]);
  return samePorts(a.ports, b.ports) && text(a) === text(b);
}
