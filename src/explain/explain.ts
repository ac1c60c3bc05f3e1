import { API_VERSION } from '../model/api-version.js';
import type { Proxy } from '../model/proxy.js';
import { STAGES } from '../model/stage.js';
import { originalOf, serviceText, type Service } from '../model/service.js';
import { outboundName, type Cluster } from '../xds/cluster.js';
import type { Mesh } from '../xds/mesh.js';
import type { ProxyConfig } from '../xds/world.js';
import { danglingOf } from '../xds/references.js';
import { Alternatives } from './alternatives.js';
import { askedClusters, type Asked } from './asked.js';
import { candidateOf, hasPort } from './candidates.js';
import { danglingReferences } from './dangling.js';
import type {
  Blocker,
  Candidate,
  DanglingReference,
  Explanation,
  ExplanationList,
  GroundOfAnswer,
  NearMiss,
  Verdict,
} from './explanation.js';
import { findFix, tryChanges, type Look, type Obstacle, type Tried } from './fixes/find-fix.js';
import { doubtsFrom } from './gaps.js';
import { insteadOf } from './instead.js';
import { nearMisses } from './near-misses.js';
import { patchNotes } from './patch-notes.js';
import { refusedRoutes } from './refused-routes.js';
import { proxyRef } from './proxy-ref.js';
import { recordRun, type RunRecord } from './record.js';
import { sharedFacts, type SharedFacts } from './shared-facts.js';
import { walkOf } from './walk.js';
import { policiesAt, waypointFacts } from './waypoint-facts.js';
import { distinct } from '../model/distinct.js';

/** One proxy, computed once, about which any number of hosts can be asked. */
export class ProxyExplainer {
  readonly record: RunRecord;
  readonly #mesh: Mesh;
  readonly #rows: ReadonlyMap<string, readonly Service[]>;
  readonly #alternatives: Alternatives;
  #dangling: DanglingReference[] | undefined;
  #facts: SharedFacts | undefined;

  constructor(mesh: Mesh, proxy: Proxy) {
    this.#mesh = mesh;
    this.record = recordRun(mesh, proxy);
    this.#alternatives = new Alternatives(mesh, this.record);
    this.#rows = mesh.world.rowsByHost;
  }

