import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ApiServer } from './api-server.js';

/** What the server said, whole. */
export interface Forwarded {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Answers in the server's stead; `forward` asks the server itself. */
export type Misbehaviour = (
  asked: IncomingMessage & { url: string },
  answer: ServerResponse,
  forward: (path?: string) => Promise<Forwarded>,
) => Promise<void> | void;

export interface BadProxy {
  url: string;
  /** How often each path was asked for, without its query. */
  asked: Map<string, number>;
  stop: () => Promise<void>;
}

/** A proxy in front of the real server, on loopback without TLS. */
export async function badProxy(server: ApiServer, misbehave: Misbehaviour): Promise<BadProxy> {
  const asked = new Map<string, number>();
  const proxy = createServer((incoming, answer) => {
    const { url = '' } = incoming;
    const [path = ''] = url.split('?');
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const forward = (other = url) => ask(server, other, incoming);
    void Promise.resolve(misbehave(Object.assign(incoming, { url }), answer, forward)).catch(() => answer.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    asked,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** Passes an answer on as it is. */
export function pass(answer: ServerResponse, { status, headers, body }: Forwarded): void {
  answer.writeHead(status, headers).end(body);
}

function ask({ url, ca }: ApiServer, path: string, { headers }: IncomingMessage): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const { accept, authorization } = headers;
    const sent = request(url + path, { ca, headers: { accept, authorization } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const type = response.headers['content-type'] ?? 'application/json';
        resolve({ status: response.statusCode ?? 0, headers: { 'content-type': type }, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
