import type { RegistryItem, RegistryList } from '../explain/registry-list.js';
import { RESOLUTIONS } from '../model/service.js';
import { groundText } from './ground-text.js';
import type { Paint } from './paint.js';
import { table } from './table.js';

export function registryListText({ items, ground }: RegistryList, paint: Paint, wide: boolean): string[] {
  const header = [
    'HOST',
    'NAMESPACE',
    'FROM',
    'RESOLUTION',
    'PORTS',
    'EXPORT-TO',
    ...(wide ? ['ADDRESS', 'SELECTOR', 'CREATED'] : []),
  ];
  if (items.length === 0) return ['No rows.', '', paint('dim', groundText(ground))];
  return [
    ...table(
      header,
      items.map((item) => registryRow(item, wide)),
      paint,
    ),
    '',
    paint('dim', groundText(ground)),
  ];
}

/** A row of the registry, shared with the terminal view. */
export function registryRow(item: RegistryItem, wide: boolean): string[] {
  const { Attributes, ports, source } = item;
  const where = source.file ? ` (${source.file}${source.line ? `:${source.line}` : ''})` : '';
  const keys = (value: unknown) => Object.keys((value as object | null) ?? {});
  const selector = Object.entries((Attributes['LabelSelectors'] as Record<string, string> | null) ?? {});
  return [
    item.hostname,
    String(Attributes['Namespace']),
    `${source.kind}/${source.name}${wide ? where : ''}`,
    RESOLUTIONS[item.Resolution] ?? String(item.Resolution),
    ports.map(({ port, protocol }) => `${port}/${protocol === 'UnsupportedProtocol' ? 'auto' : protocol}`).join(',') ||
      '-',
    keys(Attributes['ExportTo']).join(',') || '(default)',
    ...(wide
      ? [
          addressText(item),
          selector.map(([key, value]) => `${key}=${value}`).join(',') || '-',
          item.creationTime ?? '-',
        ]
      : []),
  ];
}

/** Each Kubernetes cluster that has the Service has an address for it. */
function addressText({ clusterVIPs: { Addresses }, defaultAddress }: RegistryItem): string {
  const all = Object.entries(Addresses ?? {});
  return all.length > 1 ? all.map(([cluster, list]) => `${cluster}=${list.join(',')}`).join(' ') : defaultAddress;
}
