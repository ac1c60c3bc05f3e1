import type { ClusterList } from '../explain/cluster-list.js';
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
  const rows = items.map(({ name, type, service, rule, endpoints, duplicate }) => {
    const ready = endpoints.filter((endpoint) => !endpoint.includes(' ')).length;
    const summary = type === 'ORIGINAL_DST' || type.startsWith('envoy.') ? '-' : `${ready}/${endpoints.length}`;
    const [namespace, short] = service.split('/');
    return [
      duplicate ? `${name} (sent twice)` : name,
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
    ...undetermined.map(({ because }) => `\n${paint('warn', 'Not determined:')} ${because}`),
    '',
    paint('dim', groundText(ground)),
  ];
}
