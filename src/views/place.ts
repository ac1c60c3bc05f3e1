import type { FieldRef } from '../model/resource.js';

/** Where the view can be: a screen and what it is about. It is also the question that the screen asks the engine. */
export type Place =
  | { screen: 'namespaces' }
  | { screen: 'workloads'; namespace?: string }
  | { screen: 'hosts'; workload: string }
  | { screen: 'walk'; workload: string; host: string }
  | { screen: 'resource'; ref: FieldRef }
  | { screen: 'who'; host: string }
  /** Of the whole mesh, or those that proxies of a namespace see, or those that concern a host. */
  | ConflictsPlace
  /** One of them. */
  | (Omit<ConflictsPlace, 'screen'> & { screen: 'conflict'; id: string })
  /** Workloads that have something to check. */
  | { screen: 'ext-authz'; namespace?: string }
  /** What is checked at one workload. */
  | { screen: 'policies'; workload: string }
  /** Objects of a namespace, or of all, that an operator should look at. */
  | { screen: 'problems'; namespace?: string }
  | { screen: 'ground' };

export interface ConflictsPlace {
  screen: 'conflicts';
  namespace?: string;
  host?: string;
}

export type ScreenName = Place['screen'];

/** `namespace/Kind/name` of a workload, for people: `deployment/checkout`, elsewhere `deployment/checkout@west`. */
export function shortWorkload(id: string): string {
  const { kind, name, cluster } = splitWorkload(id);
  const title = titleOf(kind === 'New' ? name.replace(/\?.*/, '') : name, cluster);
  return kind === 'Pod' || kind === 'New' ? title : `${kind.toLowerCase()}/${title}`;
}

/** A name with the Kubernetes cluster, which goes without saying for the config cluster. */
export function titleOf(name: string, cluster: string | undefined): string {
  return cluster === undefined ? name : `${name}@${cluster}`;
}

export interface WorkloadName {
  namespace: string;
  kind: string;
  name: string;
  /** The Kubernetes cluster, unless it is the config cluster or the only one. */
  cluster?: string;
}

export function workloadId({ namespace, kind, name, cluster }: WorkloadName): string {
  return titleOf(`${namespace}/${kind}/${name}`, cluster);
}

export function splitWorkload(id: string): WorkloadName {
  const [namespace = '', kind = '', ...rest] = id.split('/');
  const [name = '', cluster] = rest.join('/').split('@');
  return { namespace, kind, name, ...(cluster !== undefined && { cluster }) };
}

export function samePlace(a: Place, b: Place): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
