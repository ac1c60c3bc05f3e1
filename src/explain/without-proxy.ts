import { API_VERSION } from '../model/api-version.js';
import type { Pod } from '../model/kubernetes.js';
import type { Mesh } from '../xds/mesh.js';
import type { Explanation, ExplanationList } from './explanation.js';
import { groundOf } from './ground.js';
import type { NotProxy } from './proxy-of-workload.js';
import { ztunnelServices, ztunnelView } from './ztunnel.js';

/** A workload that istiod sends no clusters. */
export interface WithoutProxy {
  name: string;
  namespace: string;
  /** Why, as a sentence. */
  text: string;
  notProxy: NotProxy;
  pod?: Pod;
}

/** The answer for hosts: none is in its CDS, and why. */
function withoutProxy(mesh: Mesh, workload: WithoutProxy, hosts: readonly string[]): Explanation[] {
  return hosts.map((host) => {
    const ztunnel = workload.notProxy === 'ambient' ? ztunnelServices(mesh, [host]) : undefined;
    return {
      apiVersion: API_VERSION,
      kind: 'Explanation',
      proxy: { name: workload.name, namespace: workload.namespace, type: 'none' },
      host,
      verdict: 'absent',
      clusters: [],
      candidates: [],
      walk: [],
      undetermined: [],
      sidecars: [],
      ...(ztunnel && { ztunnel }),
      notes: notesOf(mesh, workload),
      gaps: [],
      ground: groundOf(mesh),
    };
  });
}

/** The answer for some hosts, or all at once: of a Pod in ambient mode what ztunnel knows instead. */
export function listWithoutProxy(mesh: Mesh, workload: WithoutProxy, hosts?: readonly string[]): ExplanationList {
  const { name, namespace, notProxy, pod } = workload;
  const ztunnel = notProxy === 'ambient' && pod ? ztunnelView(mesh, pod, hosts) : undefined;
  return {
    apiVersion: API_VERSION,
    kind: 'ExplanationList',
    proxy: { name, namespace, type: 'none' },
    items: withoutProxy(mesh, workload, hosts ?? []),
    notes: notesOf(mesh, workload),
    ...(ztunnel && { ztunnel }),
    ground: groundOf(mesh),
  };
}

function notesOf({ world }: Mesh, { text, notProxy }: WithoutProxy): string[] {
  if (notProxy !== 'ambient' || world.ambient) return [text];
  return [text, 'istiod runs without PILOT_ENABLE_AMBIENT, so it tells ztunnel nothing.'];
}
