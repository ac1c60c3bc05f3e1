import { STAGES, type Stage } from '../model/stage.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import { originalOf, serviceKey, serviceText, type Service } from '../model/service.js';
import type { Cluster } from '../xds/cluster.js';
import type { Mesh } from '../xds/mesh.js';
import { askedClusters, type Asked } from './asked.js';
import { endpointsStep } from './endpoints-step.js';
import type { Candidate, Step } from './explanation.js';
import { reasonText } from './reason-text.js';
import type { RunRecord } from './record.js';

/** The stages that a candidate went through, up to the one that dropped it. */
export function walkOf(
  row: Service,
  candidate: Candidate,
  others: readonly Candidate[],
  record: RunRecord,
  mesh: Mesh,
  { port, subset }: Asked,
): Step[] {
  const clusters = askedClusters(record.clusters.get(row.hostname) ?? [], row.hostname, { port, subset });
  const passed: Record<Stage, () => Omit<Step, 'stage' | 'outcome'> | undefined> = {
    discovery: () => undefined,
    registry: () => ({ text: describeRow(row), by: fieldOf(row.source, '') }),
    visibility: () => visibilityText(row, record, mesh),
    import: () => importText(row, candidate, record),
    namespace: () => namespaceText(others),
    ports: () => portsText(row, candidate, record),
    gateway: () =>
      record.config.proxy.type === 'router' && mesh.features.filterGatewayClusters
        ? namedText(candidate.enteredBy)
        : undefined,
    waypoint: () => (record.config.proxy.type === 'waypoint' ? waypointText(row, candidate, record) : undefined),
    clusters: () => clustersText(clusters),
    endpoints: () => endpointsStep(clusters, row, mesh),
  };
  const steps: Step[] = [];
  let failed = false;
  for (const stage of STAGES) {
    if (failed) {
      if (stage === 'clusters') steps.push({ stage, outcome: 'not-reached', text: 'not reached' });
      continue;
    }
    if (candidate.outcome === 'dropped' && candidate.stage === stage && candidate.reason) {
      const { by } = candidate.reason;
      steps.push({ stage, outcome: 'failed', text: reasonText(candidate.reason), ...(by && { by }) });
      failed = true;
      continue;
    }
    const step = passed[stage]();
    if (step) steps.push({ stage, outcome: 'passed', ...step });
  }
  return steps;
}

export function describeRow(row: Service): string {
  const ports = row.ports.map(
    ({ number, protocol }) => `${number} ${protocol === 'UnsupportedProtocol' ? 'auto' : protocol}`,
  );
  const what = row.cluster === undefined ? serviceText(row) : `${serviceText(row)} of cluster ${row.cluster}`;
  const listed = ports.length > 0 ? `port${ports.length > 1 ? 's' : ''} ${ports.join(', ')}` : 'no ports';
  return `${what}, resolution ${row.resolution}, ${listed}`;
}

function visibilityText(row: Service, record: RunRecord, mesh: Mesh) {
  const { to, by, cap } = mesh.world.exports.of(row);
  const hidden = record.drops.get(row)?.find(({ stage }) => stage === 'visibility');
  const list = [...to].sort().join(', ') || 'nothing';
  const source = cap ? 'capped by the mesh config' : row.exportTo ? by.path : 'mesh default';
  const text = `exportTo ${list} (${source})`;
  const owned = record.config.owned?.some(({ hostname }) => hostname === row.hostname);
  const despite = owned ? 'what a waypoint owns is not asked' : 'routes of the own namespace do not ask';
  return { text: hidden ? `${text}: hidden, but ${despite}` : text, by };
}

