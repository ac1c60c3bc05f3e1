import http from 'node:http';
import https from 'node:https';
import type { ReadFlags } from '../loaded.js';
import { ReadError } from '../read-error.js';
import type { Connection } from './connection.js';
import { requestTimeout } from './duration.js';
import type { Transport } from './transport.js';

/** Credentials are fetched once, here: exec plugins run, OIDC tokens are refreshed. */
export async function transportFor(connection: Connection, flags: ReadFlags, signal: AbortSignal): Promise<Transport> {
  const timeoutMs = requestTimeout(flags.requestTimeout);
  const options: https.RequestOptions = {};
  try {
    await connection.config.applyToHTTPSOptions(options);
  } catch (error) {
    throw credentialError(connection, error as Error);
  }
  options.headers = { ...options.headers, ...impersonation(flags) };
  const { server, proxyUrl } = connection.cluster;
  // The library's agents close every connection; those for proxies have no other.
  if (proxyUrl === undefined) options.agent = keepAliveAgent(server, options);
  return { options, server: new URL(server), timeoutMs, signal };
}

function keepAliveAgent(server: string, options: https.RequestOptions): http.Agent {
  if (server.startsWith('http:')) return new http.Agent({ keepAlive: true });
  const { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername } = options;
  const tls = { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername };
  const known = Object.entries(tls).filter(([, value]) => value !== undefined);
  return new https.Agent({ keepAlive: true, ...Object.fromEntries(known) });
}

function impersonation({ as: user, asGroup = [] }: ReadFlags): http.OutgoingHttpHeaders {
  if (asGroup.length > 0 && user === undefined) throw new ReadError('--as-group needs --as.');
  return {
    ...(user !== undefined && { 'Impersonate-User': user }),
    ...(asGroup.length > 0 && { 'Impersonate-Group': asGroup }),
  };
}

function credentialError({ user }: Connection, error: Error): ReadError {
  const exec = user?.exec as { command?: string; installHint?: string } | null | undefined;
  const message = error.message.trim().split('\n').join(' ') || 'no output';
  if (!exec)
    return new ReadError(`The credentials of user ${user?.name ?? ''} cannot be used: ${message}.`, undefined, {
      cause: error,
    });
  const hint = exec.installHint ?? 'Does kubectl work with this context? It runs the same plugin.';
  return new ReadError(`The credential plugin ${exec.command ?? ''} failed: ${message}.`, hint, { cause: error });
}
