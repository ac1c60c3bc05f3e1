import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { readAndFollow, type Loaded } from '../../src/sources/read.js';
import { namesOf } from './support/api.js';
import { WatchServer } from './support/watch-server.js';

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !holds(); i++) await sleep(25);
  expect(holds(), what).to.equal(true);
}

describe('sources: following', function () {
  this.timeout(60_000);
  let stop: AbortController;
  let state: string[];
  let latest: Loaded;
  let folder: string | undefined;
  const follower = {
    changed: (loaded: Loaded) => void (latest = loaded),
    lost: (why: string) => void state.push(`lost: ${why}`),
    watching: () => void state.push('watching'),
  };
  const services = () => namesOf(latest, 'Service').sort().join(' ');

  beforeEach(() => {
    stop = new AbortController();
    state = [];
  });
  afterEach(async () => {
    stop.abort();
    if (folder !== undefined) await rm(folder, { recursive: true });
    folder = undefined;
  });

  describe('a live mesh', () => {
    let server: WatchServer;
    let kubeconfig: string;

    beforeEach(async () => {
      server = new WatchServer();
      server.services.set('a', server.service('a'));
      kubeconfig = await server.start();
      latest = await readAndFollow({ kubeconfig }, { env: {}, signal: stop.signal }, follower);
      await until('a watch', () => server.watched.length === 1);
    });
    afterEach(() => server.stop());

    it('hears of what is added, changed and deleted', async () => {
      expect(services()).to.equal('a');
      server.send('ADDED', server.service('b'));
      await until('b comes', () => services() === 'a b');
      server.send('DELETED', server.service('a'));
      await until('a goes', () => services() === 'b');
      expect(server.listed).to.equal(1);
    });

    it('goes on where a broken watch ended, bookmarks counted', async () => {
      server.send('BOOKMARK', { metadata: { resourceVersion: '99' } });
      await sleep(100);
      server.breakOff();
      await until('another watch', () => server.watched.length === 2);
      expect(server.watched[1]!.get('resourceVersion')).to.equal('99');
      expect(server.watched[1]!.get('allowWatchBookmarks')).to.equal('true');
      expect(state.some((one) => one.startsWith('lost'))).to.equal(true);
      // Although nothing changes.
      await until('the connection is there again', () => state.at(-1) === 'watching');
      server.send('ADDED', server.service('b'));
      await until('b comes', () => services() === 'a b');
      expect(server.listed).to.equal(1);
    });

    it('keeps every page of a list, at first and again', async () => {
      for (const name of ['b', 'c']) server.services.set(name, server.service(name));
      server.paged = true;
      server.send('ERROR', { kind: 'Status', code: 410, message: 'too old resource version' });
      await until('all come', () => services() === 'a b c');
      const { snapshot } = await readAndFollow({ kubeconfig }, { env: {}, signal: stop.signal }, follower);
      expect(snapshot.resources.map(({ metadata }) => metadata.name)).to.deep.equal(['a', 'b', 'c']);
      server.send('ADDED', server.service('d'));
      await until('another comes', () => services() === 'a b c d');
    });

    it('keeps a Namespace that may be read by its name alone, as it is now', async () => {
      server.namespaceLabels = { before: '' };
      latest = await readAndFollow({ kubeconfig }, { env: {}, signal: stop.signal }, follower);
      const labels = () => latest.snapshot.resources.find(({ kind }) => kind === 'Namespace')?.metadata.labels;
      expect(labels()).to.deep.equal({ before: '' });
      await until('another watch', () => server.watched.length === 2);
      server.namespaceLabels = { after: '' };
      server.send('ADDED', server.service('b'));
      await until('b comes', () => services() === 'a b' && labels()?.after === '');
    });

    it('lists again when too much was missed', async () => {
      server.services.set('c', server.service('c'));
      server.send('ERROR', { kind: 'Status', code: 410, message: 'too old resource version' });
      await until('c comes', () => services() === 'a c');
      expect(server.listed).to.equal(2);
    });
  });

  it('hears of changes in each of several clusters, and which of them is lost', async () => {
    const [east, west] = [new WatchServer(), new WatchServer()];
    try {
      east.services.set('a', east.service('a'));
      west.services.set('b', west.service('b'));
      const files = [await east.start('east'), await west.start('west')];
      latest = await readAndFollow(
        { clusterContext: ['west-1=west'] },
        { env: { KUBECONFIG: files.join(delimiter) }, signal: stop.signal },
        follower,
      );
      await until('two watches', () => east.watched.length === 1 && west.watched.length === 1);
      const ofWest = () =>
        latest.snapshot.remotes!.map(({ resources }) => resources.map(({ metadata }) => metadata.name));
      expect([services(), ofWest()]).to.deep.equal(['a', [['b']]]);
      west.send('ADDED', west.service('c'));
      await until('c comes', () => ofWest()[0]!.includes('c'));
      expect([services(), ofWest()]).to.deep.equal(['a', [['b', 'c']]]);
      expect(latest.snapshot.remotes![0]).to.deep.include({ name: 'west-1' });
      east.send('DELETED', east.service('a'));
      await until('a goes', () => services() === '');
      west.breakOff();
      await until('west is lost and found', () => state.some((one) => one.startsWith('lost: west')));
      await until('west is watched again', () => west.watched.length === 2);
      west.send('ADDED', west.service('d'));
      await until('d comes', () => ofWest()[0]!.includes('d'));
      await until('all is watched', () => state.at(-1) === 'watching');
    } finally {
      east.stop();
      west.stop();
    }
  });

  it('reads files again when they change, and says when they cannot be read', async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
    const file = join(folder, 'mesh.json');
    const write = (text: string) => writeFile(file, text);
    const service = (name: string) =>
      JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop' }, spec: {} });
    await write(service('a'));
    latest = await readAndFollow({ filename: [file] }, { signal: stop.signal }, follower);
    expect(services()).to.equal('a');
    await write(service('longer'));
    await until('another service', () => services() === 'longer');
    await write('{');
    await until('an error', () => state.at(-1)!.startsWith('lost'));
    await write(service('b'));
    await until('the mesh again', () => services() === 'b' && state.at(-1) === 'watching');
  });
});
