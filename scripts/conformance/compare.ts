import { isDeepStrictEqual } from 'node:util';
import type { PredictedAnswer, PredictedCluster, PredictedMesh } from './predicted.js';
import type { RecordedAnswer, RecordedCluster, RecordedMesh } from './recorded.js';

/** One thing that differs: `field` of `where`, as istiod answered and as the engine did. */
export interface Difference {
  mesh: string;
  where: string;
  field: Field;
  expected: unknown;
  actual: unknown;
}

export const FIELDS = [
  'registry',
  'aliases',
  'providers',
  'proxies',
  'type',
  'sidecar',
  'scope',
  'listeners',
  'clusters',
  'cluster.type',
  'cluster.service',
  'cluster.rule',
  'cluster.endpoints',
  'other',
  'extAuthz',
  'dangling',
] as const;

/** Fields of a mesh as a whole; the others are a proxy's. */
const OF_MESH: readonly string[] = ['registry', 'aliases', 'providers', 'proxies'];

export type Field = (typeof FIELDS)[number];

/** What one mesh adds to the count. */
export interface Comparison {
  differences: Difference[];
  proxies: number;
  differing: Set<string>;
  compared: Map<Field, number>;
  /** Proxies of which istiod's answer is not determined, and the engine says so. */
  undetermined: number;
}

/** Compares everything that was recorded of a mesh, in both directions. */
export function compareMesh(recorded: RecordedMesh, predicted: PredictedMesh, only?: Field): Comparison {
  const compared = new Map<Field, number>();
  const differences: Difference[] = [];
  const wanted = (field: Field) => !only || field === only;
  const count = (field: Field, n = 1) => wanted(field) && compared.set(field, (compared.get(field) ?? 0) + n);
  const report = (where: string, field: Field, expected: unknown, actual: unknown) => {
    if (wanted(field)) differences.push({ mesh: recorded.name, where, field, expected, actual });
  };

  count('registry', recorded.expect.registry.length);
  compareRegistry(recorded, predicted, report);
  count('aliases');
  if (!isDeepStrictEqual(recorded.expect.aliases ?? {}, predicted.aliases)) {
    report('mesh', 'aliases', recorded.expect.aliases ?? {}, predicted.aliases);
  }
  const providers = recorded.expect.providers ?? [];
  count('providers', providers.length);
  if (!isDeepStrictEqual(providers, predicted.providers)) report('mesh', 'providers', providers, predicted.providers);

  const differing = new Set<string>();
  let undetermined = 0;
  const names = new Set([...Object.keys(recorded.expect.proxies), ...predicted.proxies.keys()]);
  for (const name of names) {
    count('proxies');
    const expected = recorded.expect.proxies[name];
    const outcomes = predicted.proxies.get(name);
    if (!expected || !outcomes?.length) {
      report(name, 'proxies', expected ? 'present' : 'absent', outcomes ? 'present' : 'absent');
      if (wanted('proxies')) differing.add(name);
      continue;
    }
    if (outcomes.length > 1) undetermined++;
    for (const field of FIELDS.filter((name) => !OF_MESH.includes(name))) {
      count(field, sizeOf(expected, field));
    }
    const found = closest([expected, ...(expected.alternatives ?? [])], outcomes, wanted);
    if (found.length > 0) differing.add(name);
    for (const { field, where, expected: a, actual: b } of found)
      report(where ? `${name} ${where}` : name, field, a, b);
  }
  return { differences, proxies: names.size, differing, compared, undetermined };
}

interface AnswerDifference {
  field: Field;
  where: string;
  expected: unknown;
  actual: unknown;
}

/** Nothing when a recorded answer and an outcome agree; else what differs between the first of each. */
function closest(
  recorded: readonly RecordedAnswer[],
  outcomes: readonly { result: PredictedAnswer }[],
  wanted: (field: Field) => boolean,
): AnswerDifference[] {
  let first: AnswerDifference[] | undefined;
  for (const { result } of outcomes) {
    for (const answer of recorded) {
      const found = compareAnswer(answer, result).filter(({ field }) => wanted(field));
      if (found.length === 0) return [];
      first ??= found;
    }
  }
  return first ?? [];
}

