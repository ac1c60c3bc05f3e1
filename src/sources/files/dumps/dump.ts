import type { Resource } from '../../../model/resource.js';

/** What another tool wrote of a cluster, told by its files. */
export interface Dump {
  /** As messages name it. */
  tool: string;
  /** Whether it holds every object of a kind; of some namespaces only, or not at all. */
  holds: (kind: KindName, objects: readonly Resource[]) => boolean | { namespaces: string[] };
}

export interface KindName {
  kind: string;
  group: string;
  namespaced: boolean;
}
