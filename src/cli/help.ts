import type { Command } from '@oclif/core';

/** What help tells of a command; oclif knows it without loading the command. */
export type CommandInfo = Pick<
  Command.Loadable,
  'id' | 'summary' | 'description' | 'examples' | 'hidden' | 'args' | 'flags'
>;
type FlagInfo = CommandInfo['flags'][string];

/** What a program with several commands says of itself. */
export interface ProgramInfo {
  /** `kubectl mesh-registry`. */
  bin: string;
  description: string;
  commands: readonly CommandInfo[];
}

/** Help of the program, as kubectl prints its own. */
export function programHelp({ bin, description, commands }: ProgramInfo): string {
  const shown = commands.filter(({ hidden }) => !hidden).sort((a, b) => (a.id < b.id ? -1 : 1));
  const width = Math.max(...shown.map(({ id }) => id.length));
  return sections([
    description,
    section(
      'Available Commands',
      shown.map(({ id, summary = '' }) => `${id.padEnd(width)}   ${summary}`),
    ),
    section('Usage', [`${bin} COMMAND [flags]`]),
    `Use "${bin} COMMAND --help" for more information about a command.`,
  ]);
}

/** Help of a command in the order of kubectl's: what it does, examples, options, usage. */
export function commandHelp(command: CommandInfo, bin: string): string {
  const examples = examplesOf(command, bin);
  const args = argsOf(command);
  return sections([
    command.description ?? command.summary ?? '',
    section(
      'Examples',
      examples.flatMap((example, index) => [...(index > 0 ? [''] : []), `# ${example.description}`, example.command]),
    ),
    section(
      'Arguments',
      args.map(({ name, description }) => `${name}: ${description}`),
    ),
    section('Options', optionsOf(command).flatMap(optionLines)),
    section('Usage', [usageOf(command, bin)]),
  ]);
}

export function usageOf(command: CommandInfo, bin: string): string {
  const args = argsOf(command).map(({ name, required }) => (required ? name : `[${name}]`));
  return [bin, command.id, ...args, '[flags]'].join(' ');
}

export function examplesOf(
  { id, examples = [] }: CommandInfo,
  bin: string,
): { description: string; command: string }[] {
  const fill = (text: string) => text.replaceAll('<%= config.bin %>', bin).replaceAll('<%= command.id %>', id);
  return (Array.isArray(examples) ? examples : [examples]).map((example) =>
    typeof example === 'string'
      ? { description: '', command: fill(example) }
      : { description: fill(example.description), command: fill(example.command) },
  );
}

export function argsOf({ args }: CommandInfo): { name: string; required: boolean; description: string }[] {
  return Object.values(args)
    .filter(({ hidden }) => !hidden)
    .map(({ name, required = false, description = '' }) => ({ name: name.toUpperCase(), required, description }));
}

/** Flags by name: `-o, --output=text|json`, and what each means. */
export function optionsOf({ flags }: CommandInfo): { label: string; means: string }[] {
  return Object.values(flags)
    .filter(({ hidden }) => !hidden)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((flag) => ({ label: labelOf(flag), means: meaningOf(flag) }));
}

function labelOf(flag: FlagInfo): string {
  const value = flag.type === 'option' ? `=${[flag.helpValue ?? 'VALUE'].flat().join(' ')}` : '';
  return `${flag.char === undefined ? '' : `-${flag.char}, `}--${flag.name}${value}`;
}

function meaningOf(flag: FlagInfo): string {
  const text = flag.summary ?? flag.description ?? '';
  const preset: unknown = flag.type === 'option' ? flag.default : undefined;
  return typeof preset === 'string' ? `${text} Default: ${preset}.` : text;
}

function optionLines({ label, means }: { label: string; means: string }, index: number): string[] {
  return [...(index > 0 ? [''] : []), `  ${label}:`, `      ${means}`];
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return [`${title}:`, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n');
}

function sections(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