function compareAnswer(recorded: RecordedAnswer, predicted: PredictedAnswer): AnswerDifference[] {
  const found: AnswerDifference[] = [];
  const check = (field: Field, expected: unknown, actual: unknown, where = '') => {
    if (!isDeepStrictEqual(expected, actual)) found.push({ field, where, expected, actual });
  };
  check('type', recorded.type, predicted.type);
  check('sidecar', recorded.sidecar, predicted.sidecar);
  check('scope', sorted(recorded.scope), sorted(predicted.scope));
  check('listeners', recorded.listeners?.map(listenerRow), predicted.listeners?.map(listenerRow));
  // Where a recording has no other clusters, it has all of them, the internal ones too.
  const clusters = recorded.other ? predicted.clusters : { ...predicted.clusters, ...predicted.internal };
  const other = recorded.other ? predicted.other : predicted.other.filter((name) => !(name in predicted.internal));
  check('other', sorted(recorded.other ?? []), sorted(other));
  check('extAuthz', rowSet(recorded.extAuthz ?? []), rowSet(predicted.extAuthz));
  check('dangling', sorted(recorded.dangling ?? []), sorted(predicted.dangling));
  for (const name of new Set([...Object.keys(recorded.clusters), ...Object.keys(clusters)])) {
    const expected = recorded.clusters[name];
    const actual = clusters[name];
    if (!expected || !actual)
      found.push({ field: 'clusters', where: name, expected: expected ?? 'absent', actual: actual ?? 'absent' });
    else found.push(...compareCluster(name, expected, actual));
  }
  return found;
}

function compareCluster(where: string, expected: RecordedCluster, actual: PredictedCluster): AnswerDifference[] {
  const found: AnswerDifference[] = [];
  for (const part of ['type', 'service', 'rule'] as const) {
    if (expected[part] !== actual[part]) {
      found.push({ field: `cluster.${part}`, where, expected: expected[part], actual: actual[part] });
    }
  }
  const endpoints = sorted(expected.endpoints ?? []);
  const possible = [actual.endpoints ?? [], ...(actual.otherEndpoints ?? [])];
  if (!possible.some((list) => isDeepStrictEqual(endpoints, sorted(list)))) {
    found.push({ field: 'cluster.endpoints', where, expected: endpoints, actual: actual.endpoints ?? [] });
  }
  return found;
}

function compareRegistry(
  { expect }: RecordedMesh,
  predicted: PredictedMesh,
  report: (where: string, field: Field, expected: unknown, actual: unknown) => void,
): void {
  const inOrder = predicted.registryInOrder && !expect.alternatives?.registry;
  const arrange = (rows: Record<string, unknown>[]) => {
    const texts = rows.map((row) => canonical({ ...row, selector: row['selector'] ?? {} }));
    return inOrder ? texts : texts.sort();
  };
  const recorded = [expect.registry, ...(expect.alternatives?.registry ?? [])].map(arrange);
  const registries = predicted.registries.map(arrange);
  if (registries.some((rows) => recorded.some((other) => isDeepStrictEqual(rows, other)))) return;
  const [expected = []] = recorded;
  const [actual = []] = registries;
  const at = expected.findIndex((row, i) => row !== actual[i]);
  const position = at < 0 ? expected.length : at;
  report(`row ${position}`, 'registry', expected[position] ?? 'absent', actual[position] ?? 'absent');
}

function sizeOf(expected: RecordedAnswer, field: Field): number {
  if (field === 'scope') return expected.scope.length;
  if (field === 'listeners') return expected.listeners?.length ?? 0;
  if (field === 'other') return expected.other?.length ?? 0;
  if (field === 'dangling') return expected.dangling?.length ?? 0;
  if (field === 'extAuthz') return expected.extAuthz?.length ?? 0;
  return field.startsWith('cluster') ? Object.keys(expected.clusters).length : 1;
}

function listenerRow({ port, services }: { port?: string | number; services: string[] }) {
  return { port: port === undefined ? undefined : String(port), services };
}

/** Rows without doubles, in one order. */
function rowSet(rows: readonly Record<string, unknown>[]): string[] {
  return [...new Set(rows.map(canonical))].sort();
}

function sorted(values: readonly string[]): string[] {
  return [...values].sort();
}

/** JSON with sorted keys, so that equal data gives equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
