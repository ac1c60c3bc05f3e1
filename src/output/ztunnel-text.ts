import { reasonText } from '../explain/reason-text.js';
import type { WaypointChoice, ZtunnelService, ZtunnelView } from '../explain/explanation.js';
import { fieldText } from './field-text.js';
import type { Paint } from './paint.js';
import { table, type Cell } from './table.js';

/** What ztunnel knows, and which waypoint decides about each service. */
export function ztunnelLines({ services, own }: ZtunnelView, paint: Paint): string[] {
  const header = ['HOST', 'NAMESPACE', 'FROM', 'ADDRESSES', 'WAYPOINT', 'WHY'];
  return [
    ...(own ? [`Requests to the Pod's own address ${ownText(own)}`] : []),
    ...(services.length > 0 ? ['', ...table(header, services.map(ztunnelRow), paint)] : []),
  ];
}

function ownText(own: WaypointChoice): string {
  const why = whyText(own);
  return own.waypoint === undefined
    ? `pass no waypoint: ${why === '' ? 'no label binds it to one' : why}`
    : `go through waypoint ${own.waypoint} (${why})`;
}

function ztunnelRow(service: ZtunnelService): Cell[] {
  const { host, source, service: ref, waypoint, addresses } = service;
  return [
    host,
    ref.namespace,
    `${source.kind}/${source.name}`,
    addressText(service, addresses),
    waypoint ?? '-',
    whyText(service),
  ];
}

/** What binds it, or why nothing does. */
export function whyText({ by, reason }: WaypointChoice): string {
  if (reason) return reasonText(reason);
  if (!by) return '';
  return `label of ${fieldText({ kind: by.kind, namespace: by.namespace, name: by.name, path: '' })}`;
}

function addressText({ known }: ZtunnelService, addresses: readonly string[]): Cell {
  if (!known) return { text: 'unknown', style: 'warn' };
  return addresses.join(',') || 'none';
}

/** What becomes of requests to it. */
export function ztunnelSentence(service: ZtunnelService): string {
  const { waypoint, addresses } = service;
  if (addresses.length === 0) return whyText(service);
  const sent = `ztunnel sends requests to it (${addresses.join(', ')})`;
  return waypoint === undefined
    ? `${sent} straight to its endpoints: ${whyText(service)}`
    : `${sent} to waypoint ${waypoint}, whose routes and policies decide`;
}

/** The services of one host, one by one. */
export function ztunnelServiceLines(service: ZtunnelService, paint: Paint): string[] {
  const { source, waypoint, by, reason, known } = service;
  const field = reason?.by ?? by;
  const style = waypoint !== undefined ? 'good' : known ? 'warn' : 'bad';
  return [
    `${paint(style, waypoint !== undefined ? '✔' : known ? '-' : '✘')} ${source.kind} ${source.namespace}/${source.name}  ${ztunnelSentence(service)}`,
    ...(field ? [paint('dim', `    ${fieldText(field)}`)] : []),
  ];
}
