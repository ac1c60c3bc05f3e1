import type { Command } from '@oclif/core';

/** What is known of a command without loading it. */
export type CommandInfo = Pick<Command.Loadable, 'id' | 'summary' | 'hidden' | 'args' | 'flags'>;
type FlagInfo = CommandInfo['flags'][string];

/** What the last word of a command line may become. */
export type Request = { word: string; flags: ReadonlyMap<string, string[]> } & (
  | { kind: 'commands' }
  | { kind: 'flags'; command: CommandInfo }
  | { kind: 'value'; of: string; options: readonly string[] }
  | { kind: 'argument'; of: string }
  | { kind: 'nothing' }
);

/** Understands the words after the plugin's name; the last one is being typed and may be empty. */
export function completionRequest(words: readonly string[], commands: readonly CommandInfo[]): Request {
  const before = words.slice(0, -1);
  const word = words.at(-1) ?? '';
  const flags = new Map<string, string[]>();
  if (before[0] === 'help' ? before.length === 1 : before.length === 0) return { kind: 'commands', word, flags };
  const command = commands.find(({ id }) => id === before[0]);
  if (!command) return { kind: 'nothing', word, flags };
  const rest = readWords(before.slice(1), command, flags);
  if (rest.open) return { ...valueOf(rest.open), word, flags };
  const [, name, value] = /^(--?[^=]+)=(.*)$/.exec(word) ?? [];
  if (name !== undefined && value !== undefined && !rest.literal) {
    const flag = flagOf(name, command);
    return flag ? { ...valueOf(flag), word: value, flags } : { kind: 'nothing', word, flags };
  }
  if (word.startsWith('-') && !rest.literal) return { kind: 'flags', command, word, flags };
  const argument = Object.values(command.args)[rest.args];
  return argument ? { kind: 'argument', of: argument.name, word, flags } : { kind: 'nothing', word, flags };
}

/** Collects flags into `flags`; tells how many arguments stand there, and the flag whose value comes next. */
function readWords(words: readonly string[], command: CommandInfo, flags: Map<string, string[]>) {
  let args = 0;
  let literal = false;
  let open: FlagInfo | undefined;
  for (const word of words) {
    if (open) {
      add(flags, open.name, word);
      open = undefined;
    } else if (literal || !word.startsWith('-') || word === '-') args++;
    else if (word === '--') literal = true;
    else {
      const [name = '', ...value] = word.split('=');
      const flag = flagOf(name, command);
      if (flag?.type !== 'option') continue;
      if (word.includes('=')) add(flags, flag.name, value.join('='));
      else open = flag;
    }
  }
  return { args, literal, open };
}

function add(flags: Map<string, string[]>, name: string, value: string): void {
  flags.set(name, [...(flags.get(name) ?? []), value]);
}

function flagOf(word: string, { flags }: CommandInfo): FlagInfo | undefined {
  return word.startsWith('--')
    ? flags[word.slice(2)]
    : Object.values(flags).find(({ char }) => char !== undefined && `-${char}` === word);
}

function valueOf(flag: FlagInfo): { kind: 'value'; of: string; options: readonly string[] } {
  return { kind: 'value', of: flag.name, options: (flag.type === 'option' && flag.options) || [] };
}
