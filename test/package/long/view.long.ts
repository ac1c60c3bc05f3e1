import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { LARGE, makeMesh } from '../../../scripts/bench/make-mesh.js';
import { NODE_ARCHIVE } from '../../../scripts/package/artifacts.js';
import { OUT } from '../../../scripts/package/root.js';
import { Tmux } from '../../views/terminal/tmux.js';
import { ARCHIVE, MESH, temporaryFolder, unpack } from './release.js';

describe('the view of a release', () => {
  const folder = temporaryFolder();
  const terminal = new Tmux();
  const large = () => join(folder(), 'large.json');

  before(() => {
    writeFileSync(large(), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: makeMesh(LARGE) }));
  });
  beforeEach(() => terminal.start(100, 30));
  afterEach(() => terminal.stop());

  for (const [name, archive] of [
    ['executable', ARCHIVE],
    ['node', join(OUT, NODE_ARCHIVE)],
  ] as const) {
    const program = () => join(folder(), name, 'kubectl-mesh_registry');

    before(() => {
      mkdirSync(join(folder(), name));
      unpack(archive, join(folder(), name));
    });

    async function start(args: string): Promise<void> {
      await terminal.keys(`clear; HOME=${folder()} ${program()} ${args}; echo code=$?`, 'Enter');
    }

    it(`${name}: opens in a terminal, leads to the field that decided, and ends`, async () => {
      await start(`explain deployment/checkout.shop -f ${MESH}`);
      await terminal.shows(/Hosts\(shop\/deployment\/checkout\)/);
      await terminal.keys('/', 'policy', 'Enter', 'Enter');
      await terminal.shows(/✘ import/);
      await terminal.keys('j', 'Enter');
      await terminal.shows(/^> +- hosts:$/m);
      await terminal.keys('q');
      await terminal.shows(/^code=0$/m);
    });

    it(`${name}: answers keys while the engine computes`, async () => {
      await start(`browse -f ${large()}`);
      await terminal.shows(/^> istio-system/m);
      await terminal.keys(':', 'conflicts', 'Enter');
      await terminal.shows(/computing …/);
      await terminal.keys('?');
      await terminal.shows(/Help\(conflicts\)/);
      await terminal.keys('Escape');
      // Were the engine in the way of keys, it would be done by now.
      expect(await terminal.shows(/computing …|Conflicts\(all\)/)).to.include('computing …');
      await terminal.shows(/Conflicts\(all\)/);
      await terminal.keys('q');
      await terminal.shows(/^code=0$/m);
    });
  }
});
