import type { Explanation, ExplanationList } from '../explain/explanation.js';
import { reasonText } from '../explain/reason-text.js';
import { danglingLines } from './dangling-text.js';
import { groundText } from './ground-text.js';
import { refusedRouteLines } from './refused-routes-text.js';
import { proxyText } from './proxy-text.js';
import type { Paint } from './paint.js';
import { table, type Cell } from './table.js';
import { count } from './count.js';
import { waypointLines } from './waypoint-text.js';
import { ztunnelLines } from './ztunnel-text.js';

/** Every host of the registry for one proxy: in its CDS or not, and the first reason. */
export function explanationListText(list: ExplanationList, paint: Paint, wide: boolean): string[] {
  const { items, proxy, notes = [], ztunnel, waypoint, dangling = [], refusedRoutes = [], ground } = list;
  if (proxy.type === 'none') {
    return [...notes, ...(ztunnel ? ['', ...ztunnelLines(ztunnel, paint)] : []), '', paint('dim', groundText(ground))];
  }
  const present = items.filter(({ verdict }) => verdict === 'present').length;
  const header = wide
    ? ['HOST', 'IN CDS', 'NAMESPACE', 'PORTS', 'STAGE', 'REASON', 'WHY']
    : ['HOST', 'IN CDS', 'NAMESPACE', 'PORTS', 'WHY'];
  return [
    `${present} of ${count(items.length, 'host')} ${present === 1 ? 'is' : 'are'} in the CDS of ${paint('bold', proxyText(proxy))} (${proxy.type}, istiod ${ground.istiod.version})`,
    '',
    ...(items.length > 0
      ? [
          ...table(
            header,
            items.map((item) => explanationRow(item, wide)),
            paint,
          ),
          ...(dangling.length > 0
            ? [
                '',
                paint('bad', 'Routes that lead nowhere (503, cluster not found):'),
                ...dangling.flatMap((reference) => danglingLines(reference, paint)).map((line) => `  ${line}`),
              ]
            : []),
          ...(refusedRoutes.length > 0
            ? [
                '',
                paint('warn', 'Routes that istiod does not take as they are written:'),
                ...refusedRoutes.flatMap((refused) => refusedRouteLines(refused, paint)).map((line) => `  ${line}`),
              ]
            : []),
          '',
        ]
      : []),
    ...(waypoint ? [...waypointLines(waypoint, paint), ''] : []),
    paint('dim', groundText(ground)),
  ];
}

/** A row of the list, shared with the terminal view. */
export function explanationRow(item: Explanation, wide: boolean): Cell[] {
  const { host, verdict, clusters, candidates, blockers = [] } = item;
  const kept = candidates.find(({ outcome }) => outcome === 'kept');
  const [blocker] = blockers;
  const namespace =
    kept?.service.namespace ??
    (candidates.length === 1 ? candidates[0]!.service.namespace : `${candidates.length} claim it`);
  const ports = [...new Set(clusters.map((name) => name.split(/[|_.]+/)[1]))].join(',');
  const why = verdict === 'present' ? entered(item) : blocker ? reasonText(blocker.reason) : '';
  return [
    host,
    verdictCell(verdict),
    namespace,
    ports || '-',
    ...(wide ? [blocker?.stage ?? '-', blocker?.reason.code ?? '-'] : []),
    item.undetermined.length > 0 ? `${why} (not determined: ${item.undetermined[0]!.code})` : why,
  ];
}

function verdictCell(verdict: Explanation['verdict']): Cell {
  if (verdict === 'present') return { text: '✔ yes', style: 'good' };
  return verdict === 'absent' ? { text: '✘ no', style: 'bad' } : { text: '? unknown', style: 'warn' };
}

function entered({ walk }: Explanation): string {
  const endpoints = walk.find(({ stage }) => stage === 'endpoints');
  const text = endpoints?.text ?? '';
  if (text.includes('none ready')) return text;
  const step = walk.find(({ stage }) => stage === 'waypoint') ?? walk.find(({ stage }) => stage === 'import');
  return step?.text ?? '';
}
