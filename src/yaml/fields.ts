import { EVENT_ID, getScalarValue, type Event } from 'js-yaml';
import { indexesAfter, startOf } from './events.js';

/** Where a field stands in a text; the end is after it. */
export interface Span {
  start: number;
  end: number;
}

interface Step {
  /** Index of the key, or of the item itself. */
  first: number;
  value: number;
  /** Of the path. */
  rest: string;
}

/** The fields of a document by their paths. */
export class Fields {
  readonly #events: readonly Event[];
  readonly #text: string;
  readonly #after: Int32Array;

  constructor({ events, text }: { events: readonly Event[]; text: string }) {
    this.#events = events;
    this.#text = text;
    this.#after = indexesAfter(events);
  }

  /**
   * A field, from its name to the end of its value, or its nearest parent that is written. Keys with dots are found by taking the
   * longest key that fits: `metadata.annotations.networking.istio.io/exportTo`.
   */
  span(path: string): Span | undefined {
    const { at } = this.#walk(path);
    return at && { start: startOf(this.#events[at.first]!), end: this.#endOf(at.value) };
  }

  /** The value of a field; undefined when it is not written, or stands behind an alias. */
  value(path: string): Event | undefined {
    const { at, rest } = this.#walk(path);
    return rest === '' ? this.#events[at?.value ?? 0] : undefined;
  }

  #walk(path: string): { at: Step | undefined; rest: string } {
    let at: Step | undefined;
    let rest = path;
    while (rest !== '') {
      const step = this.#step(at?.value ?? 0, rest);
      if (!step) break;
      at = step;
      ({ rest } = step);
    }
    return { at, rest };
  }

  #step(at: number, path: string): Step | undefined {
    const { type } = this.#events[at] ?? {};
    if (type === EVENT_ID.MAPPING) return this.#mapStep(at, path);
    return type === EVENT_ID.SEQUENCE ? this.#itemStep(at, path) : undefined;
  }

  #mapStep(at: number, path: string): Step | undefined {
    const bracketed = /^\.?\[(["'])(.*?)\1\]/.exec(path);
    const plain = path.startsWith('.') ? path.slice(1) : path;
    let best: { first: number; key: string } | undefined;
    for (let first = at + 1; !this.#isEnd(first); first = this.#after[this.#after[first]!]!) {
      const key = this.#keyText(first);
      const fits = bracketed ? bracketed[2] === key : fitsStart(plain, key);
      if (fits && (best === undefined || key.length > best.key.length)) best = { first, key };
    }
    if (best === undefined) return undefined;
    const { first, key } = best;
    const rest = bracketed ? path.slice(bracketed[0].length) : plain.slice(key.length);
    return { first, value: this.#after[first]!, rest };
  }

  #itemStep(at: number, path: string): Step | undefined {
    const match = /^\[(\d+)\]/.exec(path);
    if (match === null) return undefined;
    let item = at + 1;
    for (let left = Number(match[1]); left > 0 && !this.#isEnd(item); left--) item = this.#after[item]!;
    return this.#isEnd(item) ? undefined : { first: item, value: item, rest: path.slice(match[0].length) };
  }

  #isEnd(index: number): boolean {
    return this.#events[index]!.type === EVENT_ID.POP;
  }

  #keyText(index: number): string {
    const event = this.#events[index]!;
    return event.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, event) : '';
  }

  /** After the last character of a node's text, quotes and brackets aside. */
  #endOf(index: number): number {
    const within = this.#events.slice(index, this.#after[index]);
    return within.reduce((end, event) => Math.max(end, endOf(event)), 0);
  }
}

function fitsStart(path: string, key: string): boolean {
  return path.startsWith(key) && ['', '.', '['].includes(path.charAt(key.length));
}

function endOf(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return event.valueEnd;
  return event.type === EVENT_ID.ALIAS ? event.anchorEnd : startOf(event);
}
