import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { load } from 'js-yaml';
import type { ConflictList } from '../../src/explain/conflicts/conflict.js';
import type { ExtAuthzReport } from '../../src/explain/ext-authz/report.js';
import { expectGolden } from './support/golden.js';
import { run, textOf, type Answer } from './support/run.js';

const ROOT = 'test/explain/cases';

/** A question, and what istiod itself answered: it does not come from the engine. */
interface Ask {
  ask: string;
  verdict?: 'present' | 'absent' | ExtAuthzReport['verdict'] | ConflictList['verdict'];
  /** The first blocker. */
  reason?: string;
  /** Names of outbound clusters. */
  clusters?: string[];
  /** Of ext-authz, for each policy: the first link that fails, and what each kind of chain gets. */
  policies?: string[];
  /** Of ext-authz -A: the workloads, worst first. */
  workloads?: string[];
  /** Of some of the clusters, `address:port`. */
  endpoints?: Record<string, string[]>;
  /** Of conflicts, for each namespace: what it has. */
  conflicts?: string[];
  /** Rows of the registry. */
  hosts?: string[];
}

interface Questions {
  asks: Ask[];
  /** `NAME=FILE` for each Kubernetes cluster, where there are several. */
  files?: string[];
}

const EXIT = { present: 0, absent: 1, works: 0, none: 0, broken: 1, conflicts: 1, undetermined: 3 };

describe('problems that people had', () => {
  for (const name of readdirSync(ROOT)) {
    const folder = `${ROOT}/${name}`;
    const { asks, files = ['mesh.yaml'] } = load(readFileSync(`${folder}/ask.yaml`, 'utf8')) as Questions;
    const read = files.flatMap((file) => ['-f', file.replace(/[^=]+$/, (path) => `${folder}/${path}`)]);
    it(name, async () => {
      const text: string[] = [];
      const json: unknown[] = [];
      for (const [i, asked] of asks.entries()) {
        const argv = [...asked.ask.split(' '), ...read];
        const { exit, stdout, stderr } = await run(...argv, '-o', 'json');
        const answer = JSON.parse(stdout) as Answer;
        check(asked, exit, answer);
        const rendered = `${textOf(answer)}\n`;
        if (i === 0) expect(await run(...argv)).to.deep.equal({ exit, stdout: rendered, stderr });
        text.push(`$ ${asked.ask}\n${stderr}${rendered}[exit ${exit}]\n`);
        json.push({ ask: asked.ask, answer });
      }
      expectGolden(`${folder}/answer.txt`, text.join('\n'));
      expectGolden(`${folder}/answer.json`, `${JSON.stringify(json, null, 1)}\n`);
    }).timeout(60_000);
  }
});

function check(
  { ask, verdict, reason, clusters, hosts, policies, workloads, endpoints, conflicts }: Ask,
  exit: number,
  answer: Answer,
): void {
  if (answer.kind === 'Explanation' && 'verdict' in answer) {
    expect(answer.verdict, ask).to.equal(verdict);
    expect(exit, ask).to.equal(EXIT[verdict!]);
    expect([...answer.clusters].sort(), ask).to.deep.equal(clusters ?? []);
    expect(answer.blockers?.[0]?.reason.code, ask).to.equal(reason);
  } else if (answer.kind === 'ExtAuthzReport') {
    expect(answer.verdict, ask).to.equal(verdict);
    expect(exit, ask).to.equal(EXIT[verdict!]);
    expect(policyLines(answer), ask).to.deep.equal(policies ?? []);
  } else if (answer.kind === 'ExtAuthzReportList') {
    expect(answer.verdict, ask).to.equal(verdict);
    expect(exit, ask).to.equal(EXIT[verdict!]);
    expect(
      answer.items.map(({ proxy }) => `${proxy.namespace}/${proxy.name}`),
      ask,
    ).to.deep.equal(workloads ?? []);
  } else if (answer.kind === 'ClusterList') {
    expect(answer.items.map(({ name }) => name).sort(), ask).to.deep.equal(clusters ?? []);
    for (const [name, list] of Object.entries(endpoints ?? {}))
      expect(answer.items.find((item) => item.name === name)!.endpoints, ask).to.deep.equal(list);
  } else if (answer.kind === 'ConflictList') {
    expect(answer.verdict, ask).to.equal(verdict);
    expect(exit, ask).to.equal(EXIT[verdict!]);
    expect(conflictLines(answer), ask).to.have.members(conflicts ?? []);
  } else if (answer.kind === 'RegistryList') {
    const found = (answer.items as { hostname: string }[]).map(({ hostname }) => hostname);
    expect([...new Set(found)].sort(), ask).to.deep.equal([...(hosts ?? [])].sort());
  }
}

/** `entries-merged db.example.com: shop has ServiceEntry data/db-a, endpoints of data/db-b join` */
function conflictLines({ items }: ConflictList): string[] {
  return items.flatMap(({ kind, host, views }) =>
    views.flatMap(({ namespaces, partly = [], winner, losers }) =>
      namespaces.map((namespace) => {
        const parts = partly.filter((part) => part.namespace === namespace).map(({ proxies }) => ` (${proxies})`);
        const joined = losers.filter(({ endpointsJoin }) => endpointsJoin);
        const joins = joined.map((loser) => `, endpoints of ${loser.namespace}/${loser.name} join`);
        const holder = winner ? `${winner.kind} ${winner.namespace}/${winner.name}` : 'nobody';
        return `${kind} ${host}: ${namespace}${parts.join('')} has ${holder}${joins.join('')}`;
      }),
    ),
  );
}

/** `shop/web: fails at lookup; http denied, tcp denied` */
function policyLines({ items, handWritten, providers = [] }: ExtAuthzReport): string[] {
  return [
    ...items.map(({ policy, steps, effects, works }) => {
      const failed = steps.find(({ outcome }) => outcome === 'failed')?.step;
      const gets = effects.map(({ chain, gets: what }) => `${chain} ${what}`).join(', ') || 'nothing';
      return `${policy.namespace}/${policy.name}: ${works || !failed ? 'works' : `fails at ${failed}`}; ${gets}`;
    }),
    ...handWritten.map(
      ({ by, inCds, effect }) =>
        `${by.namespace}/${by.name}: ${inCds ? 'in CDS' : 'not in CDS'}; ${effect.chain} ${effect.gets}`,
    ),
    ...providers.map(({ name, gets }) => `${name}: ${gets}`),
  ];
}
