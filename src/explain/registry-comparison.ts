import { API_VERSION } from '../model/api-version.js';
import { groupBy } from '../model/group.js';
import type { RegistryzPage, RegistryzRow } from '../model/registryz.js';
import type { Gap } from '../model/snapshot.js';
import type { Mesh } from '../xds/mesh.js';
import type { GroundOfAnswer } from './explanation.js';
import {
  causesOf,
  differenceContext,
  type Difference,
  type DifferenceCause,
  type DifferenceContext,
} from './registry-difference-causes.js';
import { registryList, type RegistryItem } from './registry-list.js';
import { comparedFields, fieldsOf, pairRows, rowKey, sameValue } from './registry-rows.js';

/** The registry that the objects make beside the one that istiod tells. JSON of `registry --against FILE`. */
export interface RegistryComparison {
  apiVersion: string;
  kind: 'RegistryComparison';
  /** `undetermined` where all that differs may be due to what could not be read. */
  verdict: 'same' | 'different' | 'undetermined';
  /** One for each istiod that the file holds the page of. */
  pages: PageComparison[];
  gaps: Gap[];
  ground: GroundOfAnswer;
}

export interface PageComparison {
  /** The file, and the istiod in it where it holds several. */
  name: string;
  verdict: RegistryComparison['verdict'];
  /** Rows that istiod has, those that are made here, and those of both that are the same. */
  rows: { istiod: number; here: number; same: number };
  /** In the order of hostnames. */
  items: RowDifference[];
  /** Fields that istiod gives, and that are not made here. */
  notCompared: string[];
}

export interface RowDifference extends Difference {
  causes: DifferenceCause[];
}

/** Compares whatever the order of the rows: the page itself has none from istiod 1.30 on. */
export function registryComparison(
  mesh: Mesh,
  pages: readonly RegistryzPage[],
  hosts?: readonly string[],
  namespace?: string,
): RegistryComparison {
  const { items, gaps, ground } = registryList(mesh, hosts, namespace);
  const isMeant = ({ hostname, Attributes }: RegistryzRow): boolean =>
    (!hosts || hosts.includes(hostname)) && (namespace === undefined || Attributes['Namespace'] === namespace);
  const context = differenceContext(mesh);
  const compared = pages.map(({ name, rows }) => comparePage(name, rows.filter(isMeant), items, context));
  return {
    apiVersion: API_VERSION,
    kind: 'RegistryComparison',
    verdict: worst(compared.map(({ verdict }) => verdict)),
    pages: compared,
    gaps,
    ground,
  };
}

function comparePage(
  name: string,
  theirs: readonly RegistryzRow[],
  ours: readonly RegistryItem[],
  context: DifferenceContext,
): PageComparison {
  const fields = comparedFields(theirs, ours);
  const istiod = groupBy(theirs, rowKey);
  const here = groupBy(ours, rowKey);
  const items: RowDifference[] = [];
  let same = 0;
  for (const key of new Set([...istiod.keys(), ...here.keys()])) {
    for (const pair of pairRows(istiod.get(key) ?? [], here.get(key) ?? [], fields.both)) {
      const difference = differenceOf(pair.istiod, pair.here, fields.both);
      if (difference) items.push({ ...difference, causes: causesOf(difference, pair.istiod, context) });
      else same++;
    }
  }
  return {
    name,
    verdict: verdictOf(items),
    rows: { istiod: theirs.length, here: ours.length, same },
    items: items.sort((a, b) => (a.hostname < b.hostname ? -1 : a.hostname > b.hostname ? 1 : 0)),
    notCompared: fields.istiodAlone,
  };
}

function differenceOf(
  istiod: RegistryzRow | undefined,
  here: RegistryItem | undefined,
  fields: readonly string[],
): Difference | undefined {
  const { hostname, Attributes } = (istiod ?? here)!;
  const row = {
    hostname,
    namespace: String(Attributes['Namespace']),
    provider: String(Attributes['ServiceRegistry']),
    ...(here && { source: here.source }),
  };
  if (!here) return { outcome: 'only-istiod', ...row };
  if (!istiod) return { outcome: 'only-here', ...row };
  const [a, b] = [fieldsOf(istiod), fieldsOf(here)];
  const differing = fields.filter((field) => !sameValue(a.get(field), b.get(field)));
  if (differing.length === 0) return undefined;
  const values = differing.map((field) => ({ field, istiod: a.get(field) ?? null, here: b.get(field) ?? null }));
  return { outcome: 'differs', ...row, fields: values };
}

function verdictOf(items: readonly RowDifference[]): RegistryComparison['verdict'] {
  if (items.length === 0) return 'same';
  const unsure = ({ causes }: RowDifference) => causes.some(({ code }) => code === 'unread' || code === 'order');
  return items.every(unsure) ? 'undetermined' : 'different';
}

function worst(verdicts: readonly RegistryComparison['verdict'][]): RegistryComparison['verdict'] {
  return (['different', 'undetermined'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'same';
}
