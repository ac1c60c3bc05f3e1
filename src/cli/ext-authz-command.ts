import { allExtAuthz } from '../explain/ext-authz/all-ext-authz.js';
import { explainExtAuthz } from '../explain/ext-authz/ext-authz.js';
import type { ExtAuthzReport, ExtAuthzReportList } from '../explain/ext-authz/report.js';
import { distinct } from '../model/distinct.js';
import { extAuthzListText, extAuthzText } from '../output/ext-authz-text.js';
import type { Paint } from '../output/paint.js';
import { CannotTellError, EXIT, UsageError } from './errors.js';
import type { OutputFlags, SourceFlags } from './flags.js';
import { parseLabels } from './labels.js';
import { withLocations } from './locate-refs.js';
import { withMeshConfig } from './mesh-config-patch.js';
import { printFixes } from './print-fix.js';
import { print, warn } from './print.js';
import { meshesOf, openSession, targetOf, type Session } from './session.js';
import { yamlWriter } from './yaml-writer.js';

type Flags = SourceFlags &
  OutputFlags & { selector?: string | undefined; 'all-providers': boolean; 'all-namespaces': boolean; fix: boolean };

/** `ext-authz WORKLOAD` and `ext-authz -A`: reads, computes, prints; resolves to the exit code. */
export async function extAuthzCommand(args: { workload?: string | undefined }, flags: Flags): Promise<number> {
  if (!args.workload && !flags['all-namespaces']) {
    throw new UsageError('name a WORKLOAD, or ask for every one with -A', 'Example: ext-authz deployment/web.shop');
  }
  if (args.workload && flags['all-namespaces']) throw new UsageError('WORKLOAD and -A exclude each other');
  if (flags.fix && !args.workload)
    throw new UsageError('--fix is for one WORKLOAD', 'Changes are looked for one at a time.');
  const session = await openSession(flags, flags.quiet);
  return args.workload ? ofOne(session, args.workload, flags) : ofAll(session, flags);
}

async function ofOne(session: Session, workload: string, flags: Flags): Promise<number> {
  const target = targetOf(session, workload, parseLabels(flags.selector), flags.revision);
  if (!('proxy' in target))
    throw new CannotTellError(target.text, 'CUSTOM policies are enforced by sidecars, gateways and waypoints.');
  const report = explainExtAuthz(target.mesh, target.proxy, { allProviders: flags['all-providers'] });
  const result = await withMeshConfig(withLocations(report, session.loaded.locate), session.loaded.snapshot.resources);
  tell(session, [...target.notes], result, flags);
  const calls = [...result.items, ...result.handWritten, ...(result.providers ?? [])];
  const toYaml = flags.fix || calls.some(({ fix }) => fix) ? await yamlWriter() : undefined;
  if (flags.fix) {
    printFixes(distinct(calls.map(({ fix }) => ({ fix, ...(fix && { title: fix.summary }) }))), toYaml!);
    return EXITS[result.verdict];
  }
  await print(
    {
      result,
      text: (answer: ExtAuthzReport, paint: Paint) => extAuthzText(answer, paint, toYaml),
      names: clusterNames,
    },
    flags,
  );
  return EXITS[result.verdict];
}

async function ofAll(session: Session, flags: Flags): Promise<number> {
  const answer = allExtAuthz(meshesOf(session, flags.revision), { allProviders: flags['all-providers'] });
  const result = withLocations(answer, session.loaded.locate);
  tell(session, [], result, flags);
  await print(
    { result, text: extAuthzListText, names: ({ items }: ExtAuthzReportList) => items.flatMap(clusterNames) },
    flags,
  );
  return EXITS[result.verdict];
}

function tell(session: Session, notes: string[], report: ExtAuthzReport | ExtAuthzReportList, { quiet }: Flags): void {
  warn(
    {
      notes: [...session.notes, ...notes],
      gaps: report.gaps,
      assumed: report.ground.assumed,
      invalid: session.loaded.snapshot.invalid,
    },
    quiet,
  );
}

function clusterNames({ items }: ExtAuthzReport): string[] {
  return [...new Set(items.flatMap(({ cluster }) => cluster ?? []))];
}

const EXITS: Record<ExtAuthzReport['verdict'], number> = {
  works: EXIT.yes,
  none: EXIT.yes,
  broken: EXIT.no,
  undetermined: EXIT.cannotTell,
};
