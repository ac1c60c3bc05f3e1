import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_ARCHIVE } from '../../../scripts/package/artifacts.js';
import { OUT } from '../../../scripts/package/root.js';
import { Tmux } from '../../views/terminal/tmux.js';
import { ARCHIVE, MESH, temporaryFolder, unpack } from './release.js';

describe('the view of a release', () => {
  const folder = temporaryFolder();
  const terminal = new Tmux();

  beforeEach(() => terminal.start(100, 30));
  afterEach(() => terminal.stop());

  for (const [name, archive] of [
    ['executable', ARCHIVE],
    ['node', join(OUT, NODE_ARCHIVE)],
  ] as const) {
    it(`${name}: opens in a terminal, leads to the field that decided, and ends`, async () => {
      mkdirSync(join(folder(), name));
      unpack(archive, join(folder(), name));
      const program = join(folder(), name, 'kubectl-mesh_registry');
      await terminal.keys(
        `clear; HOME=${folder()} ${program} explain deployment/checkout.shop -f ${MESH}; echo code=$?`,
      );
      await terminal.keys('Enter');
      await terminal.shows(/Hosts\(shop\/deployment\/checkout\)/);
      await terminal.keys('/', 'policy', 'Enter', 'Enter');
      await terminal.shows(/✘ import/);
      await terminal.keys('j', 'Enter');
      await terminal.shows(/^> +- hosts:$/m);
      await terminal.keys('q');
      await terminal.shows(/^code=0$/m);
    });
  }
});
