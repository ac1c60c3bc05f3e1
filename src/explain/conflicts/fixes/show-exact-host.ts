import type { Mesh } from '../../../xds/mesh.js';
import type { Change } from '../../fixes/change.js';
import { ProxyExplainer } from '../../explain.js';
import type { Conflict } from '../conflict.js';
import { viewpointsOf } from '../viewpoints.js';

const MOST = 10;

/** Lets proxies for which a wildcard takes the requests see the exact host: as few namespaces more as can be. */
export function showExactHost(conflict: Conflict, mesh: Mesh): Change[][] {
  const blind = conflict.views.flatMap(({ losers, namespaces }) =>
    losers
      .filter(({ reason, lost }) => reason.code === 'covered-and-not-seen' && lost === 'all')
      .flatMap(({ reason }) => namespaces.map((namespace) => ({ namespace, host: String(reason.args['host']) }))),
  );
  if (blind.length === 0 || blind.length > MOST) return [];
  let current = mesh;
  const changes: Change[] = [];
  for (const { namespace, host } of blind) {
    for (const { proxy } of viewpointsOf(current, namespace)) {
      const tried = new ProxyExplainer(current, proxy).changesFor(host);
      changes.push(...tried.changes);
      current = tried.after;
    }
  }
  return [changes];
}
