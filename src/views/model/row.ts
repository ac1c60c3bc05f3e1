import type { Labels } from '../../model/labels.js';
import type { FieldRef } from '../../model/resource.js';
import type { Cell } from '../../output/table.js';

/** A line of a list, made before anything draws it. */
export interface Row {
  key: string;
  cells: Cell[];
  labels?: Labels;
  /** Whether an operator should look at it. */
  problem?: boolean;
  /** Some cells are still to be computed. */
  pending?: boolean;
  /** The hostname that it is about, where its key does not say. */
  host?: string;
  /** The object behind it, for its YAML. */
  ref?: FieldRef;
}

/** Stands in a cell that is still to be computed. */
export const PENDING: Cell = { text: '…', style: 'dim' };

export const bad = (text: string): Cell => ({ text: `✘ ${text}`, style: 'bad' });
export const good = (text: string): Cell => ({ text: `✔ ${text}`, style: 'good' });
export const warn = (text: string): Cell => ({ text: `! ${text}`, style: 'warn' });
export const dim = (text: string): Cell => ({ text, style: 'dim' });

/** A count of things that should not be: marked unless there are none. */
export const countOf = (count: number): Cell => (count > 0 ? warn(String(count)) : dim('0'));

export function textOf(cell: Cell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell.text;
}
