import { API_VERSION } from '../../model/api-version.js';
import { groupBy } from '../../model/group.js';
import { proxyKey, type Proxy } from '../../model/proxy.js';
import type { Mesh } from '../../xds/mesh.js';
import { groundOf } from '../ground.js';
import { likeness, selectsByTopology } from '../likeness.js';
import { extAuthzReport, hidesPolicies, type ExtAuthzOptions } from './ext-authz.js';
import { isConcerned } from './is-concerned.js';
import type { ExtAuthzReport, ExtAuthzReportList } from './report.js';
import { severity } from './severity.js';
import { Subjects } from './subjects.js';

/** Every workload whose checks cannot work, or of which that is not known, worst first. */
export function allExtAuthz(
  groups: readonly { mesh: Mesh; proxies: readonly Proxy[] }[],
  options: ExtAuthzOptions,
): ExtAuthzReportList {
  const reports = groups.flatMap(({ mesh, proxies }) => reportsOf(mesh, proxies, options));
  const { mesh } = groups[0]!;
  const gaps = mesh.snapshot.gaps.filter(hidesPolicies);
  const unsure = gaps.length > 0 || reports.some(({ verdict }) => verdict === 'undetermined');
  const items = reports.filter(({ verdict }) => verdict === 'broken' || verdict === 'undetermined');
  return {
    apiVersion: API_VERSION,
    kind: 'ExtAuthzReportList',
    verdict: unsure ? 'undetermined' : items.length > 0 ? 'broken' : reports.length > 0 ? 'works' : 'none',
    considered: reports.reduce((sum, { alike = [] }) => sum + 1 + alike.length, 0),
    items: items.sort((a, b) => severity(b) - severity(a) || compare(a, b)),
    gaps,
    ground: groundOf(mesh),
  };
}

function compare({ proxy: a }: ExtAuthzReport, { proxy: b }: ExtAuthzReport): number {
  return proxyKey(a as Proxy) < proxyKey(b as Proxy) ? -1 : 1;
}

function reportsOf(mesh: Mesh, proxies: readonly Proxy[], options: ExtAuthzOptions): ExtAuthzReport[] {
  const byTopology = selectsByTopology(mesh);
  const alike = [...groupBy(proxies, (proxy) => likeness(proxy, byTopology)).values()];
  const subjects = new Subjects(mesh);
  return alike
    .filter(([first]) => options.allProviders || isConcerned(mesh, first!))
    .map(([first, ...others]) => ({
      ...extAuthzReport(subjects.of(first!), options),
      ...(others.length > 0 && { alike: others.map(({ name }) => name).sort() }),
    }));
}
