import http from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import { constants as zlib, gunzip, gunzipSync, type ZlibOptions } from 'node:zlib';
import { ApiFailure } from './api-failure.js';

const unzip = promisify(gunzip);

/** Without --request-timeout a connection that says nothing for so long is given up; kubectl would wait for ever. */
const IDLE_MS = 60_000;

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export interface Transport {
  /** What every request carries: TLS material, agent, authorization. */
  options: https.RequestOptions;
  server: URL;
  timeoutMs: number | undefined;
  signal: AbortSignal | undefined;
}

/**
 * One GET. Throws ApiFailure when no whole answer came back, whatever its status. `arrived` is told how the text of one of
 * status 200 starts.
 */
export async function send(
  transport: Transport,
  path: string,
  accept: string,
  arrived?: (head: string) => void,
): Promise<Answer> {
  const timeout = transport.timeoutMs === undefined ? undefined : AbortSignal.timeout(transport.timeoutMs);
  const signals = [transport.signal, timeout].filter((signal) => signal !== undefined);
  const signal = AbortSignal.any(signals);
  try {
    const { response, body } = await exchange(transport, path, accept, signal, arrived);
    const whole = isZipped(response) ? await unzip(body, inOnePiece(body)) : body;
    return { status: response.statusCode ?? 0, headers: response.headers, body: whole };
  } catch (error) {
    transport.signal?.throwIfAborted();
    if (timeout?.aborted)
      throw new ApiFailure(`no answer within ${String(transport.timeoutMs)} ms`, { code: 'ETIMEDOUT' });
    throw asFailure(error as NodeJS.ErrnoException);
  }
}

const MAX_PIECE = 16 * 1024 ** 2;

/** The end of a gzip body tells its size: a piece as large need not be put together from many. */
function inOnePiece(body: Buffer): ZlibOptions {
  const size = body.length >= 4 ? body.readUInt32LE(body.length - 4) : 0;
  return { chunkSize: Math.min(Math.max(size, zlib.Z_MIN_CHUNK), MAX_PIECE) };
}

function isZipped({ headers }: http.IncomingMessage): boolean {
  return headers['content-encoding'] === 'gzip';
}

/** Enough for what a list says of itself. */
const HEAD_BYTES = 2048;

/** How the text starts, as far as its first bytes tell. */
function headOf(response: http.IncomingMessage, chunk: Buffer): string {
  const start = chunk.subarray(0, HEAD_BYTES);
  try {
    const text = isZipped(response) ? gunzipSync(start, { finishFlush: zlib.Z_SYNC_FLUSH }) : start;
    return text.toString('latin1', 0, HEAD_BYTES);
  } catch {
    // Whoever waits for the whole answer hears of it.
    return '';
  }
}

interface Exchange {
  response: http.IncomingMessage;
  body: Buffer;
}

function exchange(
  transport: Transport,
  path: string,
  accept: string,
  signal: AbortSignal,
  arrived: ((head: string) => void) | undefined,
): Promise<Exchange> {
  const { options, server } = transport;
  const { request } = server.protocol === 'http:' ? http : https;
  const base = server.pathname.replace(/\/$/, '');
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(base + path, server),
      { ...options, method: 'GET', signal, headers: { ...options.headers, Accept: accept, 'Accept-Encoding': 'gzip' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          if (chunks.length === 0 && response.statusCode === 200) arrived?.(headOf(response, chunk));
          chunks.push(chunk);
        });
        response.on('end', () => {
          resolve({ response, body: Buffer.concat(chunks) });
        });
        response.on('error', (error) => {
          reject(new ApiFailure(`the answer broke off (${error.message})`, { broken: true, cause: error }));
        });
      },
    );
    sent.setTimeout(IDLE_MS, () => {
      sent.destroy(Object.assign(new Error(`no answer for ${String(IDLE_MS / 1000)} s`), { code: 'ETIMEDOUT' }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

function asFailure(error: NodeJS.ErrnoException): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const { code, message } = error;
  // zlib: a gzip body that was cut.
  if (code?.startsWith('Z_')) return new ApiFailure('the answer broke off', { broken: true, cause: error });
  const broken = code === 'ECONNRESET' || code === 'EPIPE';
  // An AggregateError (several addresses tried) has no text of its own.
  const text = message || code || 'connection failed';
  return new ApiFailure(text, { ...(code !== undefined && { code }), broken, cause: error });
}
