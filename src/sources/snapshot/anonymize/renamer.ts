import { isIPv6 } from 'node:net';
import { Addresses } from './addresses.js';
import { newWords } from './tokens.js';

const WORD = /[A-Za-z0-9_-]+/g;

/** Protocols that the name of a port may start with; the rest of the name is free. */
const PORT_PROTOCOL = /^(grpc-web|grpc|https?|http2|http3|mongo|mysql|redis|tcp|tls|udp|ws|wss|hbone|auto)/;

/** Says of texts what they become. */
export interface Renamer {
  /** Every word of a text, and every address in it. */
  text(text: string): string;
  portName(name: string): string;
  labelKey(key: string): string;
}

/** Notes the words that are asked for, and changes nothing. */
export class WordCollector implements Renamer {
  readonly words = new Set<string>();

  text(text: string): string {
    if (ipv6In(text) !== undefined) return text;
    for (const [word] of new Addresses().replace(text).matchAll(WORD)) this.words.add(word);
    return text;
  }

  portName(name: string): string {
    this.text(name.replace(PORT_PROTOCOL, ''));
    return name;
  }

  labelKey(key: string): string {
    if (!isPublicKey(key)) this.text(key);
    return key;
  }
}

/** Gives every word of a collection another, the same wherever it stands. */
export class WordReplacer implements Renamer {
  readonly #words: ReadonlyMap<string, string>;
  readonly #addresses = new Addresses();

  constructor(words: ReadonlySet<string>) {
    this.#words = newWords(words);
  }

  text(text: string): string {
    const ipv6 = ipv6In(text);
    if (ipv6 !== undefined) return text.replace(ipv6, this.#addresses.replace(ipv6));
    // Addresses of IPv4 consist of digits, which no word is made of.
    return this.#addresses.replace(text).replace(WORD, (word) => this.#words.get(word) ?? word);
  }

  portName(name: string): string {
    const protocol = PORT_PROTOCOL.exec(name)?.[0] ?? '';
    return protocol + this.text(name.slice(protocol.length));
  }

  labelKey(key: string): string {
    return isPublicKey(key) ? key : this.text(key);
  }
}

/** The IPv6 address or range that a text is, alone or as `[address]:port`; its groups look like words. */
function ipv6In(text: string): string | undefined {
  const inner = /^\[(.+)\](:\d+( [A-Z]+)?)?$/.exec(text)?.[1] ?? text;
  return isIPv6(inner.replace(/\/\d+$/, '')) ? inner : undefined;
}

/** Keys that projects define, as against those of a company. */
function isPublicKey(key: string): boolean {
  return /(^|\.)(istio|kubernetes|k8s)\.io\//.test(key) || ['app', 'version', 'istio', 'istio-injection'].includes(key);
}
