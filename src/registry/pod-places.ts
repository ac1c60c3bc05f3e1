import type { Features } from '../model/features.js';
import { podLocality, withTopology, type Pod } from '../model/kubernetes.js';
import type { Labels } from '../model/labels.js';
import type { Resource } from '../model/resource.js';
import type { NetworkOf } from './network-lookup.js';

/** Where a Pod runs, and its labels with that added. */
export interface PodPlace {
  labels: Labels;
  clusterId: string;
  network: string;
  locality: string;
}

/**
 * Each Pod's place is found once, as endpoints of several services share it. A proxy of a namespace that istiod does not read is
 * served by what it says of itself, which is not where its node is.
 * istiod 1.28 pilot/pkg/xds/ads.go: localityFromProxyLabels
 */
export function podPlaces(
  clusterId: string,
  nodes: ReadonlyMap<string, Resource>,
  networkOf: NetworkOf,
  reads: (namespace: string) => boolean,
  { localityLabels }: Features,
): (pod: Pod) => PodPlace {
  const known = new Map<Pod, PodPlace>();
  return (pod) => {
    let place = known.get(pod);
    if (!place) known.set(pod, (place = placeOf(pod)));
    return place;
  };

  function placeOf(pod: Pod): PodPlace {
    const node = pod.spec?.nodeName;
    const home = reads(pod.metadata.namespace ?? '') ? nodes.get(node ?? '') : undefined;
    const locality = podLocality(pod, home, localityLabels);
    const network = networkOf(pod.status?.podIP ?? '', pod.metadata.labels);
    const labels = withTopology(pod.metadata.labels, { locality, clusterId, node, network });
    return { labels, clusterId, network, locality };
  }
}