  /** Routes and listeners of the proxy that name clusters which its CDS lacks. */
  get dangling(): readonly DanglingReference[] {
    this.#dangling ??= danglingReferences(danglingOf(this.#mesh, this.record.config), (host, port) =>
      this.#blocker(host, port),
    );
    return this.#dangling;
  }

  /** What istiod itself made of a host whose cluster is missing. */
  #ownDangling(host: string, { port, subset }: Asked): DanglingReference[] {
    const { scope } = this.record.config;
    if (subset !== undefined || !scope.byHost.get(host)) return [];
    const of = port === undefined ? undefined : outboundName(port, '', host);
    return this.dangling.filter(
      (reference) =>
        reference.kind === 'default' && reference.host === host && (of === undefined || reference.cluster === of),
    );
  }

  get #shared(): SharedFacts {
    this.#facts ??= sharedFacts(this.#mesh, this.record.config.proxy);
    return this.#facts;
  }

  #blocker(host: string, port: number): Blocker | undefined {
    const found = this.#obstacle(host, { port, namespace: undefined, subset: undefined });
    if (found === 'present') return undefined;
    return found ?? { stage: 'registry', reason: { code: 'not-in-registry', args: { host } } };
  }

  /** Every hostname of the registry, sorted. */
  get hosts(): string[] {
    return [...this.#rows.keys()].sort();
  }

  /** As `explain`, with every blocker of a negative verdict and a change that is proven to remove them, where one does. */
  explainWithFix(host: string, port?: number, namespace?: string, subset?: string): Explanation {
    const asked = { port, namespace, subset };
    const dangling = this.dangling.filter((reference) => reference.host === host);
    const policies = this.#isWaypoint ? policiesAt(this.#mesh, this.record.config, host) : [];
    const answer = {
      ...this.explain(host, port, namespace, subset),
      ...(dangling.length > 0 && { dangling }),
      ...(policies.length > 0 && { policies }),
    };
    if (answer.verdict !== 'absent' || answer.walk.length === 0) return answer;
    const { blockers, fix } = findFix(this.#mesh, this.record.config.proxy, this.#lookFor(host, asked));
    return { ...answer, blockers, ...(fix && { fix }) };
  }

  /** Changes that bring a host into the CDS, to be part of a larger fix; none where it is there. */
  changesFor(host: string, asked: Asked = {}): Tried {
    return tryChanges(this.#mesh, this.record.config.proxy, this.#lookFor(host, asked));
  }

  #lookFor(host: string, asked: Asked): Look {
    return (mesh) => {
      const explainer = mesh === this.#mesh ? this : new ProxyExplainer(mesh, this.record.config.proxy);
      return explainer.#obstacle(host, asked);
    };
  }

  #obstacle(host: string, asked: Asked): 'present' | Obstacle | undefined {
    if (this.#clustersOf(this.record.config, host, asked).length > 0) return 'present';
    const rows = this.#rows.get(host) ?? [];
    const candidates = rows.map((row) => candidateOf(row, this.record, asked));
    const main = mainCandidate(rows, candidates, asked);
    if (!main?.candidate.stage || !main.candidate.reason) return undefined;
    return { row: main.row, stage: main.candidate.stage, reason: main.candidate.reason };
  }

  /** The walk of one host through every stage; of one port, of the service of one namespace, or of one subset where those are given. */
  explain(host: string, port?: number, namespace?: string, subset?: string): Explanation {
    const asked = { port, namespace, subset };
    const { record } = this;
    const { proxy } = record.config;
    const rows = this.#rows.get(host) ?? [];
    const candidates = rows.map((row) => candidateOf(row, record, asked));
    const clusters = this.#clustersOf(record.config, host, asked);
    const present = clusters.length > 0;
    const { points, answers } = this.#alternatives.of(host, asked);
    const undetermined = distinct([...clusters.flatMap(({ point }) => point ?? []), ...points]);
    const wavers = new Set(answers.map(({ verdict: possible }) => possible)).size > 1;
    const { gaps, sidecars, ground, unread: unreadOf, later } = this.#shared;
    const kept = clusters.map(({ service }) => originalOf(service));
    const doubts = doubtsFrom(gaps, { mesh: this.#mesh, proxy, host, rows, kept });
    const verdict: Verdict = wavers || doubts.length > 0 ? 'undetermined' : present ? 'present' : 'absent';
    const main = mainCandidate(rows, candidates, asked);
    const unread = unreadOf.get(host) ?? [];
    const refused = refusedRoutes(this.#mesh, proxy, host);
    const walk = main
      ? walkOf(
          main.row,
          main.candidate,
          candidates.filter((other) => other !== main.candidate),
          record,
          this.#mesh,
          asked,
        )
      : [];
    const misses: NearMiss[] = rows.length + unread.length === 0 ? nearMisses(host, this.#rows.keys(), this.#mesh) : [];
    return {
      apiVersion: API_VERSION,
      kind: 'Explanation',
      proxy: proxyRef(proxy),
      host,
      ...(port !== undefined && { port }),
      ...(subset !== undefined && { subset }),
      verdict,
      clusters: clusters.map(({ name }) => name),
      candidates: [...candidates, ...(later.get(host) ?? []), ...unread],
      ...(!present && { blockers: blockersOf(main?.candidate ?? unread[0], host) }),
      walk,
      ...(!present && { instead: insteadOf(host, asked, record.config, this.#ownDangling(host, asked)) }),
      ...(misses.length > 0 && { nearMisses: misses }),
      undetermined: [...undetermined, ...doubts],
      ...(answers.length > 0 && { possible: answers }),
      sidecars,
      ...(refused.length > 0 && { refusedRoutes: refused }),
      notes: this.#notes(host, rows, clusters),
      gaps,
      ground,
    };
  }

  explainAll(): ExplanationList {
    return {
      ...listOf(
        this.record.config.proxy,
        this.hosts.map((host) => this.explain(host)),
        this.#shared.ground,
      ),
      dangling: [...this.dangling],
      refusedRoutes: refusedRoutes(this.#mesh, this.record.config.proxy),
      ...(this.#isWaypoint && { waypoint: waypointFacts(this.#mesh, this.record.config) }),
    };
  }

  get #isWaypoint(): boolean {
    return this.record.config.proxy.type === 'waypoint';
  }

  #clustersOf(config: ProxyConfig, host: string, asked: Asked): Cluster[] {
    const all = config === this.record.config ? (this.record.clusters.get(host) ?? []) : config.clusters;
    return askedClusters(all, host, asked);
  }

  #notes(host: string, rows: readonly Service[], clusters: readonly Cluster[]): string[] {
    const notes: string[] = [];
    const undated = rows.filter(({ created }) => created === 0);
    if (rows.length > 1 && undated.length > 0) {
      const names = undated.map(serviceText).join(', ');
      notes.push(`No creation time: ${names}. In a cluster the oldest comes first, so the winner may differ there.`);
    }
    return [...notes, ...patchNotes(host, clusters, this.record.config.added)];
  }
}

interface Main {
  row: Service;
  candidate: Candidate;
}

/** The candidate to tell of: one that was kept, else the one that came furthest; one that has the port before one that has not. */
function mainCandidate(
  rows: readonly Service[],
  candidates: readonly Candidate[],
  { port, namespace }: Asked,
): Main | undefined {
  const rank = ({ row, candidate }: Main) =>
    (namespace !== undefined && row.namespace === namespace ? 1000 : 0) +
    (candidate.outcome === 'kept' ? 500 : 0) +
    (hasPort(row, port) ? 100 : 0) +
    STAGES.indexOf(candidate.stage ?? 'endpoints');
  return rows
    .map((row, i) => ({ row, candidate: candidates[i]! }))
    .reduce<Main | undefined>((best, next) => (best && rank(best) >= rank(next) ? best : next), undefined);
}

function blockersOf(candidate: Candidate | undefined, host: string) {
  if (candidate?.stage && candidate.reason) return [{ stage: candidate.stage, reason: candidate.reason }];
  if (candidate) return [];
  return [{ stage: 'registry' as const, reason: { code: 'not-in-registry' as const, args: { host } } }];
}

/** Several answers about one proxy. */
export function listOf(proxy: Proxy, items: Explanation[], ground: GroundOfAnswer): ExplanationList {
  return { apiVersion: API_VERSION, kind: 'ExplanationList', proxy: proxyRef(proxy), items, ground };
}
