import { compareText } from '../../registry/creation-order.js';
import type { Service } from '../../model/service.js';
import type { Registry } from '../../registry/registry.js';
import { outboundName } from '../cluster.js';

export interface ClusterFound {
  /** The service that was found; which service the cluster's name means in a proxy is decided by the proxy's scope. */
  service: Service;
  host: string;
  cluster: string;
}

export interface ClusterNotFound {
  error: 'empty' | 'not-found' | 'ambiguous';
  /** Namespaces that hold the host, sorted; several when it is ambiguous. */
  namespaces: readonly string[];
  /** As istiod says it, apart from the order of namespaces, which istiod leaves open. */
  message: string;
}

export type ClusterLookup = ClusterFound | ClusterNotFound;

/**
 * The cluster that a provider's `host` or `namespace/host` names. All services count, hidden ones too, and a namespace
 * only says which one is meant: it is not part of the cluster's name. Neither the port nor the protocol is checked.
 * istiod 1.28 pilot/pkg/model/telemetry_logging.go: LookupCluster
 */
export function lookupCluster(reference: string, port: number, { byHost }: Registry): ClusterLookup {
  const failure = (error: ClusterNotFound['error'], message: string, namespaces: string[] = []): ClusterNotFound => ({
    error,
    namespaces,
    message,
  });
  if (reference === '') return failure('empty', 'service must not be empty');
  const missing = `could not find service ${reference} in Istio service registry`;
  const found = (service: Service): ClusterFound => ({
    service,
    host: service.hostname,
    cluster: outboundName(port, '', service.hostname),
  });
  const [namespace = '', host, ...more] = reference.split('/');
  if (host !== undefined && more.length === 0) {
    const service = byHost.get(host)?.get(namespace);
    return service ? found(service) : failure('not-found', missing, [...(byHost.get(host)?.keys() ?? [])].sort());
  }
  const services = [...(byHost.get(reference)?.values() ?? [])];
  const [only] = services;
  if (!only) return failure('not-found', missing);
  if (services.length === 1) return found(only);
  const namespaces = services.map((service) => service.namespace).sort(compareText);
  return failure(
    'ambiguous',
    `found ${reference} in multiple namespaces [${namespaces.join(' ')}], specify the namespace explicitly in the format of <Namespace>/<Hostname>`,
    namespaces,
  );
}
