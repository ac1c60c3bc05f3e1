import type { Labels } from './labels.js';
import type { Resource } from './resource.js';

export type ProxyType = 'sidecar' | 'router' | 'waypoint';

/** An Envoy that istiod serves, or that it would serve. */
export interface Proxy {
  name: string;
  /** Its config namespace: `.` in a Sidecar means this one. */
  namespace: string;
  type: ProxyType;
  /** Its labels and where it runs, as selectors see them. */
  labels: Labels;
  node?: string;
  /** The Kubernetes cluster that it runs in, in a mesh of several. */
  cluster?: string;
  /** The network that it says it is in; absent when it says nothing. */
  network?: string;
  /** The networks whose endpoints it wants to see, besides those of no network; absent: all. East-west gateways name one. */
  networkView?: readonly string[];
  /** False where its own settings keep it from sending HBONE. */
  sendsHbone?: false;
  /** Its version of Istio, where its settings or its image tell. */
  version?: string;
  /** Absent for a proxy that does not exist yet. */
  pod?: Resource;
}

/** `pod.namespace`, in a mesh of several Kubernetes clusters `pod.namespace@cluster`. */
export function proxyKey({ name, namespace, cluster }: Proxy): string {
  return cluster === undefined ? `${name}.${namespace}` : `${name}.${namespace}@${cluster}`;
}