function importText(row: Service, candidate: Candidate, { config }: RunRecord): Omit<Step, 'stage' | 'outcome'> {
  const { scope, proxy } = config;
  const { enteredBy } = candidate;
  if (proxy.type === 'waypoint' && originalOf(scope.byHost.get(row.hostname) ?? row) !== row)
    return { text: 'another service of the host is in its scope' };
  if (proxy.type === 'waypoint' && !scope.byHost.get(row.hostname))
    return { text: 'not in its scope: endpoints, subsets and rules come from there' };
  if (proxy.type !== 'sidecar')
    return {
      text: `a ${proxy.type === 'waypoint' ? 'waypoint' : 'gateway'} imports everything that its namespace sees`,
    };
  if (enteredBy && enteredBy.kind !== 'Sidecar') {
    return { text: `pulled in by a route of ${objectText(enteredBy)}`, by: enteredBy };
  }
  if (enteredBy && scope.sidecar) {
    const index = Number(/hosts\[(\d+)\]$/.exec(enteredBy.path)?.[1]);
    const listener = Number(/egress\[(\d+)\]/.exec(enteredBy.path)?.[1]);
    const host = scope.sidecar.spec?.egress?.[listener]?.hosts?.[index] ?? '';
    return { text: `Sidecar ${enteredBy.namespace}/${enteredBy.name} imports it: ${host}`, by: enteredBy };
  }
  if (!scope.sidecar) return { text: 'no Sidecar governs this proxy: it imports everything that its namespace sees' };
  const { namespace = '', name } = scope.sidecar.metadata;
  return {
    text: `Sidecar ${namespace}/${name} names no egress hosts: it imports everything`,
    by: fieldOf(scope.sidecar, 'spec'),
  };
}

/** What a filtered gateway, or a waypoint that does not own it, has the host for. */
function namedText(by: FieldRef | undefined) {
  if (!by) return { text: 'named by a route, a provider or an annotation' };
  return { text: `${by.kind === 'MeshConfig' ? 'a provider of the mesh config' : objectText(by)} names it`, by };
}

function waypointText(row: Service, { enteredBy }: Candidate, { config }: RunRecord) {
  const owned = config.owned?.some((service) => serviceKey(service) === serviceKey(row));
  if (!owned) return namedText(enteredBy);
  if (!enteredBy) return { text: 'owned by the waypoint' };
  return { text: `owned by the waypoint: a label of ${objectText(enteredBy)} asks for it`, by: enteredBy };
}

function objectText({ kind, namespace, name }: FieldRef): string {
  return `${kind} ${namespace ? `${namespace}/` : ''}${name}`;
}

/** Who lost the hostname to this one; why is told with the other candidates. */
function namespaceText(others: readonly Candidate[]) {
  const losers = others.filter(({ outcome, stage }) => outcome === 'dropped' && stage === 'namespace');
  if (losers.length === 0) return undefined;
  const names = losers.map(({ source }) => `${source.kind} ${source.namespace}/${source.name}`);
  const further = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return { text: `wins the hostname from ${names.slice(0, 3).join(', ')}${further}` };
}

function portsText(row: Service, candidate: Candidate, { config }: RunRecord) {
  const held = config.scope.byHost.get(row.hostname);
  if (!held) return undefined;
  const kept = held.ports.map(({ number }) => number).join(', ');
  const trimmed =
    originalOf(held) === row
      ? row.ports.filter((port) => !held.ports.some(({ number }) => number === port.number))
      : [];
  const added =
    originalOf(held) === row
      ? held.ports.filter((port) => !row.ports.some(({ number }) => number === port.number))
      : [];
  const notes = candidate.notes.map(reasonText);
  if (trimmed.length === 0 && added.length === 0 && notes.length === 0) return undefined;
  const list = (ports: readonly { number: number }[]) => ports.map(({ number }) => number).join(', ');
  return {
    text: kept,
    details: [
      ...(trimmed.length > 0 ? [`not imported: ${list(trimmed)} (a listener or route asked for single ports)`] : []),
      ...(added.length > 0 ? [`merged from another ServiceEntry: ${list(added)}`] : []),
      ...notes,
    ],
  };
}

function clustersText(clusters: readonly Cluster[]) {
  if (clusters.length === 0) return undefined;
  const rule = clusters.find((cluster) => cluster.rule)?.rule;
  return {
    text: clusters.length === 1 ? `${clusters[0]!.name} (${clusters[0]!.type})` : `${clusters.length} clusters`,
    ...(rule && { by: fieldOf(rule, 'spec') }),
    details: [
      ...(clusters.length > 1 ? clusters.map(({ name, type }) => `${name} (${type})`) : []),
      ...(rule ? [`DestinationRule ${rule.metadata.namespace}/${rule.metadata.name} applies`] : []),
    ],
  };
}
