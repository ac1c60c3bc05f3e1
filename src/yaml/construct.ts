import { EVENT_ID, getScalarValue, SCALAR_STYLE, type AliasEvent, type Event, type ScalarEvent } from 'js-yaml';
import { startOf } from './events.js';
import { YamlError } from './fault.js';
import { plainValue, taggedValue, type KnownTag } from './scalar.js';

type Mapping = Record<string, unknown>;

interface Anchor {
  value: unknown;
  /** So many nodes does an alias stand for. */
  nodes: number;
}

/** Builds the value of a document as go-yaml v2 does (its decode.go), and as sigs.k8s.io/yaml makes JSON of it. */
export class Constructor {
  readonly #events: readonly Event[];
  readonly #text: string;
  /** By name; undefined while the node itself is being built. */
  readonly #anchors = new Map<string, Anchor | undefined>();
  #next = 0;
  /** All nodes, those included that aliases stand for. */
  #nodes = 1;
  #aliased = 0;

  constructor(events: readonly Event[], text: string) {
    this.#events = events;
    this.#text = text;
  }

  /** Throws YamlError. */
  value(): unknown {
    const event = this.#events[this.#next++];
    if (event === undefined) return null;
    const before = this.#nodes++;
    if (event.type === EVENT_ID.ALIAS) return this.#alias(event);
    if (!('anchorStart' in event)) throw new YamlError('a node was expected', startOf(event));
    const name = event.anchorStart < 0 ? undefined : this.#text.slice(event.anchorStart, event.anchorEnd);
    if (name !== undefined) this.#anchors.set(name, undefined);
    const value =
      event.type === EVENT_ID.SCALAR
        ? this.#scalar(event)
        : event.type === EVENT_ID.SEQUENCE
          ? this.#sequence()
          : this.#mapping();
    if (name !== undefined) this.#anchors.set(name, { value, nodes: this.#nodes - before });
    return value;
  }

  #sequence(): unknown[] {
    const items: unknown[] = [];
    while (this.#events[this.#next]!.type !== EVENT_ID.POP) items.push(this.value());
    this.#next++;
    return items;
  }

  #mapping(): Mapping {
    const mapping: Mapping = {};
    let merged: Set<string> | undefined;
    for (;;) {
      const event = this.#events[this.#next]!;
      if (event.type === EVENT_ID.POP) break;
      if (this.#isMerge(event)) {
        merged ??= new Set();
        this.#next++;
        this.#merge(mapping, merged);
      } else {
        const key = this.#key(event);
        if (Object.hasOwn(mapping, key) && !merged?.has(key))
          throw new YamlError(`the key ${quoted(key)} stands twice`, startOf(event));
        merged?.delete(key);
        put(mapping, key, this.value());
      }
    }
    this.#next++;
    return mapping;
  }

  /** JSON's keys are text. */
  #key(event: Event): string {
    const key = this.value();
    if (typeof key === 'string') return key;
    if (typeof key === 'number' || typeof key === 'boolean') return String(key);
    const what = key === null ? 'nothing' : Array.isArray(key) ? 'a list' : 'a mapping';
    throw new YamlError(`${what} stands where the name of a field must be`, startOf(event));
  }

  #isMerge(event: Event): boolean {
    if (event.type !== EVENT_ID.SCALAR || this.#text.slice(event.valueStart, event.valueEnd) !== '<<') return false;
    const tag = this.#tagOf(event);
    return tag === '!!merge' || (tag === undefined && event.style === SCALAR_STYLE.PLAIN);
  }

  /** Other than YAML says, what is merged replaces what stood before it. */
  #merge(into: Mapping, merged: Set<string>): void {
    const event = this.#events[this.#next]!;
    const value = this.value();
    // Of several mappings the earlier ones count.
    const sources: unknown[] = event.type === EVENT_ID.SEQUENCE && Array.isArray(value) ? value.toReversed() : [value];
    for (const source of sources) {
      if (typeof source !== 'object' || source === null || Array.isArray(source)) {
        throw new YamlError('only mappings can be merged with <<', startOf(event));
      }
      for (const [key, item] of Object.entries(source)) {
        if (!Object.hasOwn(into, key)) merged.add(key);
        put(into, key, item);
      }
    }
  }

  #alias(event: AliasEvent): unknown {
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const anchor = this.#anchors.get(name);
    if (!anchor) {
      const why = this.#anchors.has(name) ? 'stands within what it names' : `names no anchor before it`;
      throw new YamlError(`the alias *${name} ${why}`, event.anchorStart);
    }
    this.#nodes += anchor.nodes;
    this.#aliased += anchor.nodes;
    if (this.#aliased > 100 && this.#nodes > 1000 && this.#aliased / this.#nodes > allowedShare(this.#nodes)) {
      throw new YamlError('aliases stand for more than any object holds', event.anchorStart);
    }
    // Each one is an object of its own.
    return typeof anchor.value === 'object' ? structuredClone(anchor.value) : anchor.value;
  }

  #scalar(event: ScalarEvent): unknown {
    const text = getScalarValue(this.#text, event);
    const tag = this.#tagOf(event);
    if (tag === undefined && event.style !== SCALAR_STYLE.PLAIN) return text;
    const value = tag === undefined ? plainValue(text) : this.#tagged(tag, text, event);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new YamlError(`${text} is no number that JSON has`, startOf(event));
    }
    return value;
  }

  #tagged(tag: string, text: string, event: ScalarEvent): unknown {
    if (tag === '!!binary') return Buffer.from(text, 'base64').toString('utf8');
    if (!isKnown(tag)) return text;
    const value = taggedValue(tag, text);
    if (value === undefined) throw new YamlError(`${quoted(text)} is no ${tag}`, startOf(event));
    return value;
  }

  #tagOf({ tagStart, tagEnd }: ScalarEvent): string | undefined {
    if (tagStart < 0) return undefined;
    return this.#text.slice(tagStart, tagEnd).replace(/^!<tag:yaml\.org,2002:(.*)>$/, '!!$1');
  }
}

/** go-yaml's bound against files that aliases blow up; up to 400,000 nodes nearly all may be of aliases, above fewer. */
function allowedShare(nodes: number): number {
  const [low, high] = [400_000, 4_000_000];
  return 0.99 - 0.89 * (Math.min(Math.max(nodes - low, 0), high - low) / (high - low));
}

/** Also `__proto__` is but a key. */
function put(mapping: Mapping, key: string, value: unknown): void {
  if (key !== '__proto__') mapping[key] = value;
  else Object.defineProperty(mapping, key, { value, enumerable: true, configurable: true, writable: true });
}

function isKnown(tag: string): tag is KnownTag {
  return ['!!bool', '!!float', '!!int', '!!null'].includes(tag);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
