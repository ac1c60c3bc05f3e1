import type { Explanation } from '../explain/explanation.js';
import { REASONS } from '../model/reasons.js';

/** Advice where no change is proven to help: about the last blocker, a route that is not taken, or what keeps requests from arriving. */
export function whatHelps({ blockers = [], refusedRoutes = [], walk, verdict }: Explanation): string | undefined {
  const last = blockers.at(-1)?.reason;
  const refused = last?.code === 'not-a-gateway-destination' ? refusedRoutes[0]?.reason : undefined;
  const problem = verdict === 'present' ? walk.find((step) => step.problem)?.problem : undefined;
  const reason = refused ?? last ?? problem;
  return reason && REASONS[reason.code].todo;
}
