import type { EndpointSlice, KubernetesService, Pod } from '../model/kubernetes.js';
import { selectsSome } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import type { Admitted } from '../registry/admit.js';

/**
 * The Services that a proxy's Pod is an instance of: those that select it; only where none does, those without selector
 * whose EndpointSlices name it.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/controller.go: GetProxyServiceTargets
 */
export function servicesOfProxy({ namespace, pod }: Proxy, admitted: Admitted): KubernetesService[] {
  const local = admitted.of<KubernetesService>('Service').filter(({ metadata }) => metadata.namespace === namespace);
  const labels = pod?.metadata.labels;
  const selecting = local.filter(({ spec }) => selectsSome(spec?.selector, labels));
  if (selecting.length > 0) return selecting;
  const ip = (pod as Pod | undefined)?.status?.podIP;
  const named = new Set(
    admitted
      .of<EndpointSlice>('EndpointSlice')
      .filter(
        ({ metadata, endpoints = [] }) =>
          metadata.namespace === namespace && endpoints.some(({ addresses = [] }) => addresses.includes(ip ?? '')),
      )
      .map(({ metadata }) => metadata.labels?.['kubernetes.io/service-name']),
  );
  return local.filter(({ metadata, spec }) => !spec?.selector && named.has(metadata.name));
}
