import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure } from './api-failure.js';
import { send, type Answer, type Transport } from './transport.js';
import { withoutManagedFields } from './without-managed-fields.js';

const MAX_BUSY = 5;
const MAX_WAIT_MS = 30_000;
const SERVER_ERROR_WAIT_MS = 250;

/** Gives the JSON object of a GET. Throws ApiFailure for every other answer than 200 with whole JSON. */
export type GetJson = (path: string, options?: GetOptions) => Promise<Record<string, unknown>>;

export interface GetOptions {
  accept?: string;
  /** Leaves these out unparsed; nothing else in the answer may have the name. */
  withoutManagedFields?: boolean;
  /** Told how the text of each answer of 200 starts, while the rest is under way. */
  arrived?: (head: string) => void;
}

/** Asks again when the server is busy (429, as often as it says, within bounds) and once when it failed (5xx, broken connection). */
export function getJson(transport: Transport): GetJson {
  return async (path, { accept = 'application/json', arrived, withoutManagedFields: lean } = {}) => {
    let busy = 0;
    let failed = 0;
    for (;;) {
      try {
        const answer = await send(transport, path, accept, arrived);
        return parse(lean ? { ...answer, body: withoutManagedFields(answer.body) } : answer);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        const { status = 0, retryAfter, broken = false } = error.details;
        if (status === 429 ? ++busy > MAX_BUSY : !(status >= 500 || broken) || ++failed > 1) throw error;
        const wait = Math.min(retryAfter ?? SERVER_ERROR_WAIT_MS, MAX_WAIT_MS);
        await sleep(wait, undefined, transport.signal ? { signal: transport.signal } : {});
      }
    }
  };
}

function parse({ status, headers, body: bytes }: Answer): Record<string, unknown> {
  const body = bytes.toString('utf8');
  const value = jsonObject(body);
  if (status === 200 && value) return value;
  if (status === 200) throw new ApiFailure(notJson(headers['content-type'], body), { broken: !isPage(body) });
  const { message } = value ?? {};
  const text = typeof message === 'string' && message !== '' ? message : `HTTP ${String(status)}`;
  const seconds = Number(headers['retry-after']);
  throw new ApiFailure(text, { status, ...(headers['retry-after'] && seconds >= 0 && { retryAfter: seconds * 1000 }) });
}

function jsonObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isPage(body: string): boolean {
  return body.trimStart().startsWith('<');
}

function notJson(type: string | undefined, body: string): string {
  return isPage(body)
    ? `the server answered with a web page (${type ?? 'no type'}), not as a Kubernetes API: a login page or proxy may stand between`
    : 'the answer is not whole JSON';
}
