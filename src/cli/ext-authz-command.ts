import { explainExtAuthz } from '../explain/ext-authz/ext-authz.js';
import type { ExtAuthzReport, ExtAuthzReportList } from '../explain/ext-authz/report.js';
import { API_VERSION } from '../model/api-version.js';
import { extAuthzListText, extAuthzText } from '../output/ext-authz-text.js';
import type { Paint } from '../output/paint.js';
import { CannotTellError, EXIT, UsageError } from './errors.js';
import type { OutputFlags, SourceFlags } from './flags.js';
import { parseLabels } from './labels.js';
import { withLocations } from './locate-refs.js';
import { print, warn } from './print.js';
import { meshesOf, openSession, targetOf, type Session } from './session.js';
import { yamlWriter } from './yaml-writer.js';

type Flags = SourceFlags &
  OutputFlags & { selector?: string | undefined; 'all-providers': boolean; 'all-namespaces': boolean };

/** `ext-authz WORKLOAD` and `ext-authz -A`: reads, computes, prints; resolves to the exit code. */
export async function extAuthzCommand(args: { workload?: string | undefined }, flags: Flags): Promise<number> {
  if (!args.workload && !flags['all-namespaces']) {
    throw new UsageError('name a WORKLOAD, or ask for every one with -A', 'Example: ext-authz deployment/web.shop');
  }
  if (args.workload && flags['all-namespaces']) throw new UsageError('WORKLOAD and -A exclude each other');
  const session = await openSession(flags, flags.quiet);
  return args.workload ? ofOne(session, args.workload, flags) : ofAll(session, flags);
}

async function ofOne(session: Session, workload: string, flags: Flags): Promise<number> {
  const target = targetOf(session, workload, parseLabels(flags.selector), flags.revision);
  if (!('proxy' in target))
    throw new CannotTellError(target.text, 'CUSTOM policies are enforced by sidecars, gateways and waypoints.');
  const report = explainExtAuthz(target.mesh, target.proxy, { allProviders: flags['all-providers'], fixes: true });
  const result = withLocations(report, session.loaded.locate);
  tell(session, [...target.notes], result, flags);
  const toYaml = result.items.some(({ fix }) => fix) ? await yamlWriter() : undefined;
  await print(
    {
      result,
      text: (answer: ExtAuthzReport, paint: Paint) => extAuthzText(answer, paint, toYaml),
      names: clusterNames,
    },
    flags,
  );
  return exitOf([result]);
}

async function ofAll(session: Session, flags: Flags): Promise<number> {
  const reports = meshesOf(session, flags.revision).flatMap(({ mesh, proxies }) =>
    proxies
      .filter((proxy) => flags['all-providers'] || mesh.customPolicies.inForce(proxy).length > 0)
      .map((proxy) => explainExtAuthz(mesh, proxy, { allProviders: flags['all-providers'], fixes: false })),
  );
  const worst = reports
    .filter(({ verdict }) => verdict === 'broken' || verdict === 'undetermined')
    .sort((a, b) => severity(b) - severity(a));
  const result: ExtAuthzReportList = withLocations(
    { apiVersion: API_VERSION, kind: 'ExtAuthzReportList', items: worst },
    session.loaded.locate,
  );
  tell(session, [], result.items[0], flags);
  await print(
    { result, text: extAuthzListText, names: ({ items }: ExtAuthzReportList) => items.flatMap(clusterNames) },
    flags,
  );
  return exitOf(result.items);
}

function tell(session: Session, notes: string[], report: ExtAuthzReport | undefined, { quiet }: Flags): void {
  warn(
    {
      notes: [...session.notes, ...notes],
      gaps: report?.gaps ?? [],
      assumed: report?.ground.assumed ?? [],
      invalid: session.loaded.snapshot.invalid,
    },
    quiet,
  );
}

function clusterNames({ items }: ExtAuthzReport): string[] {
  return [...new Set(items.flatMap(({ cluster }) => cluster ?? []))];
}

/** Denials and failed calls before what passes unchecked. */
function severity({ items }: ExtAuthzReport): number {
  return items.filter(({ works }) => !works).length;
}

function exitOf(reports: readonly ExtAuthzReport[]): number {
  if (reports.some(({ verdict }) => verdict === 'undetermined')) return EXIT.cannotTell;
  return reports.some(({ verdict }) => verdict === 'broken') ? EXIT.no : EXIT.yes;
}
