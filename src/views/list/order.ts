import { textOf, type Row } from '../model/row.js';
import { filterOf } from './filter.js';
import { compareText } from '../../registry/creation-order.js';

export interface Sort {
  column: number;
  descending: boolean;
}

export interface Choice {
  filter: string;
  problems: boolean;
  sort?: Sort | undefined;
}

/** Which rows are shown, as indexes, and in which order. */
export function orderOf(rows: readonly Row[], { filter, problems, sort }: Choice): number[] {
  const keep = filterOf(filter);
  const all: number[] = [];
  for (const [i, row] of rows.entries()) {
    if ((!problems || row.problem) && keep(row)) all.push(i);
  }
  if (!sort) return all;
  const sign = sort.descending ? -1 : 1;
  const keys = new Map(all.map((i) => [i, sortKey(textOf(rows[i]!.cells[sort.column]))]));
  return all.sort((a, b) => sign * compare(keys.get(a)!, keys.get(b)!) || a - b);
}

type Key = number | string;

/** Numbers by value (`12`, `3/5`, `! 4`), everything else as text. */
function sortKey(text: string): Key {
  const number = /^(?:[!✘✔?] )?(\d+)(?:\/\d+)?$/.exec(text)?.[1];
  return number === undefined ? text : Number(number);
}

function compare(a: Key, b: Key): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : compareText(a, b);
}
