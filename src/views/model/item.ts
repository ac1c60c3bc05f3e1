import type { FieldRef } from '../../model/resource.js';
import type { Style } from '../../output/paint.js';

/** A line of a tree that can be opened, and what it leads to. */
export interface Item {
  id: string;
  sign?: { text: string; style: Style };
  text: string;
  style?: Style;
  /** The field that decided: enter shows it. */
  ref?: FieldRef;
  children?: Item[];
  /** Shown with its children at first. */
  open?: boolean;
}
