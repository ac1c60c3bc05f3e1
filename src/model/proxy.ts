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
  /** Absent for a proxy that does not exist yet. */
  pod?: Resource;
}

export function proxyKey(proxy: Proxy): string {
  return `${proxy.name}.${proxy.namespace}`;
}
