import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { User } from '@kubernetes/client-node';

/** Why credentials of the kubeconfig cannot be valid at a time: a sentence, or undefined where they do not tell. */
export function credentialTimes(user: User, now: Date): string | undefined {
  return ofToken(user.token, now) ?? ofCertificate(user, now);
}

/** Tokens that are JWTs say from when and until when they hold, in seconds. RFC 7519, section 4.1 */
function ofToken(token: string | undefined, now: Date): string | undefined {
  const { exp, nbf, iat } = claimsOf(token);
  const [until, from] = [timeOf(exp), timeOf(nbf ?? iat)];
  if (until && until < now) return `The token expired at ${text(until)}: log in again.`;
  if (from && from > now)
    return `The token holds from ${text(from)} on, and it is ${text(now)} here: one clock is wrong.`;
  return undefined;
}

function claimsOf(token: string | undefined): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function ofCertificate({ certData, certFile }: User, now: Date): string | undefined {
  try {
    const pem = certData ? Buffer.from(certData, 'base64') : certFile ? readFileSync(certFile) : undefined;
    if (!pem) return undefined;
    const { validFrom, validTo } = new X509Certificate(pem);
    const [from, until] = [new Date(validFrom), new Date(validTo)];
    if (until < now) return `The client certificate expired at ${text(until)}: log in again.`;
    if (from > now)
      return `The client certificate holds from ${text(from)} on, and it is ${text(now)} here: one clock is wrong.`;
  } catch {
    // The API server refused it; what else is wrong with it shows elsewhere.
  }
  return undefined;
}

function timeOf(seconds: unknown): Date | undefined {
  const time = typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : undefined;
}

function text(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
