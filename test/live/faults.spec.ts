import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { ExplanationList } from '../../src/explain/explanation.js';
import { readFiles } from '../../src/sources/files/read-files.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { badProxy, pass, type BadProxy, type Misbehaviour } from './support/bad-proxy.js';
import { withoutGround } from './support/compare.js';
import { liveServer } from './support/global.js';
import { writeKubeconfig } from './support/kubeconfig.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';
import { run, type Run } from './support/run.js';
import { serviceAccountToken } from './support/service-account-token.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/mesh', import.meta.url));
const QUESTION = ['explain', 'deploy/checkout.shop', '-o', 'json'];
const ENTRIES = '/apis/networking.istio.io/v1/serviceentries';
const SERVICES = '/api/v1/services';

describe('a server that misbehaves', () => {
  let api: AdminApi;
  let made: string[] = [];
  let right: ExplanationList;
  let proxy: BadProxy | undefined;
  /** How many there are. */
  let services = 0;

  before(async () => {
    api = adminApi(liveServer().server);
    made = await loadMesh(api, (await readFiles([EXAMPLE])).snapshot.resources);
    services = ((await api.must('GET', SERVICES)).items as unknown[]).length;
    right = JSON.parse((await run(...QUESTION, '--kubeconfig', liveServer().kubeconfig)).stdout) as ExplanationList;
  });
  afterEach(async () => {
    await proxy?.stop();
    proxy = undefined;
  });
  after(() => removeMesh(api, made));

  async function through(misbehave: Misbehaviour, ...flags: string[]): Promise<Run> {
    const { server } = liveServer();
    proxy = await badProxy(server, misbehave);
    const kubeconfig = writeKubeconfig(server, { name: 'proxied', token: server.adminToken, url: proxy.url });
    return run(...QUESTION, '--kubeconfig', kubeconfig, ...flags);
  }

  const asks = (url: string, path: string): boolean => url.split('?')[0] === path;

  /** Misbehaves on the first `times` requests for ServiceEntries. */
  const onEntries = (times: number, bad: Misbehaviour): Misbehaviour => {
    let met = 0;
    return async (asked, answer, forward) => {
      if (asks(asked.url, ENTRIES) && met++ < times) await bad(asked, answer, forward);
      else pass(answer, await forward());
    };
  };

  function expectWhole({ exit, stdout, stderr }: Run): void {
    expect(exit, stderr).to.equal(0);
    expect(withoutGround(stdout)).to.deep.equal(withoutGround(JSON.stringify(right)));
  }

  /** ServiceEntries are missing: said, and no verdict that they could turn around is given. */
  function expectGap({ stdout, stderr }: Run, message: RegExp): void {
    expect(stderr).to.match(message).and.to.include('gap: could not list serviceentries.networking.istio.io');
    const verdicts = new Map(right.items.map(({ host, verdict }) => [host, verdict]));
    for (const { host, verdict } of (JSON.parse(stdout) as ExplanationList).items) {
      expect(verdict, host).to.be.oneOf([verdicts.get(host), 'undetermined']);
    }
  }

  const ONCE: Record<string, Misbehaviour> = {
    'an error of the server': (_, answer) => void answer.writeHead(500).end('{}'),
    'a busy server': (_, answer) => void answer.writeHead(429, { 'retry-after': '1' }).end('{}'),
    'a connection that is reset': (asked) => void asked.socket.resetAndDestroy(),
    'a connection that is reset within the answer': async (asked, answer, forward) => {
      const { body } = await forward();
      answer.writeHead(200, { 'content-length': body.length });
      answer.write(body.subarray(0, body.length / 2));
      await sleep(50);
      asked.socket.resetAndDestroy();
    },
    'an answer that is cut in half': async (_, answer, forward) => {
      const { headers, body } = await forward();
      answer.writeHead(200, headers).end(body.subarray(0, body.length / 2));
    },
  };

  for (const [what, bad] of Object.entries(ONCE)) {
    it(`${what}, once: asks again`, async () => {
      expectWhole(await through(onEntries(1, bad)));
      expect(proxy!.asked.get(ENTRIES)).to.equal(2);
    });

    it(`${what}, for ever: a gap, in bounded time`, async () => {
      expectGap(await through(onEntries(Infinity, bad)), /./);
      expect(proxy!.asked.get(ENTRIES)).to.be.within(2, 6);
    });
  }

  it('small pages: all of them are read', async () => {
    expectWhole(
      await through(async ({ url }, answer, forward) =>
        pass(answer, await forward(url.replace('limit=500', 'limit=2'))),
      ),
    );
    expect(proxy!.asked.get(ENTRIES)).to.be.greaterThan(2);
  });

  for (const [often, times] of [
    ['once', 1],
    ['for ever', Infinity],
  ] as const) {
    it(`a page that has expired, ${often}: ${times === 1 ? 'starts again' : 'a gap'}`, async () => {
      let met = 0;
      const answered = await through(async ({ url }, answer, forward) => {
        const expired = asks(url, ENTRIES) && url.includes('continue=') && met++ < times;
        if (expired)
          answer.writeHead(410).end('{"kind":"Status","message":"The provided continue parameter is too old"}');
        else pass(answer, await forward(url.replace('limit=500', 'limit=2')));
      });
      if (times === 1) expectWhole(answered);
      else expectGap(answered, /continue parameter is too old/);
    });
  }

  // Typed lists are read ahead: the page after the faulty one may be there before it.
  const ON_A_PAGE: Record<string, Misbehaviour> = {
    expires: (_, answer) =>
      void answer.writeHead(410).end('{"kind":"Status","message":"The provided continue parameter is too old"}'),
    'is cut in half': ONCE['an answer that is cut in half']!,
    'breaks off': ONCE['a connection that is reset within the answer']!,
  };
  for (const [what, bad] of Object.entries(ON_A_PAGE)) {
    for (const nth of [1, 2, 3]) {
      it(`page ${String(nth)} of the Services ${what}, once: all of them are read`, async () => {
        let pages = 0;
        const answered = await through(async (asked, answer, forward) => {
          const small = () => forward(asked.url.replace('limit=500', 'limit=2'));
          if (asks(asked.url, SERVICES) && ++pages === nth) await bad(asked, answer, small);
          else pass(answer, await small());
        });
        expectWhole(answered);
        expect(pages).to.be.greaterThan(Math.ceil(services / 2));
      });
    }
  }

  it('bytes that come too slowly, against --request-timeout: a gap', async () => {
    const slow: Misbehaviour = async (_, answer, forward) => {
      const { headers, body } = await forward();
      answer.writeHead(200, headers);
      for (const byte of body.subarray(0, 400)) {
        answer.write(Buffer.from([byte]));
        await sleep(20);
      }
      answer.end();
    };
    expectGap(await through(onEntries(Infinity, slow), '--request-timeout=1s'), /no answer within 1000 ms/);
  });

  const USELESS: Record<string, [bad: Misbehaviour, message: RegExp]> = {
    'a login page': [
      (_, answer) => void answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><form>'),
      /answered with a web page \(text\/html\)/,
    ],
    'a redirect to a login page': [
      (_, answer) => void answer.writeHead(302, { location: 'https://login.example/' }).end(),
      /could not be read: HTTP 302/,
    ],
    'credentials that are refused': [
      (_, answer) => void answer.writeHead(401).end('{"kind":"Status","message":"Unauthorized"}'),
      /refused the credentials of user proxied \(401: Unauthorized\)/,
    ],
    'nothing but errors': [(_, answer) => void answer.writeHead(503).end('{}'), /could not be read: HTTP 503/],
    'a server that hangs up': [(asked) => void asked.socket.destroy(), /socket hang up|ECONNRESET/],
  };
  for (const [what, [bad, message]] of Object.entries(USELESS)) {
    it(`${what}: one message, exit 3`, async () => {
      const { exit, stdout, stderr } = await through(bad);
      expect({ exit, stdout }, stderr).to.deep.equal({ exit: 3, stdout: '' });
      expect(stderr).to.match(message);
    });
  }

  it('a token that the server does not know: exit 3', async () => {
    const kubeconfig = writeKubeconfig(liveServer().server, { name: 'stranger', token: 'unknown' });
    const { exit, stderr } = await run(...QUESTION, '--kubeconfig', kubeconfig);
    expect(exit).to.equal(3);
    expect(stderr).to.match(/refused the credentials of user stranger/);
  });

  // Signed by the server's own key, so that nothing is wrong with them but the time.
  const TIMES: Record<string, [from: number, until: number, message: RegExp]> = {
    'a token that has expired': [-7200, -3600, /The token expired at 20.*Z: log in again\./],
    'a token of a clock that is ahead': [
      3600,
      7200,
      /The token holds from 20.*Z on, and it is 20.*Z here: one clock is wrong\./,
    ],
  };
  for (const [what, [from, until, message]] of Object.entries(TIMES)) {
    it(`${what}: exit 3, and the time is told`, async () => {
      const now = Math.floor(Date.now() / 1000);
      const token = serviceAccountToken(liveServer().server, now + from, now + until);
      const kubeconfig = writeKubeconfig(liveServer().server, { name: 'timed', token });
      const { exit, stdout, stderr } = await run(...QUESTION, '--kubeconfig', kubeconfig);
      expect({ exit, stdout }).to.deep.equal({ exit: 3, stdout: '' });
      expect(stderr)
        .to.match(/refused the credentials of user timed \(401/)
        .and.to.match(message);
    });
  }

  it('a certificate of another authority: exit 3', async () => {
    const { server } = liveServer();
    const ca = rootCertificates[0]!;
    const kubeconfig = writeKubeconfig(server, { name: 'other-ca', token: server.adminToken, ca });
    const { exit, stderr } = await run(...QUESTION, '--kubeconfig', kubeconfig);
    expect(exit).to.equal(3);
    expect(stderr).to.match(/The certificate of https:.* is not trusted/);
  });

  it('a server that is gone: exit 3', async () => {
    const { server } = liveServer();
    const kubeconfig = writeKubeconfig(server, { name: 'gone', token: 'x', url: 'https://127.0.0.1:1' });
    const { exit, stderr } = await run(...QUESTION, '--kubeconfig', kubeconfig);
    expect(exit).to.equal(3);
    expect(stderr).to.match(/Cannot reach the API server https:\/\/127.0.0.1:1: connect ECONNREFUSED/);
  });
});
