import { listOf, ProxyExplainer } from '../explain/explain.js';
import type { Explanation, ExplanationList } from '../explain/explanation.js';
import { groundOf } from '../explain/ground.js';
import { refusedRoutes } from '../explain/refused-routes.js';
import { readHost } from '../explain/host-query.js';
import { listWithoutProxy } from '../explain/without-proxy.js';
import { explanationListText } from '../output/explanation-list-text.js';
import { explanationText } from '../output/explanation-text.js';
import type { Paint } from '../output/paint.js';
import { EXIT, UsageError } from './errors.js';
import type { OutputFlags, SourceFlags } from './flags.js';
import { parseLabels } from './labels.js';
import { withLocations } from './locate-refs.js';
import { printFixes } from './print-fix.js';
import { print, warn } from './print.js';
import { openSession, targetOf, type Target } from './session.js';
import { yamlWriter, type ToYaml } from './yaml-writer.js';

/** `explain WORKLOAD [HOST]`: reads, computes, prints; resolves to the exit code. */
export async function explainCommand(
  args: { workload: string; host?: string | undefined },
  flags: SourceFlags & OutputFlags & { selector?: string | undefined; fix?: boolean },
): Promise<number> {
  checkArguments(args);
  const session = await openSession(flags, flags.quiet);
  const target = targetOf(session, args.workload, parseLabels(flags.selector), flags.revision);
  const { mesh } = target;
  const namespace = 'proxy' in target ? target.proxy.namespace : target.namespace;
  const query = args.host === undefined ? undefined : readHost(args.host, namespace, mesh);
  const answers = withLocations(answersOf(target, query), session.loaded.locate);
  warn(
    {
      notes: [...session.notes, ...target.notes, ...(query?.note ? [query.note] : [])],
      gaps: answers.items[0]?.gaps ?? [],
      assumed: answers.ground.assumed,
      invalid: session.loaded.snapshot.invalid,
    },
    flags.quiet,
  );
  const [answer] = answers.items;
  if (flags.fix) printFixes([{ fix: answer?.fix }], await yamlWriter());
  else if (query && answer && answers.items.length === 1)
    await print(one(answer, answer.fix && (await yamlWriter())), flags);
  else await print(list(answers), flags);
  if (!query) return 'proxy' in target ? EXIT.yes : EXIT.no;
  return exitOf(answers.items);
}

/** What is wrong whatever the mesh holds. */
function checkArguments({ workload, host }: { workload: string; host?: string | undefined }): void {
  if (workload === '') throw new UsageError('WORKLOAD is empty', 'Name a pod, pod.namespace, or type/name.');
  if (host === '') throw new UsageError('HOST is empty', 'Leave it out to ask for every host of the registry.');
  const port = Number(/^[^:|]*:(\d+)$/.exec(host ?? '')?.[1] ?? 1);
  if (port < 1 || port > 65535) throw new UsageError(`${port} is no port`, 'Ports go from 1 to 65535.');
}

function answersOf(target: Target, query: ReturnType<typeof readHost> | undefined): ExplanationList {
  const { mesh } = target;
  if (!('proxy' in target)) return listWithoutProxy(mesh, target, query?.hosts);
  const explainer = new ProxyExplainer(mesh, target.proxy);
  if (!query) return explainer.explainAll();
  const explain =
    query.hosts.length === 1 ? explainer.explainWithFix.bind(explainer) : explainer.explain.bind(explainer);
  const items = query.hosts.map((host) => explain(host, query.port, query.namespace, query.subset));
  return {
    ...listOf(target.proxy, items, groundOf(mesh)),
    refusedRoutes: refusedRoutes(mesh, target.proxy),
  };
}

/** The worst verdict decides. */
function exitOf(answers: readonly Explanation[]): number {
  if (answers.some(({ verdict }) => verdict === 'undetermined')) return EXIT.cannotTell;
  return answers.some(({ verdict }) => verdict === 'absent') ? EXIT.no : EXIT.yes;
}

function one(result: Explanation, toYaml: ToYaml | undefined) {
  return {
    result,
    text: (answer: Explanation, paint: Paint) => explanationText(answer, paint, toYaml),
    names: ({ clusters }: Explanation) => clusters,
  };
}

function list(result: ExplanationList) {
  return {
    result,
    text: explanationListText,
    names: ({ items }: ExplanationList) => items.filter(({ verdict }) => verdict === 'present').map(({ host }) => host),
  };
}
