import type { Motion } from '../motion.js';
import { wrap } from '../width.js';
import { clamp } from '../window.js';

/** Text to scroll through, with marked lines. */
export interface PagerState {
  kind: 'pager';
  lines: readonly string[];
  /** Lines that decided, counted in `lines`. */
  marked: ReadonlySet<number>;
  /** `lines` wrapped to the width, each with the line it belongs to. */
  shown: readonly { text: string; from: number }[];
  /** First of `shown` on the screen. */
  top: number;
  width: number;
  height: number;
  /** What is searched for. */
  filter: string;
}

export type PagerAction =
  | Motion
  | { type: 'resize'; width: number; height: number }
  | { type: 'filter'; text: string }
  /** To the next line with the searched text, or the one before. */
  | { type: 'hit'; by: 1 | -1 }
  | { type: 'lines'; lines: string[]; marked: number[] };

export function emptyPager(): PagerState {
  return { kind: 'pager', lines: [], marked: new Set(), shown: [], top: 0, width: 80, height: 10, filter: '' };
}

export function reducePager(state: PagerState, action: PagerAction): PagerState {
  switch (action.type) {
    case 'move':
      return scrolled(state, state.top + action.by);
    case 'page':
      return scrolled(state, state.top + Math.trunc(action.by * state.height));
    case 'edge':
      return scrolled(state, action.to === 'first' ? 0 : state.shown.length);
    case 'resize':
      return reflowed({ ...state, width: action.width, height: Math.max(1, action.height) });
    case 'filter':
      return hit({ ...state, filter: action.text }, state.top, 1);
    case 'hit':
      return hit(state, state.top + action.by, action.by);
    case 'lines': {
      const first = state.lines.length === 0;
      const next = reflowed({ ...state, lines: action.lines, marked: new Set(action.marked) });
      return first ? toMarked(next) : next;
    }
  }
}

export function isHit({ filter }: PagerState, text: string): boolean {
  return filter !== '' && text.toLowerCase().includes(filter.toLowerCase());
}

/** Some lines of context above the field that decided. */
function toMarked(state: PagerState): PagerState {
  const at = state.shown.findIndex(({ from }) => state.marked.has(from));
  return at < 0 ? state : scrolled(state, at - Math.floor(state.height / 3));
}

function hit(state: PagerState, from: number, by: 1 | -1): PagerState {
  for (let i = from; i >= 0 && i < state.shown.length; i += by) {
    if (isHit(state, state.shown[i]!.text)) return { ...scrolled(state, i), top: i };
  }
  return state;
}

function reflowed(state: PagerState): PagerState {
  const from = state.shown[state.top]?.from ?? 0;
  const shown = state.lines.flatMap((line, i) => wrap(line, state.width - 2).map((text) => ({ text, from: i })));
  return scrolled(
    { ...state, shown },
    Math.max(
      0,
      shown.findIndex((one) => one.from === from),
    ),
  );
}

function scrolled(state: PagerState, top: number): PagerState {
  return { ...state, top: clamp(top, 0, Math.max(0, state.shown.length - state.height)) };
}
