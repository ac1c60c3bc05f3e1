import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { readAndFollow, type Loaded } from '../../src/sources/read.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { liveServer } from './support/global.js';
import { writeKubeconfig } from './support/kubeconfig.js';
import { TcpProxy } from './support/tcp-proxy.js';

const SERVICES = '/api/v1/namespaces/default/services';

describe('following a real API server', () => {
  let api: AdminApi;
  let proxy: TcpProxy;
  let latest: Loaded;
  const stop = new AbortController();
  const states: string[] = [];
  const follower = {
    changed: (loaded: Loaded) => void (latest = loaded),
    lost: (why: string) => void states.push(`lost: ${why}`),
    watching: () => void states.push('watching'),
  };
  const has = (name: string) => latest.snapshot.resources.some(({ metadata }) => metadata.name === name);
  const create = (name: string) =>
    api.must('POST', SERVICES, { metadata: { name }, spec: { ports: [{ name: 'http', port: 80 }] } });

  before(async () => {
    const { server } = liveServer();
    api = adminApi(server);
    proxy = new TcpProxy(server.url);
    await proxy.listen();
    const kubeconfig = writeKubeconfig(server, { name: 'followed', token: server.adminToken, url: proxy.url });
    latest = await readAndFollow({ kubeconfig }, { env: {}, signal: stop.signal }, follower);
  });
  after(async () => {
    stop.abort();
    await proxy.cut();
    for (const name of ['seen-at-once', 'made-meanwhile', 'seen-again'])
      await api.send('DELETE', `${SERVICES}/${name}`);
  });

  async function until(what: string, holds: () => boolean): Promise<void> {
    for (let tries = 0; tries < 600 && !holds(); tries++) await sleep(100);
    expect(holds(), `${what}; ${states.join(', ')}`).to.equal(true);
  }

  it('hears of a change', async () => {
    expect(states).to.deep.equal(['watching']);
    await create('seen-at-once');
    await until('the Service comes', () => has('seen-at-once'));
  });

  it('says that the server is gone, and keeps what it knows', async () => {
    await proxy.cut();
    await until('it is lost', () => states.at(-1)!.startsWith('lost: '));
    expect(states.at(-1)).to.match(/ECONNREFUSED|broke off|socket|ECONNRESET/);
    expect(has('seen-at-once')).to.equal(true);
  });

  it('hears of what happened meanwhile once the server is back, and goes on', async () => {
    await create('made-meanwhile');
    await proxy.listen();
    await until('the Service comes', () => has('made-meanwhile'));
    await until('it watches', () => states.at(-1) === 'watching');
    await create('seen-again');
    await api.must('DELETE', `${SERVICES}/seen-at-once`);
    await until('another comes, one goes', () => has('seen-again') && !has('seen-at-once'));
  });
});
