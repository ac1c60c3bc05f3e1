import type { Mesh } from '../../xds/mesh.js';
import { changed, type Change } from './change.js';

/** What is seen of a mesh: that it works, or what may help against the first obstacle and what is missing if nothing does. */
export type Sight = 'works' | Obstructed;

export interface Obstructed {
  proposals: Change[][];
  missing?: string;
  /** Configuration is as it should be: only what it leads to is missing. */
  configured?: boolean;
}

export interface Found {
  changes: Change[];
  after: Mesh;
  /** What no configuration can bring, and is missing still. */
  left?: string;
}

/** Each run builds a mesh anew. */
const MOST_RUNS = 24;

/** The fewest changes after which it works, each tried on a copy of the mesh; or what is missing. */
export function searchFix(mesh: Mesh, look: (mesh: Mesh) => Sight): { found?: Found; missing?: string } {
  const first = look(mesh);
  if (first === 'works') return {};
  let configured: Found | undefined;
  let deadEnd: string | undefined;
  let states = [{ changes: [] as Change[], after: mesh, sight: first }];
  for (let runs = 0; states.length > 0;) {
    const next: typeof states = [];
    for (const { changes, after, sight } of states) {
      for (const proposal of sight.proposals) {
        if (runs++ >= MOST_RUNS) break;
        const all = [...changes, ...proposal];
        const tried = proposal.reduce(changed, after);
        const seen = look(tried);
        if (seen === 'works') return { found: { changes: all, after: tried } };
        if (seen.configured) configured ??= { changes: all, after: tried, ...(seen.missing && { left: seen.missing }) };
        else if (seen.proposals.length === 0) deadEnd ??= seen.missing;
        else next.push({ changes: all, after: tried, sight: seen });
      }
    }
    states = next;
  }
  if (configured) return { found: configured };
  const missing = deadEnd ?? first.missing;
  return { ...(missing && { missing }) };
}
