import type { Port, Service } from '../../model/service.js';
import type { Cluster } from '../cluster.js';
import type { ProxyConfig } from '../world.js';
import type { ClusterFound } from './lookup-cluster.js';

/** What a cluster that was looked up is in one proxy: the name has no namespace, so the scope says which service it means. */
export interface CalledCluster {
  /** Absent: CDS lacks it, and calls fail. */
  cluster?: Cluster;
  /** The service that the proxy's scope holds under the host. */
  holder?: Service;
  /** The holder is the service that was looked up, one of another namespace, or there is none. */
  held: 'as-named' | 'by-another-namespace' | 'not-in-scope';
  /** The holder's port of that number. */
  port?: Port;
}

export function calledCluster({ service, host, cluster: name }: ClusterFound, config: ProxyConfig): CalledCluster {
  const holder = config.scope.byHost.get(host);
  const cluster = config.clusters.find((candidate) => candidate.name === name);
  const number = Number(name.split('|')[1]);
  const port = holder?.ports.find((candidate) => candidate.number === number);
  const held = !holder ? 'not-in-scope' : holder.namespace === service.namespace ? 'as-named' : 'by-another-namespace';
  return { held, ...(holder && { holder }), ...(cluster && { cluster }), ...(port && { port }) };
}
