import { groupBy } from '../model/group.js';
import { serviceText } from '../model/service.js';
import type { Undetermined } from '../model/undetermined.js';
import type { Cluster } from '../xds/cluster.js';
import type { Mesh } from '../xds/mesh.js';
import { askedClusters, type Asked } from './asked.js';
import { endpointText } from './cluster-list.js';
import { clusterSignature } from './cluster-signature.js';
import type { PossibleAnswer } from './explanation.js';
import type { RunRecord } from './record.js';

interface Alternative {
  byHost: ReadonlyMap<string, readonly Cluster[]>;
  points: readonly Undetermined[];
}

/** Addresses that tell answers apart; more would fill the screen. */
const SHOWN = 3;

/** What istiod may send to one proxy where it does not determine that, looked up by host. Computed when first asked. */
export class Alternatives {
  readonly #mesh: Mesh;
  readonly #record: RunRecord;
  #all: readonly Alternative[] | undefined;

  constructor(mesh: Mesh, record: RunRecord) {
    this.#mesh = mesh;
    this.#record = record;
  }

  /** The points that make a difference to a host, and each different answer, the likeliest first. */
  of(host: string, asked: Asked): { points: Undetermined[]; answers: PossibleAnswer[] } {
    const distinct = new Map<string, readonly Cluster[]>();
    for (const { byHost } of this.#outcomes()) {
      const clusters = askedClusters(byHost.get(host) ?? [], host, asked);
      const key = signature(clusters);
      if (!distinct.has(key)) distinct.set(key, clusters);
    }
    if (distinct.size < 2) return { points: [], answers: [] };
    const points = this.#outcomes().flatMap((outcome) => outcome.points);
    return {
      points: points.filter((point) => point.host === undefined || point.host === host),
      answers: [...distinct.values()].map(answerOf),
    };
  }

  #outcomes(): readonly Alternative[] {
    this.#all ??=
      this.#record.points.length === 0
        ? []
        : this.#mesh.outcomesFor(this.#record.config.proxy).map(({ result, points }) => ({
            byHost: groupBy(result.clusters, ({ service }) => service.hostname),
            points,
          }));
    return this.#all;
  }
}

function answerOf(clusters: readonly Cluster[]): PossibleAnswer {
  const [first] = clusters;
  if (!first) return { verdict: 'absent', clusters: [] };
  return {
    verdict: 'present',
    clusters: clusters.map(({ name }) => name),
    from: `${serviceText(first.service)}${first.service.cluster === undefined ? '' : `@${first.service.cluster}`}`,
    endpoints: clusters.reduce((sum, { endpoints }) => sum + endpoints.length, 0),
    addresses: [...new Set(clusters.flatMap(({ endpoints }) => endpoints.map(endpointText)))].sort().slice(0, SHOWN),
  };
}

function signature(clusters: readonly Cluster[]): string {
  return clusters.map(clusterSignature).join('\n');
}
