import type { Place } from '../place.js';
import type { AppState } from './state.js';

/** Screens that a namespace may follow. */
export const NAMESPACED = ['workloads', 'conflicts', 'ext-authz', 'problems'] as const;

/** Where the keys 0 to 9 choose a namespace. */
export type NamespacedPlace = Extract<Place, { screen: (typeof NAMESPACED)[number] }>;

export function isNamespaced(place: Place): place is NamespacedPlace {
  return NAMESPACED.some((screen) => screen === place.screen);
}

/** Those of the keys 1 to 9: the first ones, so that a number always means the same. */
export function numberedNamespaces({ status }: Pick<AppState, 'status'>): readonly string[] {
  return (status?.namespaces ?? []).slice(0, 9);
}
