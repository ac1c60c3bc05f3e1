import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { WatchServer } from '../../sources/support/watch-server.js';
import { hasTmux, Tmux } from './tmux.js';

describe('the view of a live mesh', function () {
  this.timeout(180_000);
  const terminal = new Tmux();
  const server = new WatchServer();
  let kubeconfig: string;

  before(async function () {
    if (!hasTmux() || !existsSync('dist')) this.skip();
    for (const name of ['a', 'm']) server.services.set(name, server.service(name));
    kubeconfig = await server.start('test');
    await terminal.start(100, 30);
  });
  after(async () => {
    await terminal.stop();
    if (kubeconfig !== undefined) server.stop();
  });

  /** A change that the API server tells of once somebody watches again. */
  async function add(name: string, watches: number): Promise<void> {
    while (server.watched.length < watches) await new Promise((resolve) => setTimeout(resolve, 50));
    server.services.set(name, server.service(name));
    server.send('ADDED', server.services.get(name)!);
  }

  it('shows changes without a key, says when it lost the server and since when, and goes on when that is back', async () => {
    await terminal.keys(`clear; node bin/run.js browse --kubeconfig ${kubeconfig}; echo code=$?`, 'Enter');
    await terminal.shows(/context test .*● watching/);
    await terminal.keys(':', 'hosts shop/New/web', 'Enter');
    await terminal.shows(/Hosts\(shop\/web\)\[2\]/);
    await terminal.keys('G');
    await terminal.shows(/^> +m\.shop\.svc/m);
    await add('b', 1);
    const added = await terminal.shows(/^.[ *]b\.shop\.svc/m);
    expect(added, 'the cursor stays').to.match(/^> +m\.shop\.svc/m);

    server.down();
    await terminal.shows(/✘ LOST \ds ago/);
    await terminal.shows(/✘ LOST [2-9]s ago|✘ LOST \d\ds ago/);
    await terminal.keys('g', '/', 'b.shop', 'Enter');
    await terminal.shows(/^> +b\.shop\.svc/m);
    await terminal.keys('Escape');

    await server.up();
    await terminal.shows(/● watching/);
    await add('c', 2);
    await terminal.shows(/Hosts\(shop\/web\)\[4\]/);
    await terminal.keys('q');
    await terminal.shows(/^code=0$/m);
  });
});
