import { cleanText } from '../../output/clean.js';
import { completionRequest, type CommandInfo, type Request } from './request.js';

/** cobra's directives to the shell. */
const FILES = 0;
const NO_FILES = 4;

interface Completions {
  /** Each with what it means, after a tab, where that helps. */
  values: string[];
  directive: typeof FILES | typeof NO_FILES;
}

const FILE_FLAGS = new Set(['filename', 'kubeconfig']);
const KUBECONFIG_LISTS = { context: 'contexts', cluster: 'clusters', user: 'users' } as const;

/** Answers as cobra's `__complete` does: a candidate a line, then the directive. It never fails: then there is no candidate. */
export async function complete(words: readonly string[], commands: readonly CommandInfo[]): Promise<string> {
  const request = completionRequest(words, commands);
  const { values, directive } = await completions(request, commands).catch(() => none());
  const fitting = values.filter((value) => value.startsWith(request.word)).map(cleanLine);
  return [...fitting, `:${directive}`, ''].join('\n');
}

/** The tab before the meaning stays. */
function cleanLine(value: string): string {
  return value.split('\t').map(cleanText).join('\t');
}

function none(): Completions {
  return { values: [], directive: NO_FILES };
}

async function completions(request: Request, commands: readonly CommandInfo[]): Promise<Completions> {
  if (request.kind === 'value' && FILE_FLAGS.has(request.of)) return { values: [], directive: FILES };
  return { values: await candidates(request, commands), directive: NO_FILES };
}

async function candidates(request: Request, commands: readonly CommandInfo[]): Promise<string[]> {
  const { kind } = request;
  if (kind === 'nothing') return [];
  if (kind === 'commands') {
    return commands.filter(({ hidden }) => !hidden).map(({ id, summary }) => `${id}\t${summary ?? ''}`);
  }
  if (kind === 'flags') return flagNames(request.command, request.word);
  if (kind === 'value' && request.options.length > 0) return [...request.options];
  if (request.of in KUBECONFIG_LISTS) {
    const { kubeconfigNames } = await import('./kubeconfig-names.js');
    const list = KUBECONFIG_LISTS[request.of as keyof typeof KUBECONFIG_LISTS];
    return kubeconfigNames(list, request.flags.get('kubeconfig')?.at(-1));
  }
  return meshNames(request);
}

function flagNames({ flags }: CommandInfo, word: string): string[] {
  return Object.values(flags)
    .filter(({ hidden }) => !hidden)
    .flatMap(({ name, char, summary, description }) => {
      const means = summary ?? description ?? '';
      // A single dash asks for short flags too.
      return [...(char !== undefined && !word.startsWith('--') ? [`-${char}\t${means}`] : []), `--${name}\t${means}`];
    })
    .concat('--help\tHelp of this command.');
}

const FROM_MESH = new Set(['workload', 'host', 'namespace', 'istioNamespace', 'revision']);

async function meshNames({ of, word, flags }: Request & { of: string }): Promise<string[]> {
  if (!FROM_MESH.has(of)) return [];
  const { meshValues } = await import('./values.js');
  const values = await meshValues(flags);
  if (!values) return [];
  if (of === 'host') return values.hosts;
  if (of === 'revision') return values.revisions;
  if (of !== 'workload') return values.namespaces;
  const { matchingWorkloads } = await import('./names.js');
  return matchingWorkloads(word, values.workloads, flags.get('namespace')?.at(-1) ?? values.namespace);
}
