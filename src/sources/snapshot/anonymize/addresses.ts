import { isIPv4, isIPv6 } from 'node:net';

/** Addresses that say something by themselves. */
const SPECIAL = /^(0\.|127\.|240\.240\.|255\.|::1?$|169\.254\.)/;

const V4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*[\w])/g;

/** Replaces the addresses of texts, each by the same other one wherever it stands. */
export class Addresses {
  readonly #known = new Map<string, string>();

  /** The text with its IPv4 addresses replaced; a text that is an IPv6 address, with prefix or without, as a whole. */
  replace(text: string): string {
    const [address = '', prefix] = text.split('/');
    if (isIPv6(address)) return this.#other(address) + (prefix === undefined ? '' : `/${prefix}`);
    return text.replace(V4, (found) => (isIPv4(found) ? this.#other(found) : found));
  }

  #other(address: string): string {
    if (SPECIAL.test(address)) return address;
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const number = this.#known.size + 1;
    const other = isIPv4(address)
      ? `10.${String((number >> 16) & 255)}.${String((number >> 8) & 255)}.${String(number & 255)}`
      : `fd00::${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}`;
    this.#known.set(address, other);
    return other;
  }
}
