import { add } from '../model/group.js';
import type { Proxy } from '../model/proxy.js';
import type { Drop } from '../model/reason.js';
import type { Service } from '../model/service.js';
import type { Undetermined } from '../model/undetermined.js';
import type { Entry } from '../scope/scope.js';
import type { Cluster } from '../xds/cluster.js';
import type { Mesh } from '../xds/mesh.js';
import type { ProxyConfig } from '../xds/world.js';

/** The run that made an answer, and everything that was noted on the way. */
export interface RunRecord {
  config: ProxyConfig;
  /** By the registry's own rows. */
  drops: ReadonlyMap<Service, readonly Drop[]>;
  entries: ReadonlyMap<Service, readonly Entry[]>;
  clusters: ReadonlyMap<string, readonly Cluster[]>;
  /** Points at which istiod may have gone another way. */
  points: readonly Undetermined[];
}

/** Computes what istiod sends to a proxy once, taking notes. */
export function recordRun(mesh: Mesh, proxy: Proxy): RunRecord {
  const drops = new Map<Service, Drop[]>();
  const entries = new Map<Service, Entry[]>();
  const points: Undetermined[] = [...mesh.worlds[0]!.points];
  const config = mesh.world.configOf(
    proxy,
    {
      pick(options, point) {
        if (options > 1) points.push(point);
        return 0;
      },
    },
    {
      drop: (drop) => add(drops, drop.service, drop),
      enter: (entry) => add(entries, entry.service, entry),
    },
  );
  const clusters = new Map<string, Cluster[]>();
  for (const cluster of config.clusters) add(clusters, cluster.service.hostname, cluster);
  return { config, drops, entries, clusters, points };
}
