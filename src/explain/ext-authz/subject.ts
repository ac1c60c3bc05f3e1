import type { Mesh } from '../../xds/mesh.js';
import type { ProxyConfig } from '../../xds/world.js';
import type { Explanation } from '../explanation.js';

/** A proxy that is asked about, and the way to find out why it lacks a cluster. */
export interface Subject {
  mesh: Mesh;
  config: ProxyConfig;
  /** istiod may answer in another way, or something could not be read: clusters that are there need a second look. */
  uncertain: boolean;
  explain(host: string, port?: number, namespace?: string, subset?: string): Explanation;
}
