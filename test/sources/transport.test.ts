import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import nock from 'nock';
import { getJson, type GetJson } from '../../src/sources/live/get-json.js';
import { errorOf } from './support/fails.js';

/** Against a real server: what interceptors do not imitate. */
describe('sources: transport', () => {
  let server: http.Server;
  let connections = 0;
  let agent: http.Agent;
  let get: GetJson;
  let answer: http.RequestListener;

  // Interceptors replace Node's sockets from the moment they are imported anywhere.
  before(() => {
    nock.restore();
  });

  beforeEach(async () => {
    connections = 0;
    server = http.createServer((request, response) => {
      answer(request, response);
    });
    server.on('connection', () => connections++);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    agent = new http.Agent({ keepAlive: true });
    const url = new URL(`http://127.0.0.1:${port}/k8s/clusters/c-1/`);
    get = getJson({ options: { agent }, server: url, timeoutMs: 300, signal: undefined });
  });

  afterEach(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });

  it('keeps the connection, the path of the server, and takes gzip', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ url: request.url, accept: request.headers['accept-encoding'] })));
    };
    for (const path of ['/api/v1/pods?limit=5', '/apis']) {
      expect(await get(path)).to.deep.equal({ url: `/k8s/clusters/c-1${path}`, accept: 'gzip' });
    }
    expect(connections).to.equal(1);
  });

  it('does not take half an answer', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"items":[]}', () => response.destroy());
    };
    expect((await errorOf(get('/api'))).message).to.equal('the answer broke off (aborted)');
    expect(connections).to.equal(2);
  });

  it('does not take half of a compressed answer', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"items":[]}').subarray(0, 20));
    };
    expect((await errorOf(get('/api'))).message).to.equal('the answer broke off');
  });

  it('ends a request that takes too long, and does not repeat it', async () => {
    answer = (_, response) => response.writeHead(200).write('{');
    expect((await errorOf(get('/api'))).message).to.equal('no answer within 300 ms');
    expect(connections).to.equal(1);
  });
});
