import type { Answer, RowsAnswer } from '../model/answer.js';
import type { Row } from '../model/row.js';
import type { Place } from '../place.js';

/** What the view says to the engine, which may run in another thread: plain data. */
export type ToEngine =
  /** Answer to this place from now on, and to no other. */
  | { type: 'watch'; id: number; place: Place }
  /** Rows on the screen: complete them first. */
  | { type: 'look'; keys: readonly string[] }
  | { type: 'stop' };

export type FromEngine =
  /** `again`: the mesh changed, and what is shown is replaced. `last`: what will be computed when no row is pending. */
  | { type: 'answer'; id: number; answer: PlainAnswer; pending: number; last?: string; again: boolean }
  | { type: 'patch'; id: number; rows: Row[]; pending: number; last?: string; again: boolean }
  | { type: 'status'; status: Status };

/** Functions cannot go to another thread. */
type Plain<T> = T extends RowsAnswer ? Omit<T, 'fill' | 'last'> : T extends { more?: unknown } ? Omit<T, 'more'> : T;
export type PlainAnswer = Plain<Answer>;

/** What the header says of the mesh. */
export interface Status {
  source: 'live' | 'files';
  from: string;
  istiods: string;
  objects: number;
  gaps: number;
  /** RFC 3339. */
  takenAt?: string;
  /** Namespaces that have workloads. */
  namespaces: string[];
  /** How the mesh is kept current. */
  following: Following;
}

export type Following =
  | { state: 'not' }
  | { state: 'watching' }
  /** Since when (milliseconds since the epoch) changes may be missed, and why. */
  | { state: 'lost'; since: number; why: string };

/** A worker, a message port, or two of them back to back. */
export interface Port<In, Out> {
  postMessage(message: Out): void;
  on(event: 'message', listener: (message: In) => void): unknown;
}
