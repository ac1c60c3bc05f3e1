import type { AddedItem, ClusterList } from '../explain/cluster-list.js';
import { filterText } from '../explain/patch-notes.js';
import { distinct } from '../model/distinct.js';
import { groundText } from './ground-text.js';
import { proxyText } from './proxy-text.js';
import type { Paint } from './paint.js';
import { table } from './table.js';
import { count } from './count.js';

/** The predicted outbound CDS of a proxy. */
export function clusterListText(list: ClusterList, paint: Paint, wide: boolean): string[] {
  const { proxy, sidecar, items, ground, undetermined } = list;
  const header = wide
    ? ['CLUSTER', 'TYPE', 'SERVICE', 'RULE', 'ENDPOINTS']
    : ['CLUSTER', 'TYPE', 'SERVICE', 'RULE', 'READY'];
  const rows = items.map(({ name, type, service, rule, endpoints, patchedBy, duplicate }) => {
    const ready = endpoints.filter((endpoint) => !endpoint.includes(' ')).length;
    const summary = type === 'ORIGINAL_DST' || type.startsWith('envoy.') ? '-' : `${ready}/${endpoints.length}`;
    const [namespace, short] = service.split('/');
    return [
      `${name}${duplicate ? ' (sent twice)' : ''}${patchedBy ? ` (patched by ${distinct(patchedBy.map(filterText)).join(', ')})` : ''}`,
      type,
      `${namespace}/${short}`,
      rule ?? '-',
      wide
        ? endpoints.join(' ') || '-'
        : ready === 0 && summary !== '-'
          ? { text: `${summary} none ready`, style: 'bad' as const }
          : summary,
    ];
  });
  const governed = sidecar
    ? `Sidecar ${sidecar}`
    : proxy.type === 'sidecar'
      ? 'no Sidecar'
      : `${proxy.type === 'waypoint' ? 'waypoints' : 'gateways'} ignore Sidecars`;
  return [
    `${count(items.length, proxy.type === 'waypoint' ? 'cluster' : 'outbound cluster')} of ${paint('bold', proxyText(proxy))} (${proxy.type}, ${governed}, istiod ${ground.istiod.version}), besides ${list.static.join(', ') || 'no static ones'}`,
    ...(rows.length > 0 ? ['', ...table(header, rows, paint)] : []),
    ...(list.added.length > 0 ? ['', ...addedText(list.added, paint)] : []),
    ...undetermined.map(({ because }) => `\n${paint('warn', 'Not determined:')} ${because}`),
    '',
    paint('dim', groundText(ground)),
  ];
}

function addedText(added: readonly AddedItem[], paint: Paint): string[] {
  const rows = added.map(({ name, type, endpoints, by }) => [name, type, filterText(by), endpoints.join(' ') || '-']);
  return table(['ADDED CLUSTER', 'TYPE', 'BY', 'ENDPOINTS'], rows, paint);
}
