import { hostPort } from '../registry/endpoint.js';
import type { Reason } from '../model/reason.js';
import { fieldOf } from '../model/resource.js';
import { serviceKey } from '../model/service.js';
import type { Cluster } from '../xds/cluster.js';
import type { Mesh } from '../xds/mesh.js';
import { reasonText } from './reason-text.js';

/** Whether a cluster can be reached, for people and as a reason when it cannot. */
export interface EndpointState {
  sent: number;
  ready: number;
  text: string;
  problem?: Reason;
}

export function endpointState(cluster: Cluster, mesh: Mesh): EndpointState {
  const { endpoints, type, service, flaw } = cluster;
  if (type === 'ORIGINAL_DST') return flawed(0, 0, 'none needed: requests go to the address that the client resolved');
  if (type === 'envoy.clusters.dynamic_forward_proxy')
    return flawed(0, 0, 'none needed: Envoy resolves the host of each request');
  const ready = endpoints.filter(({ health }) => health === 'HEALTHY').length;
  if (ready > 0) {
    const text = `${ready} ready${endpoints.length > ready ? ` of ${endpoints.length}` : ''}${list(cluster)}`;
    return flawed(endpoints.length, ready, text);
  }
  const problem = flaw ?? whyNone(cluster, mesh);
  return { sent: endpoints.length, ready, text: `none ready: ${reasonText(problem)}`, problem };

  function flawed(sent: number, readyOnes: number, text: string): EndpointState {
    if (!flaw) return { sent, ready: readyOnes, text };
    return { sent, ready: readyOnes, text: `${text}, but ${reasonText(flaw)}`, problem: flaw };
  }

  function list({ endpoints: all }: Cluster): string {
    const shown = all
      .slice(0, 3)
      .map(({ address, otherAddresses = [], port }) =>
        [address, ...otherAddresses].map((one) => (port === 0 ? one : hostPort(one, port))).join(' or '),
      );
    return ` (${shown.join(', ')}${all.length > 3 ? ', …' : ''})`;
  }

  function whyNone({ subset, port }: Cluster, { world }: Mesh): Reason {
    const by = fieldOf(service.source, 'spec');
    const all = world.registry.endpoints.of(serviceKey(service)).lists[0]!;
    const wanted = service.ports.find(({ number }) => number === port)?.name ?? '';
    const named = all.filter(({ portName }) => portName === wanted);
    if (all.length === 0) return { code: 'no-endpoints', by, args: {} };
    if (named.length === 0) {
      const names = [...new Set(all.map(({ portName }) => portName || '(none)'))].join(', ');
      return { code: 'endpoint-port-name', by, args: { names, wanted: wanted || '(none)' } };
    }
    const healthy = named.filter(({ health }) => health === 'HEALTHY');
    if (subset && healthy.length > 0) return { code: 'subset-without-endpoints', by, args: { subset, port } };
    return healthy.length === 0
      ? { code: 'none-ready', by, args: { total: named.length } }
      : { code: 'no-endpoints', by, args: {} };
  }
}
