import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import nock from 'nock';
import type { Resource } from '../../src/model/resource.js';
import { getJson, type GetJson } from '../../src/sources/live/get-json.js';
import { LISTED, listOptions } from '../../src/sources/live/kind-requests.js';
import { listPages } from '../../src/sources/live/list-pages.js';
import { WatchStore } from '../../src/sources/live/watch-store.js';
import { errorOf } from './support/fails.js';

const PODS = '/api/v1/pods';

/** Against a real server, whose answers come in parts. */
describe('sources: pages of a list', () => {
  let server: http.Server;
  let agent: http.Agent;
  let get: GetJson;
  /** By the token that asks for it: what gives the page. */
  let pages: Record<string, (response: http.ServerResponse) => unknown>;
  let asked: string[];

  // Interceptors replace Node's sockets from the moment they are imported anywhere.
  before(() => {
    nock.restore();
  });

  beforeEach(async () => {
    asked = [];
    server = http.createServer(({ url = '' }, response) => {
      const token = new URL(url, 'http://x').searchParams.get('continue') ?? '';
      asked.push(token);
      void pages[token]!(response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    agent = new http.Agent({ keepAlive: true });
    get = getJson({
      options: { agent },
      server: new URL(`http://127.0.0.1:${port}`),
      timeoutMs: undefined,
      signal: undefined,
    });
  });

  afterEach(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });

  const read = async (through = get): Promise<string[]> => {
    const objects = await listPages(through, PODS, (item) => item as Resource);
    return objects.map(({ metadata }) => metadata.name);
  };

  const page = (next: string, ...names: string[]) => {
    const items = names.map((name) => ({ metadata: { name, namespace: 'shop' } }));
    return JSON.stringify({ kind: 'PodList', metadata: { resourceVersion: '7', continue: next }, items });
  };

  for (const encoding of ['gzip', 'identity']) {
    it(`asks for the next page while one is under way (${encoding})`, async () => {
      const encode = (text: string) => (encoding === 'gzip' ? gzipSync(text) : Buffer.from(text));
      let isAsked: () => void;
      const second = new Promise<void>((resolve) => (isAsked = resolve));
      pages = {
        // Ends only once the second is asked for.
        '': async (response) => {
          const names = Array.from({ length: 5000 }, (_, index) => `pod-${String(index * 7919)}`);
          const body = encode(page('two', ...names));
          response.writeHead(200, { 'content-encoding': encoding });
          response.write(body.subarray(0, body.length / 2));
          await second;
          response.end(body.subarray(body.length / 2));
        },
        two: (response) => {
          isAsked();
          response.writeHead(200, { 'content-encoding': encoding }).end(encode(page('', 'last')));
        },
      };
      const names = await read();
      expect(names).to.have.length(5001);
      expect(names.at(-1)).to.equal('last');
      expect(asked).to.deep.equal(['', 'two']);
    });
  }

  it('reads one page ahead, and no more', async () => {
    let first: http.ServerResponse;
    let met = true;
    pages = {
      '': (response) => {
        first = response;
        response.write(page('two', 'a').slice(0, -1));
      },
      two: async (response) => {
        await new Promise<void>((done) => response.end(page('three', 'b'), done));
        // Once these are answered, a third page would have been asked for.
        for (let probe = 0; probe < 10; probe++) await get(`${PODS}?continue=probe`);
        met = asked.includes('three');
        first.end('}');
      },
      probe: (response) => response.end('{}'),
      three: (response) => response.end(page('', 'c')),
    };
    expect(await read()).to.deep.equal(['a', 'b', 'c']);
    expect(met).to.equal(false);
  });

  it('does not take a page that was asked for ahead by an answer that broke off', async () => {
    let first = true;
    pages = {
      '': (response) => {
        // As lists of custom resources: what the list says of itself comes last.
        if (!first) return response.end('{"items":[{"metadata":{"name":"a"}}],"metadata":{"continue":"new"}}');
        first = false;
        const text = page('old', 'of the past');
        // HTTP says that it is whole.
        return response.end(text.slice(0, -2));
      },
      old: (response) => response.end(page('', 'of the past, too')),
      new: (response) => response.end(page('', 'b')),
    };
    const store = new WatchStore();
    expect(await read(store.through(get))).to.deep.equal(['a', 'b']);
    expect(asked).to.deep.equal(['', 'old', '', 'new']);
    expect(store.lists.get(PODS)?.objects.size).to.equal(2);
  });

  it('remembers a list of which a later page came first', async () => {
    let first = true;
    pages = {
      '': (response) => {
        const text = page('two', 'a');
        response.end(first ? text.slice(0, -2) : text);
        first = false;
      },
      two: (response) => response.end(page('', 'b')),
    };
    const store = new WatchStore();
    expect(await read(store.through(get))).to.deep.equal(['a', 'b']);
    expect(asked).to.deep.equal(['', 'two', '']);
    expect(store.lists.get(PODS)).to.deep.include({ resourceVersion: '7' });
  });

  it('fails when a page that was asked for ahead fails', async () => {
    pages = {
      '': (response) => response.end(page('two', 'a')),
      two: (response) => response.writeHead(403).end(JSON.stringify({ message: 'no longer' })),
    };
    expect((await errorOf(read())).message).to.equal('no longer');
  });

  it('does not follow a page that leads to itself', async () => {
    pages = {
      '': (response) => response.end(page('same', 'a')),
      same: (response) => response.end(page('same', 'b')),
    };
    expect((await errorOf(read())).message).to.equal('the server gives one page of the list for ever');
  });

  it('leaves out what servers note of fields, and nothing else', async () => {
    const tricky = { 'k:{"name":"a]"}': ['[', '\\"]', '\\\\', { '.': {} }], 'f:[': [] };
    const pod = {
      metadata: {
        name: 'a',
        labels: { managedFields: '"managedFields":[' },
        managedFields: [{ fieldsV1: tricky }, [[]]],
        annotations: { after: 'ü' },
      },
      spec: { nodeName: 'n' },
    };
    pages = { '': (response) => response.end(JSON.stringify({ items: [pod, pod] })) };
    const { items } = await get(PODS, { withoutManagedFields: true });
    const left = { ...pod, metadata: { ...pod.metadata, managedFields: [] } };
    expect(items).to.deep.equal([left, left]);
  });

  it('does not take a text that was cut within them', async () => {
    pages = { '': (response) => response.end('{"items":[{"metadata":{"managedFields":[{"a":"') };
    const failed = await errorOf(get(PODS, { withoutManagedFields: true }));
    expect(failed.message).to.equal('the answer is not whole JSON');
  });

  it('leaves a custom resource as it is', async () => {
    const resource = {
      metadata: { name: 'a' },
      spec: { configPatches: [{ patch: { value: { managedFields: [1] } } }] },
    };
    pages = { '': (response) => response.end(JSON.stringify({ items: [resource] })) };
    const info = LISTED.find(({ kind }) => kind === 'EnvoyFilter')!;
    const read = await listPages(
      get,
      '/apis/networking.istio.io/v1alpha3/envoyfilters',
      (item) => item,
      listOptions(info),
    );
    expect(read).to.deep.equal([resource]);
  });
});
