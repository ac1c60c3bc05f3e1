import { distinct } from '../model/distinct.js';
import type { Drop, Reason } from '../model/reason.js';
import { STAGES, type Stage } from '../model/stage.js';
import { fieldOf } from '../model/resource.js';
import { originalOf, type Service } from '../model/service.js';
import { askedClusters, type Asked } from './asked.js';
import type { Candidate, ServiceRef } from './explanation.js';
import type { RunRecord } from './record.js';

/** What became of one Service or ServiceEntry that claims a hostname. */
export function candidateOf(row: Service, record: RunRecord, asked: Asked): Candidate {
  const entries = record.entries.get(row) ?? [];
  const entered = entries.find(({ via, by }) => (via === 'gateway' || via === 'waypoint') && by) ?? entries[0];
  const ref = {
    service: serviceRef(row),
    source: fieldOf(row.source, ''),
    ...(entered?.by && { enteredBy: entered.by }),
    ...(row.created > 0 && { created: new Date(row.created * 1000).toISOString().replace('.000Z', 'Z') }),
  };
  if (isKept(row, record, asked)) return { ...ref, outcome: 'kept', notes: notesOf(row, record, asked) };
  const drop = dropOf(row, record, asked);
  return { ...ref, outcome: 'dropped', ...(drop && { stage: drop.stage, reason: drop.reason }), notes: [] };
}

export function serviceRef(service: Service): ServiceRef {
  const { provider, namespace, hostname, source } = service;
  return { provider, namespace, name: source.metadata.name, hostname };
}

export function hasPort(row: Service, port: number | undefined): boolean {
  return port === undefined || row.ports.some(({ number }) => number === port);
}

/** Whether clusters of the host come from this row: it holds the hostname, or its ports joined the one that does. */
function isKept(row: Service, record: RunRecord, { port, subset }: Asked): boolean {
  const [first] = askedClusters(record.clusters.get(row.hostname) ?? [], row.hostname, { port, subset });
  if (!first) return false;
  if (originalOf(first.service) === row) return true;
  const joined = (record.drops.get(row) ?? []).find(({ reason }) => reason.code === 'ports-merged');
  return joined !== undefined && (port === undefined || !joined.ports?.includes(port)) && hasPort(row, port);
}

/** What is worth knowing of a row that was kept: ports that it lost, or that joined another. */
function notesOf(row: Service, record: RunRecord, { port }: Asked): Reason[] {
  const notes = (record.drops.get(row) ?? [])
    .filter(({ ports, reason }) => ports || reason.code === 'ports-merged')
    .filter(({ ports, reason }) => reason.code === 'ports-merged' || port === undefined || ports?.includes(port))
    .map(({ reason }) => reason);
  return distinct(notes);
}

type Blocked = Pick<Drop, 'stage' | 'reason'>;

/** What stopped a row. One that holds the hostname can only have lost the port or subset that was asked for. */
function dropOf(row: Service, record: RunRecord, asked: Asked): Blocked | undefined {
  const drops = concerning(record.drops.get(row) ?? [], asked);
  const holder = record.config.scope.byHost.get(row.hostname);
  if (!holder || originalOf(holder) !== row) return furthest(drops) ?? portDrop(row, record, asked.port);
  const late = drops.filter(({ stage }) => STAGES.indexOf(stage) >= STAGES.indexOf('gateway'));
  return furthest(late) ?? portDrop(row, record, asked.port) ?? subsetDrop(row, record, asked);
}

function concerning(drops: readonly Drop[], { port, subset }: Asked): Drop[] {
  return drops.filter(({ ports, reason: { code, args } }) => {
    if (code === 'ports-merged') return false;
    if (args['subset'] !== undefined && subset !== args['subset']) return false;
    return port === undefined || !ports || ports.includes(port);
  });
}

/** The drop at the latest stage; of one stage, one that says more than that nothing matched. */
function furthest(drops: readonly Drop[]): Drop | undefined {
  const order = ({ stage, reason }: Drop) => 2 * STAGES.indexOf(stage) + Number(reason.code !== 'no-egress-host');
  return drops.reduce<Drop | undefined>((best, drop) => (best && order(best) >= order(drop) ? best : drop), undefined);
}

/** The host is held, but not with the port that was asked for. */
function portDrop(row: Service, record: RunRecord, port: number | undefined): Blocked | undefined {
  const holder = record.config.scope.byHost.get(row.hostname);
  if (port === undefined || !holder || hasPort(holder, port)) return undefined;
  const list = (service: Service) => service.ports.map(({ number }) => number).join(', ') || 'none';
  const [entry] = record.entries.get(row) ?? [];
  if (hasPort(row, port)) {
    const reason: Reason = {
      code: 'port-not-imported',
      args: { ports: list(holder) },
      ...(entry?.by && { by: entry.by }),
    };
    return { stage: 'import', reason };
  }
  const by = fieldOf(row.source, 'spec.ports');
  return { stage: 'clusters', reason: { code: 'port-not-exposed', by, args: { port, ports: list(row) } } };
}

/** The clusters are there, but none of the subset that was asked for. */
function subsetDrop(row: Service, record: RunRecord, { port, subset }: Asked): Blocked | undefined {
  if (subset === undefined) return undefined;
  const clusters = askedClusters(record.clusters.get(row.hostname) ?? [], row.hostname, { port });
  const rule = clusters.find((cluster) => cluster.rule)?.rule;
  const others = [...new Set(clusters.map((cluster) => cluster.subset).filter((name) => name !== ''))];
  const text = rule
    ? `DestinationRule ${rule.metadata.namespace}/${rule.metadata.name} applies and makes ${others.join(', ') || 'none'}`
    : 'no DestinationRule applies to it here';
  const by = rule ? fieldOf(rule, 'spec.subsets') : fieldOf(row.source, '');
  const stage: Stage = 'clusters';
  return { stage, reason: { code: 'subset-not-declared', by, args: { subset, rule: text } } };
}
