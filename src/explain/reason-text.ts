import type { Reason } from '../model/reason.js';
import { REASONS } from '../model/reasons.js';

/** A reason as a clause for people, with its values filled in. */
export function reasonText({ code, args }: Reason): string {
  return REASONS[code].text.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? '?'));
}
