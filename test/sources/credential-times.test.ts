import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { credentialTimes } from '../../src/sources/live/credential-times.js';

const CERTIFICATE = fileURLToPath(new URL('fixtures/client.pem', import.meta.url));
const NOW = new Date('2026-06-01T12:00:00Z');
const seconds = (time: string): number => Date.parse(time) / 1000;

const token = (claims: object): string =>
  ['{"alg":"RS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

describe('credentials that were refused', () => {
  const TOKENS: [claims: object, why: string | undefined][] = [
    [{ exp: seconds('2026-06-01T11:00:00Z') }, 'The token expired at 2026-06-01T11:00:00Z: log in again.'],
    [
      { exp: seconds('2026-06-01T15:00:00Z'), iat: seconds('2026-06-01T14:00:00Z') },
      'The token holds from 2026-06-01T14:00:00Z on, and it is 2026-06-01T12:00:00Z here: one clock is wrong.',
    ],
    [
      { nbf: seconds('2026-06-01T13:00:00Z'), iat: seconds('2026-06-01T11:00:00Z') },
      'The token holds from 2026-06-01T13:00:00Z on, and it is 2026-06-01T12:00:00Z here: one clock is wrong.',
    ],
    [{ exp: seconds('2026-06-01T15:00:00Z'), iat: seconds('2026-06-01T11:00:00Z') }, undefined],
    [{ exp: 'soon', iat: null }, undefined],
    [{ exp: 1e300 }, undefined],
  ];
  for (const [claims, why] of TOKENS) {
    it(`a token with ${JSON.stringify(claims)}`, () => {
      expect(credentialTimes({ name: 'dev', token: token(claims) }, NOW)).to.equal(why);
    });
  }

  for (const opaque of ['secret', 'a.b.c', '..', `x.${Buffer.from('null').toString('base64url')}.y`]) {
    it(`a token that tells nothing: ${opaque}`, () => {
      expect(credentialTimes({ name: 'dev', token: opaque }, NOW)).to.equal(undefined);
    });
  }

  const certData = readFileSync(CERTIFICATE).toString('base64');
  for (const [form, user] of Object.entries({
    'as data': { name: 'dev', certData },
    'as a file': { name: 'dev', certFile: CERTIFICATE },
  })) {
    it(`a client certificate, ${form}`, () => {
      expect(credentialTimes(user, new Date('2040-01-01T00:00:00Z'))).to.match(
        /^The client certificate expired at 20\d\d-.*Z: log in again\.$/,
      );
      expect(credentialTimes(user, new Date('2020-01-01T00:00:00Z'))).to.match(
        /^The client certificate holds from 20\d\d-.*Z on, and it is 2020-01-01T00:00:00Z here: one clock is wrong\.$/,
      );
    });
  }

  it('a client certificate that is none, or is not there', () => {
    expect(credentialTimes({ name: 'dev', certData: 'bm8=' }, NOW)).to.equal(undefined);
    expect(credentialTimes({ name: 'dev', certFile: '/no/such/file' }, NOW)).to.equal(undefined);
  });
});
