import type { Stage } from '../stage.js';

export interface ReasonEntry {
  stage: Stage;
  /** One clause; `{name}` is replaced by the argument of that name. */
  text: string;
  /** What to do about it. */
  todo: string;
}
