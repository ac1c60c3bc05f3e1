import { existsSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { cleanDeep } from '../../../src/output/clean.js';
import { withMeshConfig } from '../../../src/cli/mesh-config-patch.js';
import {
  CONFLICT_KINDS,
  SEVERITIES,
  type Conflict,
  type ConflictList,
} from '../../../src/explain/conflicts/conflict.js';
import { conflictList } from '../../../src/explain/conflicts/conflict-list.js';
import { findConflicts } from '../../../src/explain/conflicts/find-conflicts.js';
import { conflictListText } from '../../../src/output/conflict-list-text.js';
import { plain } from '../../../src/output/paint.js';
import { read } from '../../../src/sources/read.js';
import { expectGolden } from '../support/golden.js';
import { engineOn, fixed } from '../support/patch.js';
import { run } from '../support/run.js';

const ROOT = 'test/explain/conflicts';
const kinds = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe('conflicts', () => {
  it('has fixtures for every kind', () => {
    expect(kinds.map(({ name }) => name)).to.include.members(Object.keys(CONFLICT_KINDS));
  });

  for (const { name: kind } of kinds) {
    for (const which of readdirSync(`${ROOT}/${kind}`)) {
      it(`${kind}: ${which}`, async () => {
        const folder = `${ROOT}/${kind}/${which}`;
        const { exit, stdout, stderr } = await run('conflicts', '-f', `${folder}/mesh.yaml`, '-o', 'json');
        const answer = JSON.parse(stdout) as ConflictList;
        const found = answer.items.map((item) => item.kind as string);
        if (which === 'near-miss') expect(found).to.not.include(kind);
        else if (kind in CONFLICT_KINDS) expect(found).to.include(kind);
        expect(exit).to.equal(found.length > 0 ? 1 : 0);
        expect(stderr).to.equal('');
        const views = answer.items.flatMap((item) => item.views);
        if (kind === 'ties') expect(views.some(({ otherWinners }) => otherWinners?.length)).to.equal(true);
        expectGolden(`${folder}/answer.json`, `${stdout.trimEnd()}\n`);
        expectGolden(`${folder}/answer.txt`, `${conflictListText(cleanDeep(answer), plain, false).join('\n')}\n`);
      });
    }
  }

  for (const { name: kind } of kinds) {
    if (!existsSync(`${ROOT}/${kind}/positive`)) continue;
    it(`${kind}: the fix ends it, or it is said what is missing`, async () => {
      const file = `${ROOT}/${kind}/positive/mesh.yaml`;
      const { exit, stdout } = await run('conflicts', '--fix', '-f', file);
      expect(exit).to.equal(1);
      expectGolden(`${ROOT}/${kind}/positive/fix.yaml`, stdout);
      const { snapshot } = await read({ filename: [file] });
      const list = conflictList(await engineOn(file, snapshot.resources), { fixes: true });
      const { items } = await withMeshConfig(list, snapshot.resources);
      for (const { kind: found, host, severity, fix, missing } of items) {
        if (!fix)
          expect(missing, found).to.match(/^(No change that was tried ends it; missing is|Nothing needs to change:)/);
        else {
          const after = await engineOn(file, fixed(snapshot.resources, fix));
          const left = findConflicts(after).filter((other) => other.kind === found && other.host === host);
          const lighter = (other: Conflict) => SEVERITIES.indexOf(other.severity) > SEVERITIES.indexOf(severity);
          expect(
            left.filter((other) => !lighter(other)),
            fix.summary,
          ).to.deep.equal([]);
        }
      }
    });
  }

  const EXAMPLE = ['-f', 'examples/mesh', '-o', 'json'];
  const ask = async (...argv: string[]) => {
    const { exit, stdout } = await run('conflicts', ...argv, ...EXAMPLE);
    return { exit, items: (JSON.parse(stdout) as ConflictList).items };
  };

  it('finds what the example mesh promises, worst first', async () => {
    const { exit, items } = await ask();
    expect(exit).to.equal(1);
    expect(items.map(({ kind, host }) => `${kind} ${host}`)).to.deep.equal([
      'entries-of-namespaces rates.carrier.example.com',
      'entry-on-service-name search.catalog.svc.cluster.local',
      'entries-not-merged addresses.example.com',
      'entries-merged tax.example.com',
    ]);
  });

  it('answers for one host, short or long', async () => {
    expect((await ask('search.catalog')).items.map(({ host }) => host)).to.deep.equal([
      'search.catalog.svc.cluster.local',
    ]);
    expect(await ask('storefront.shop')).to.deep.equal({ exit: 0, items: [] });
  });

  it('answers for the proxies of one namespace', async () => {
    const { exit, items } = await ask('-n', 'partners');
    expect(exit).to.equal(1);
    expect(items.flatMap(({ views }) => views.flatMap(({ namespaces }) => namespaces))).to.deep.equal(
      items.map(() => 'partners'),
    );
    expect(await ask('-n', 'shop')).to.deep.equal({ exit: 0, items: [] });
  });

  it('refuses a namespace together with all namespaces', async () => {
    const { exit, stderr } = await run('conflicts', '-A', '-n', 'shop', '-f', 'examples/mesh');
    expect(exit).to.equal(2);
    expect(stderr).to.include('exclude each other');
  });
});
