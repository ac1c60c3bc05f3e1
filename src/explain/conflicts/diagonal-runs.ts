import type { Oracle, Outcome, Undetermined } from '../../model/undetermined.js';

/**
 * Runs `compute` until every option of every point was taken at least once: at run k every point takes its option k.
 * Hostnames do not depend on each other, so combinations of the options of several hosts tell nothing new. The one point that
 * concerns all hosts, the scope of a gateway, is combined with the rest.
 */
export function diagonalRuns<T>(compute: (oracle: Oracle) => T): Outcome<T>[] {
  const found: Outcome<T>[] = [];
  let gatewayOptions = 1;
  for (let gateway = 0; gateway < gatewayOptions; gateway++) {
    let most = 1;
    for (let k = 0; k < most; k++) {
      const points: Undetermined[] = [];
      const result = compute({
        pick(options, point) {
          if (options < 2) return 0;
          points.push(point);
          if (point.code === 'gateway-scope') {
            gatewayOptions = options;
            return gateway;
          }
          most = Math.max(most, options);
          return k % options;
        },
      });
      found.push({ result, points });
    }
  }
  return found;
}
