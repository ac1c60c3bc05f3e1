import type { RecordedProxy } from './recorded.js';

/** Recorded proxies whose clusters the engine does not model yet; all others are compared. */
export function isNotCompared({ type }: RecordedProxy): boolean {
  return type === 'waypoint';
}
