import type { Item } from './item.js';
import type { Row } from './row.js';

/** What the engine says to a place. */
export type Answer =
  | RowsAnswer
  /** `more` says it all again, with what was left out at first because it takes longer. */
  | { kind: 'tree'; title: string; head: string[]; items: Item[]; more?: () => Later }
  /** Text; `marked` are the lines that decided, counted from 0. */
  | { kind: 'lines'; title: string; lines: string[]; marked: number[] }
  /** There is nothing to show, and why. */
  | { kind: 'nothing'; title: string; text: string };

/** An answer in steps, between which others may be given. */
export type Later = Iterator<undefined, Answer, undefined>;

/** A list. */
export interface RowsAnswer {
  kind: 'rows';
  title: string;
  rows: Row[];
  /** What it means that there are no rows. */
  empty?: string;
  /** Completes rows that are pending, one by one, those that are looked at first. */
  fill?: (key: string) => Row | undefined;
  /** Takes longer, and completes rows after all of them were filled. */
  last?: { what: string; rows: () => Row[] };
}
