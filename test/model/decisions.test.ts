import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { defaultMeshConfig } from '../../src/model/default-mesh-config.js';
import { NEWEST_KNOWN } from '../../src/model/features.js';
import { ISTIOD_VARIABLES } from '../../src/model/istiod-environment.js';
import { UNMODELLED_VARIABLES } from '../../src/model/unmodelled.js';

interface Decisions {
  version: string;
  followed: string[];
  former?: string[];
  named: string[];
  'does not matter': { why: string; variables?: string[]; fields?: string[] }[];
}

function decisions(name: string): Decisions & { passed: string[]; all: string[] } {
  const table = load(readFileSync(`test/model/decisions/${name}.yaml`, 'utf8')) as Decisions;
  const passed = table['does not matter'].flatMap(({ variables, fields }) => variables ?? fields ?? []);
  return { ...table, passed, all: [...table.followed, ...(table.former ?? []), ...table.named, ...passed] };
}

describe('what istiod can be told', () => {
  for (const [name, count] of [
    ['istiod-variables', 200],
    ['mesh-config', 50],
  ] as const) {
    it(`${name}: decided for the newest version, each once`, () => {
      const { version, all, 'does not matter': groups } = decisions(name);
      // Raising the version means to look at what is new in it.
      expect(version).to.equal(NEWEST_KNOWN);
      expect(all).to.have.length(count);
      expect(new Set(all).size).to.equal(all.length);
      for (const { why } of groups) expect(why).to.match(/\w{3}/);
    });
  }

  it('variables that are followed are those that the engine can read, and no others', () => {
    const { followed, former = [] } = decisions('istiod-variables');
    const whole = ISTIOD_VARIABLES.filter((name) => !UNMODELLED_VARIABLES.includes(name));
    expect([...followed, ...former]).to.have.members(whole);
  });

  it('variables and fields that change answers and are not followed are told', () => {
    expect(decisions('istiod-variables').named).to.have.members([...UNMODELLED_VARIABLES]);
    expect(decisions('mesh-config').named).to.have.length(0);
  });

  it("fields that istiod gives a default are followed, as far as the engine's defaults have them", () => {
    expect(decisions('mesh-config').followed).to.include.members(Object.keys(defaultMeshConfig()));
  });
});
