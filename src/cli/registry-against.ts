import { registryComparison, type RegistryComparison } from '../explain/registry-comparison.js';
import type { RegistryzPage } from '../model/registryz.js';
import { cleanText } from '../output/clean.js';
import { registryComparisonText } from '../output/registry-comparison-text.js';
import { readRegistryz } from '../sources/files/read-registryz.js';
import { ReadError, type Loaded } from '../sources/read.js';
import type { Mesh } from '../xds/mesh.js';
import { CannotTellError, EXIT, UsageError } from './errors.js';
import type { OutputFlags } from './flags.js';
import { print, warn } from './print.js';
import type { Session } from './session.js';

const EXITS: Record<RegistryComparison['verdict'], number> = {
  same: EXIT.yes,
  different: EXIT.no,
  undetermined: EXIT.cannotTell,
};

/** The pages of `--against`. Read before the mesh: what is wrong with the command line shows first. */
export async function readPages(against: string, filename: readonly string[] = []): Promise<RegistryzPage[]> {
  if (against === '-' && filename.includes('-'))
    throw new UsageError('-f - and --against - exclude each other', 'Standard input can be read once only.');
  try {
    return await readRegistryz(against);
  } catch (error) {
    if (error instanceof ReadError) throw new CannotTellError(cleanText(error.message), error.hint, { cause: error });
    throw error;
  }
}

/** `registry --against FILE`: istiod's own registry beside the one that the objects make; resolves to the exit code. */
export async function compareRegistry(
  { loaded }: Session,
  mesh: Mesh,
  pages: readonly RegistryzPage[],
  asked: { hosts: readonly string[] | undefined; namespace: string | undefined },
  notes: readonly string[],
  flags: OutputFlags,
): Promise<number> {
  const result = located(registryComparison(mesh, pages, asked.hosts, asked.namespace), loaded);
  const isEmpty = result.pages.every(({ rows }) => rows.istiod === 0 && rows.here === 0);
  const nothing = isEmpty ? ['neither istiod nor the objects have a row for this'] : [];
  const { gaps, ground } = result;
  const { invalid } = loaded.snapshot;
  warn({ notes: [...notes, ...nothing], gaps, assumed: ground.assumed, invalid }, flags.quiet);
  await print({ result, text: registryComparisonText, names }, flags);
  return EXITS[result.verdict];
}

function names({ pages }: RegistryComparison): string[] {
  return [...new Set(pages.flatMap(({ items }) => items.map(({ hostname }) => hostname)))];
}

function located(comparison: RegistryComparison, { locate }: Loaded): RegistryComparison {
  const pages = comparison.pages.map((page) => ({
    ...page,
    items: page.items.map((item) =>
      item.source ? { ...item, source: { ...item.source, ...locate({ ...item.source, path: '' }) } } : item,
    ),
  }));
  return { ...comparison, pages };
}
