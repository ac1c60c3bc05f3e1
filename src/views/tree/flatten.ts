import type { Item } from '../model/item.js';
import { wrap } from '../width.js';

/** An item as it stands on the screen: one line, or several when its text is long. */
export interface Flat {
  item: Item;
  depth: number;
  open: boolean;
  lines: string[];
  /** The first of its lines, counted over the whole tree. */
  start: number;
  /** The nearest field at or above it. */
  ref: Item['ref'];
  /** The nearest hostname at or above it. */
  host: Item['host'];
}

const STEP = 2;
/** Cursor, expander and sign. */
export const MARGIN = 6;

/** The items that are open to view, each wrapped to the width. */
export function flatten(items: readonly Item[], toggled: ReadonlyMap<string, boolean>, width: number): Flat[] {
  const flat: Flat[] = [];
  let start = 0;
  const visit = (list: readonly Item[], depth: number, above: Pick<Flat, 'ref' | 'host'>) => {
    for (const item of list) {
      const open = isOpen(item, toggled);
      const about = { ref: item.ref ?? above.ref, host: item.host ?? above.host };
      const lines = wrap(item.text, Math.max(20, width - MARGIN - depth * STEP));
      flat.push({ item, depth, open, lines, start, ...about });
      start += lines.length;
      if (open) visit(item.children ?? [], depth + 1, about);
    }
  };
  visit(items, 0, { ref: undefined, host: undefined });
  return flat;
}

export function isOpen({ id, children, open = false }: Item, toggled: ReadonlyMap<string, boolean>): boolean {
  return children !== undefined && (toggled.get(id) ?? open);
}
