import type { GroundOfAnswer } from '../explain/explanation.js';

/** One line that says what an answer rests on. */
export function groundText({ source, from, takenAt, istiod, meshConfig }: GroundOfAnswer): string {
  const where = source === 'live' ? `live, context ${from.join(', ')}` : `files ${from.join(', ')}`;
  const age = takenAt ? `, taken ${takenAt}` : '';
  const revision = istiod.revision && istiod.revision !== 'default' ? `, revision ${istiod.revision}` : '';
  return `Ground: ${where}${age}; istiod ${istiod.version} (${istiod.versionSource}${revision}); mesh config: ${meshConfig}`;
}
