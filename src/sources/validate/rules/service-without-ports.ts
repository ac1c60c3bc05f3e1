import type { KubernetesService } from '../../../model/kubernetes.js';
import type { Rule } from './rule.js';

/** A Service needs a port, unless it is headless or an alias. istiod keeps it as a service without clusters. */
export const serviceWithoutPorts: Rule = (resource) => {
  const { type, clusterIP, ports } = (resource as KubernetesService).spec ?? {};
  if ((ports && ports.length > 0) || type === 'ExternalName' || clusterIP === 'None') return [];
  const message = 'is empty. The API server refuses a Service without ports, unless it is headless or ExternalName.';
  return [{ path: 'spec.ports', message }];
};
