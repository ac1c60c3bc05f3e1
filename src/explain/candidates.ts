import { STAGES, type Drop } from '../model/reason.js';
import { fieldOf } from '../model/resource.js';
import { originalOf, type Service } from '../model/service.js';
import type { Candidate, ServiceRef } from './explanation.js';
import type { RunRecord } from './record.js';

/** What became of one Service or ServiceEntry that claims a hostname. */
export function candidateOf(row: Service, record: RunRecord, port: number | undefined): Candidate {
  const drops = record.drops.get(row) ?? [];
  const entered = (record.entries.get(row) ?? []).find(({ by }) => by);
  const ref = {
    service: serviceRef(row),
    source: fieldOf(row.source, ''),
    ...(entered?.by && { enteredBy: entered.by }),
    ...(row.created > 0 && { created: new Date(row.created * 1000).toISOString().replace('.000Z', 'Z') }),
  };
  if (isKept(row, record, port)) {
    const notes = drops
      .filter(({ ports, reason }) => ports || reason.code === 'ports-merged')
      .map(({ reason }) => reason);
    return { ...ref, outcome: 'kept', notes: distinct(notes) };
  }
  const drop = furthest(drops, port) ?? portDrop(row, record, port);
  return {
    ...ref,
    outcome: 'dropped',
    ...(drop && { stage: drop.stage, reason: drop.reason }),
    notes: [],
  };
}

export function serviceRef(service: Service): ServiceRef {
  const { provider, namespace, hostname, source } = service;
  return { provider, namespace, name: source.metadata.name, hostname };
}

/** Whether clusters of the host come from this row: it holds the hostname, or its ports joined the one that does. */
function isKept(row: Service, record: RunRecord, port: number | undefined): boolean {
  const clusters = (record.clusters.get(row.hostname) ?? []).filter(
    (cluster) => port === undefined || cluster.port === port,
  );
  const [first] = clusters;
  if (!first) return false;
  if (originalOf(first.service) === row) return true;
  const joined = (record.drops.get(row) ?? []).find(({ reason }) => reason.code === 'ports-merged');
  return joined !== undefined && (port === undefined || !joined.ports?.includes(port)) && hasPort(row, port);
}

export function hasPort(row: Service, port: number | undefined): boolean {
  return port === undefined || row.ports.some(({ number }) => number === port);
}

/** The drop at the latest stage; where a port was asked for, one that concerns it. */
function furthest(drops: readonly Drop[], port: number | undefined): Drop | undefined {
  const concerning = drops.filter(({ ports, reason }) => {
    if (reason.code === 'ports-merged') return false;
    return port === undefined || !ports || ports.includes(port);
  });
  const order = (drop: Drop) => STAGES.indexOf(drop.stage);
  return concerning.reduce<Drop | undefined>(
    (best, drop) => (best && order(best) >= order(drop) ? best : drop),
    undefined,
  );
}

/** The host is held, but not with the port that was asked for. */
function portDrop(row: Service, record: RunRecord, port: number | undefined): Drop | undefined {
  if (port === undefined) return undefined;
  const holder = record.config.scope.byHost.get(row.hostname);
  if (!holder) return undefined;
  const list = (service: Service) => service.ports.map(({ number }) => number).join(', ') || 'none';
  const [entry] = record.entries.get(row) ?? [];
  if (hasPort(row, port)) {
    const reason = {
      code: 'port-not-imported',
      args: { ports: list(holder) },
      ...(entry?.by && { by: entry.by }),
    } as const;
    return { service: row, stage: 'import', reason };
  }
  const by = { kind: row.source.kind, namespace: row.namespace, name: row.source.metadata.name, path: 'spec.ports' };
  return {
    service: row,
    stage: 'clusters',
    reason: { code: 'port-not-exposed', by, args: { port, ports: list(row) } },
  };
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
