import type { RecordedAnswer } from './recorded.js';

/** What is recorded but not compared: fields of proxies whose listeners the engine does not model. */
export const NOT_COMPARED = {
  fields: ['dangling'],
  because: 'listeners of waypoints are not modelled',
} as const;

export function isNotCompared(field: string, { type }: RecordedAnswer): boolean {
  return type === 'waypoint' && (NOT_COMPARED.fields as readonly string[]).includes(field);
}
