import type { PageComparison, RegistryComparison, RowDifference } from '../explain/registry-comparison.js';
import { isMapping } from '../model/mapping.js';
import { RESOLUTIONS } from '../model/service.js';
import { count } from './count.js';
import { groundText } from './ground-text.js';
import type { Paint } from './paint.js';

const OUTCOMES: Record<RowDifference['outcome'], string> = {
  differs: 'differs',
  'only-istiod': 'only in istiod',
  'only-here': 'only here',
};

/** Two registries for people: what differs, row by row, and how many rows are the same. */
export function registryComparisonText({ pages, ground }: RegistryComparison, paint: Paint): string[] {
  return [...pages.flatMap((page) => [...pageLines(page, paint), '']), paint('dim', groundText(ground))];
}

function pageLines(page: PageComparison, paint: Paint): string[] {
  return [...page.items.flatMap((item) => [...itemLines(item, paint), '']), ...summary(page, paint)];
}

function summary({ name, verdict, rows, items, notCompared }: PageComparison, paint: Paint): string[] {
  const numbers = (['differs', 'only-istiod', 'only-here'] as const)
    .map((outcome) => [items.filter((item) => item.outcome === outcome).length, OUTCOMES[outcome]] as const)
    .filter(([n]) => n > 0)
    .map(([n, text]) => `${n} ${n > 1 && text === 'differs' ? 'differ' : text}`);
  const same = `${count(rows.same, 'row')} of ${rows.istiod} ${rows.same === 1 ? 'is' : 'are'} the same`;
  const line = {
    same: () => paint('good', `${name}: ${same} here.`),
    different: () => `${name}: ${same}, ${paint('bad', numbers.join(', '))}.`,
    undetermined: () =>
      `${name}: ${same}, ${paint('warn', numbers.join(', '))}. What is not known may be the cause of all.`,
  }[verdict]();
  return notCompared.length === 0 ? [line] : [line, paint('dim', `  Not compared: ${notCompared.join(', ')}`)];
}

function itemLines(item: RowDifference, paint: Paint): string[] {
  const { outcome, hostname, namespace, provider, source, fields = [], causes } = item;
  const where = source?.file ? ` (${source.file}${source.line ? `:${source.line}` : ''})` : '';
  const object = source
    ? `${source.kind} ${source.namespace}/${source.name}${where}`
    : `${provider}, namespace ${namespace}`;
  return [
    `${paint('bad', '✘')} ${paint('bold', hostname)}  ${object}  ${paint('bad', OUTCOMES[outcome])}`,
    ...fields.flatMap(({ field, istiod, here }) => [
      `    ${field}`,
      `      istiod  ${valueText(field, istiod)}`,
      `      here    ${valueText(field, here)}`,
    ]),
    ...causes.map(({ text }) => paint('dim', `    ${text}`)),
  ];
}

/** As `registry` prints it where that is shorter. */
function valueText(field: string, value: unknown): string {
  if (field === 'Resolution' && typeof value === 'number') return RESOLUTIONS[value] ?? String(value);
  if (Array.isArray(value) && value.length > 0) return value.map(itemText).join(', ');
  if (isMapping(value) && field === 'Attributes.ExportTo') return Object.keys(value).join(', ');
  if (value === null || value === undefined || value === '') return '(none)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function itemText(item: unknown): string {
  if (!isMapping(item) || !('port' in item)) return typeof item === 'string' ? item : JSON.stringify(item);
  const { name = '', port, protocol } = item;
  return `${String(port)}/${String(protocol)} (${String(name)})`;
}
