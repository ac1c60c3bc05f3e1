import { isIPv6 } from 'node:net';
import { parseProtocol } from '../../../model/protocol.js';
import { Addresses } from './addresses.js';
import { newWords } from './tokens.js';

const WORD = /[A-Za-z0-9_-]+/g;

/** Says of texts what they become. */
export interface Renamer {
  /** Every word of a text, and every address in it. */
  text(text: string): string;
  portName(name: string): string;
  labelKey(key: string): string;
  /** Notes that another name is made of these, with a dash between them. */
  joined(...parts: string[]): void;
}

/** Notes the words that are asked for, and changes nothing. */
export class WordCollector implements Renamer {
  readonly words = new Set<string>();
  /** By name: those that it is made of. */
  readonly joints = new Map<string, readonly string[]>();

  text(text: string): string {
    if (ipv6In(text) !== undefined) return text;
    for (const [word] of new Addresses().replace(text).matchAll(WORD)) this.words.add(word);
    return text;
  }

  portName(name: string): string {
    this.text(splitPortName(name).rest);
    return name;
  }

  labelKey(key: string): string {
    if (!isPublicKey(key)) this.text(key);
    return key;
  }

  joined(...parts: string[]): void {
    this.joints.set(parts.join('-'), parts);
  }
}

/** Gives every word of a collection another, the same wherever it stands. */
export class WordReplacer implements Renamer {
  readonly #words: ReadonlyMap<string, string>;
  readonly #addresses = new Addresses();

  constructor({ words, joints }: WordCollector) {
    const others = newWords(words);
    for (const [name, parts] of joints)
      if (others.has(name)) others.set(name, parts.map((part) => others.get(part) ?? part).join('-'));
    this.#words = others;
  }

  text(text: string): string {
    const ipv6 = ipv6In(text);
    if (ipv6 !== undefined) return text.replace(ipv6, this.#addresses.replace(ipv6));
    // Addresses of IPv4 consist of digits, which no word is made of.
    return this.#addresses.replace(text).replace(WORD, (word) => this.#words.get(word) ?? word);
  }

  portName(name: string): string {
    const { protocol, rest } = splitPortName(name);
    return protocol + this.text(rest);
  }

  labelKey(key: string): string {
    return isPublicKey(key) ? key : this.text(key);
  }

  joined(): void {
    // Noted before.
  }
}

/** The protocol that istiod reads from the name of a port, with the dash after it; the rest of the name is free. */
function splitPortName(name: string): { protocol: string; rest: string } {
  const [, word = '', dash = ''] = /^(grpc-web|[^-]*)(-?)/i.exec(name) ?? [];
  const isKnown = parseProtocol(word) !== 'UnsupportedProtocol';
  const protocol = isKnown ? word + dash : '';
  return { protocol, rest: name.slice(protocol.length) };
}

/** The IPv6 address or range that a text is, alone or as `[address]:port`; its groups look like words. */
function ipv6In(text: string): string | undefined {
  const inner = /^\[(.+)\](:\d+( [A-Z]+)?)?$/.exec(text)?.[1] ?? text;
  return isIPv6(inner.replace(/\/\d+$/, '')) ? inner : undefined;
}

/** Keys that projects define, as against those of a company. */
function isPublicKey(key: string): boolean {
  return (
    /(^|\.)(istio|kubernetes|k8s)\.io\//.test(key) ||
    ['app', 'version', 'istio', 'istio-injection', 'istio-locality'].includes(key)
  );
}
