import { loadConfig } from '../../src/cli/config.js';
import { argsOf, examplesOf, optionsOf, usageOf, type CommandInfo } from '../../src/cli/help.js';

const BIN = 'kubectl mesh-registry';

const EXIT_STATUS = `\
| status | meaning |
|---|---|
| 0 | yes; nothing is wrong |
| 1 | the answer is no |
| 2 | the command line is wrong |
| 3 | it cannot be determined: unreachable, forbidden, unreadable |`;

/** The pages of docs/commands by file name, made from the commands themselves. */
export async function commandPages(): Promise<Map<string, string>> {
  const { commands } = await loadConfig();
  const shown = commands.filter(({ hidden }) => !hidden).sort((a, b) => (a.id < b.id ? -1 : 1));
  return new Map([
    ['README.md', index(shown)],
    ...shown.map((command): [string, string] => [fileOf(command), page(command, shown)]),
  ]);
}

function fileOf({ id }: CommandInfo): string {
  return `${id}.md`;
}

function index(commands: readonly CommandInfo[]): string {
  const rows = commands.map((command) => `| [${command.id}](${fileOf(command)}) | ${cell(command.summary ?? '')} |`);
  return join(['# Commands', ['| command | what it does |', '|---|---|', ...rows].join('\n')]);
}

function page(command: CommandInfo, all: readonly CommandInfo[]): string {
  const examples = examplesOf(command, BIN).map((example) => `# ${example.description}\n${example.command}`);
  const args = argsOf(command).map(({ name, description }) => `| \`${name}\` | ${cell(description)} |`);
  const options = optionsOf(command).map(({ label, means }) => `| \`${cell(label)}\` | ${cell(means)} |`);
  const others = all.filter(({ id }) => id !== command.id).map((other) => `[${other.id}](${fileOf(other)})`);
  return join([
    `# ${BIN} ${command.id}`,
    '## Synopsis',
    `    ${usageOf(command, BIN)}`,
    '## Description',
    command.description ?? command.summary ?? '',
    ...(examples.length > 0 ? ['## Examples', `\`\`\`sh\n${examples.join('\n\n')}\n\`\`\``] : []),
    ...(args.length > 0 ? ['## Arguments', ['| argument | meaning |', '|---|---|', ...args].join('\n')] : []),
    ...['## Options', ['| option | meaning |', '|---|---|', ...options].join('\n')],
    ...['## Exit status', EXIT_STATUS],
    ...['## See also', others.join(', ')],
  ]);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function join(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
