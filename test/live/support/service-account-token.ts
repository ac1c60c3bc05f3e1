import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiServer } from './api-server.js';

/** A token of the default ServiceAccount, as the server itself would sign it, for these seconds since the epoch. */
export function serviceAccountToken({ directory }: ApiServer, from: number, until: number): string {
  const issuer = 'https://kubernetes.default.svc';
  const claims = {
    iss: issuer,
    aud: [issuer],
    sub: 'system:serviceaccount:default:default',
    iat: from,
    nbf: from,
    exp: until,
    'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'default', uid: 'none' } },
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  const key = readFileSync(join(directory, 'sa.key'));
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}
