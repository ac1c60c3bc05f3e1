import http from 'node:http';
import https from 'node:https';
import { createInterface } from 'node:readline';
import { ApiFailure } from './api-failure.js';
import type { Transport } from './transport.js';

export interface WatchEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: Record<string, unknown>;
}

/** The server is asked to end a watch after this, and to send bookmarks in between, about one a minute. */
const WATCH_SECONDS = 300;
const IDLE_MS = 150_000;

/**
 * One watch, event by event, until the server ends it. Throws ApiFailure when it is refused or breaks. `begun` is called when the
 * server takes it: the first event of a quiet list may be long in coming.
 */
export async function* watchStream(
  transport: Transport,
  path: string,
  accept: string,
  begun: () => void,
): AsyncGenerator<WatchEvent> {
  const response = await open(transport, `${path}&timeoutSeconds=${String(WATCH_SECONDS)}`, accept);
  const { statusCode = 0 } = response;
  if (statusCode !== 200) {
    response.resume();
    throw new ApiFailure(`HTTP ${String(statusCode)}`, { status: statusCode });
  }
  begun();
  try {
    for await (const line of createInterface({ input: response })) {
      if (line.trim() !== '') yield JSON.parse(line) as WatchEvent;
    }
  } catch (error) {
    throw new ApiFailure(`the watch broke off (${(error as Error).message})`, { broken: true, cause: error });
  } finally {
    response.destroy();
  }
  if (!response.complete) throw new ApiFailure('the watch broke off', { broken: true });
}

function open({ options, server, signal }: Transport, path: string, accept: string): Promise<http.IncomingMessage> {
  const { request } = server.protocol === 'http:' ? http : https;
  const url = new URL(server.pathname.replace(/\/$/, '') + path, server);
  const headers = { ...options.headers, Accept: accept };
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method: 'GET', headers, ...(signal && { signal }) }, resolve);
    sent.setTimeout(IDLE_MS, () => {
      sent.destroy(new Error(`nothing came for ${String(IDLE_MS / 1000)} s`));
    });
    sent.on('error', (error) => {
      reject(new ApiFailure(error.message, { broken: true, cause: error }));
    });
    sent.end();
  });
}
