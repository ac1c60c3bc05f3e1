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
      const sent = request(url + path, { method, agent, headers: { ...headers, ...type } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || '{}') as Record<string, unknown> });
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
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
