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

/** Each Pod's place is found once, as endpoints of several services share it. */
export function podPlaces(
  clusterId: string,
  nodes: ReadonlyMap<string, Resource>,
  networkOf: NetworkOf,
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
    const locality = podLocality(pod, nodes.get(node ?? ''), localityLabels);
    const network = networkOf(pod.status?.podIP ?? '', pod.metadata.labels);
    const labels = withTopology(pod.metadata.labels, { locality, clusterId, node, network });
    return { labels, clusterId, network, locality };
  }
}
