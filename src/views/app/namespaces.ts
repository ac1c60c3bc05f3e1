import type { Place } from '../place.js';
import type { AppState } from './state.js';

/** Where the keys 0 to 9 choose a namespace. */
export type NamespacedPlace = Extract<Place, { screen: 'workloads' | 'conflicts' | 'ext-authz' }>;

export function isNamespaced(place: Place): place is NamespacedPlace {
  return place.screen === 'workloads' || place.screen === 'conflicts' || place.screen === 'ext-authz';
}

/** Those of the keys 1 to 9: the first ones, so that a number always means the same. */
export function numberedNamespaces({ status }: Pick<AppState, 'status'>): readonly string[] {
  return (status?.namespaces ?? []).slice(0, 9);
}
