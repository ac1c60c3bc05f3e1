import type { FieldRef } from '../../model/resource.js';
import type { Style } from '../../output/paint.js';
import type { Place } from '../place.js';

/** A line of a tree that can be opened, and what it leads to. */
export interface Item {
  id: string;
  sign?: { text: string; style: Style };
  text: string;
  style?: Style;
  /** The field that decided: enter shows it. */
  ref?: FieldRef;
  /** Where enter leads instead. */
  to?: Place;
  /** The hostname that it is about, and what is below it. */
  host?: string;
  children?: Item[];
  /** Shown with its children at first. */
  open?: boolean;
}
