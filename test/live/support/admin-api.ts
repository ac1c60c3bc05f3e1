import { Agent, request } from 'node:https';
import type { ApiServer } from './api-server.js';

export interface ApiAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Speaks to the server as its administrator, for what tests set up. */
export interface AdminApi {
  send: (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;
  /** As `send`; throws for every status from 400 on. */
  must: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;
}

export function adminApi({ url, ca, adminToken }: ApiServer): AdminApi {
  const agent = new Agent({ keepAlive: true, ca });
  const headers = { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' };
  const send = (method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
    new Promise((resolve, reject) => {
      const type = method === 'PATCH' ? { 'Content-Type': 'application/merge-patch+json' } : {};
      const text = body === undefined ? '' : JSON.stringify(body);
      // Said by hand: Node would send the body of a DELETE without its length.
      const length = { 'Content-Length': Buffer.byteLength(text) };
      const sent = request(url + path, { method, agent, headers: { ...headers, ...type, ...length } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          const isJson = answer.startsWith('{');
          // What is not served at all is answered in plain text.
          const body = isJson ? (JSON.parse(answer) as Record<string, unknown>) : { message: answer };
          resolve({ status: response.statusCode ?? 0, body });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  return {
    send,
    must: async (method, path, body) => {
      const answer = await send(method, path, body);
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${String(answer.body.message)}`);
      return answer.body;
    },
  };
}
