import type { FieldRef } from '../model/resource.js';

/** Where the view can be: a screen and what it is about. It is also the question that the screen asks the engine. */
export type Place =
  | { screen: 'namespaces' }
  | { screen: 'workloads'; namespace?: string }
  | { screen: 'hosts'; workload: string }
  | { screen: 'walk'; workload: string; host: string }
  | { screen: 'resource'; ref: FieldRef }
  | { screen: 'who'; host: string }
  | { screen: 'ground' };

export type ScreenName = Place['screen'];

/** `namespace/Kind/name` of a workload, for people: `deployment/checkout`. */
export function shortWorkload(id: string): string {
  const { kind, name } = splitWorkload(id);
  return kind === 'Pod' || kind === 'New' ? name : `${kind.toLowerCase()}/${name}`;
}

export function splitWorkload(id: string): { namespace: string; kind: string; name: string } {
  const [namespace = '', kind = '', ...name] = id.split('/');
  return { namespace, kind, name: name.join('/') };
}

export function samePlace(a: Place, b: Place): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
