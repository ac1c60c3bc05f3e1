import { isMapping } from '../model/mapping.js';
import type { RegistryzRow } from '../model/registryz.js';
import type { RegistryItem } from './registry-list.js';

/** A row of istiod's page, or of our registry in the same fields. */
type Row = RegistryzRow | RegistryItem;

/** No part of a service: the version of the object behind it, and the object itself. */
const ASIDE = new Set(['ResourceVersion', 'source']);

/** Rows of one service; a ServiceEntry may make several of one host. */
export function rowKey({ hostname, Attributes }: Row): string {
  return [Attributes['ServiceRegistry'], Attributes['Namespace'], hostname].map(String).join(' ');
}

/** The fields of a row by name: `ports`, `Attributes.ExportTo`. */
export function fieldsOf({ Attributes, ...rest }: Row): Map<string, unknown> {
  const inner = Object.entries(Attributes).map(([field, value]): [string, unknown] => [`Attributes.${field}`, value]);
  return new Map<string, unknown>([...Object.entries(rest).filter(([field]) => !ASIDE.has(field)), ...inner]);
}

/** A field that no row of the page has is one that this version of istiod does not know, unless istiod leaves it out when empty. */
export function comparedFields(
  theirs: readonly RegistryzRow[],
  ours: readonly RegistryItem[],
): { both: string[]; istiodAlone: string[] } {
  const filled = (rows: readonly Row[]) =>
    new Set(rows.flatMap((row) => [...fieldsOf(row)].filter(([, value]) => !isEmpty(value)).map(([field]) => field)));
  const known = new Set(theirs.flatMap((row) => [...fieldsOf(row).keys()]));
  const made = new Set([...LEFT_OUT_WHEN_EMPTY, ...ours.flatMap((row) => [...fieldsOf(row).keys()])]);
  return {
    both: [...made].filter((field) => known.has(field) || LEFT_OUT_WHEN_EMPTY.includes(field)).sort(),
    istiodAlone: ours.length === 0 ? [] : [...filled(theirs)].filter((field) => !made.has(field)).sort(),
  };
}

/** istiod 1.28 pilot/pkg/model/service.go: Service, the fields with omitempty. */
const LEFT_OUT_WHEN_EMPTY = ['ports', 'serviceAccounts', 'creationTime', 'clusterVIPs', 'defaultAddress'];

interface Pair {
  istiod?: RegistryzRow;
  here?: RegistryItem;
}

/** The rows of one service in pairs: the most alike first, so that a row which changed does not make others differ. */
export function pairRows(
  theirs: readonly RegistryzRow[],
  ours: readonly RegistryItem[],
  fields: readonly string[],
): Pair[] {
  const left = [...ours];
  const waiting = [...theirs];
  const pairs: Pair[] = [];
  for (let allowed = 0; allowed <= fields.length && waiting.length > 0 && left.length > 0; allowed++) {
    for (const istiod of [...waiting]) {
      const index = left.findIndex((here) => differing(istiod, here, fields) <= allowed);
      if (index < 0) continue;
      pairs.push({ istiod, here: left.splice(index, 1)[0]! });
      waiting.splice(waiting.indexOf(istiod), 1);
    }
  }
  return [...pairs, ...waiting.map((istiod) => ({ istiod })), ...left.map((here) => ({ here }))];
}

function differing(istiod: RegistryzRow, here: RegistryItem, fields: readonly string[]): number {
  const [a, b] = [fieldsOf(istiod), fieldsOf(here)];
  return fields.filter((field) => !sameValue(a.get(field), b.get(field))).length;
}

/** Whether two values of a field are one: Go writes nothing, `null`, `{}` or `[]` where nothing is there. */
export function sameValue(a: unknown, b: unknown): boolean {
  return isEmpty(a) || isEmpty(b) ? isEmpty(a) && isEmpty(b) : same(a, b);
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (!isMapping(a) || !isMapping(b)) return a === b || (isAbsent(a) && isAbsent(b));
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function isEmpty(value: unknown): boolean {
  return isAbsent(value) || (typeof value === 'object' && Object.keys(value!).length === 0);
}
