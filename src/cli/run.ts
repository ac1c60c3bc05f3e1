import { loadConfig, type Program } from './config.js';
import { EXIT, UsageError } from './errors.js';
import { reportError } from './report.js';

const BIN = 'kubectl mesh-registry';
const SEE_HELP = `Run '${BIN} --help' for the commands.`;

/** Runs one command line in this process and resolves to its exit code; never rejects. */
export async function main(argv: readonly string[]): Promise<number> {
  const exitCode = process.exitCode;
  try {
    return await dispatch(argv);
  } catch (error) {
    const report = reportError(error, `${BIN} ${argv[0] ?? ''}`.trimEnd());
    for (const line of report.lines) process.stderr.write(`${line}\n`);
    return report.exit;
  } finally {
    // oclif sets it when a command throws.
    process.exitCode = exitCode;
  }
}

/** The process around `main`. */
export async function start(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader left early, as in `| head`.
      if (error.code !== 'EPIPE') throw error;
    });
  }
  process.exitCode = await main(process.argv.slice(2));
}

async function dispatch(argv: readonly string[]): Promise<number> {
  const config: Program = await loadConfig();
  const [id, ...args] = argv[0] === '--version' ? ['version', ...argv.slice(1)] : withoutHelp(argv);
  if (id === '__complete') {
    const { complete } = await import('./completion/complete.js');
    process.stdout.write(await complete(args, config.commands));
    return EXIT.yes;
  }
  if (id === undefined) {
    const { programHelp } = await import('./help.js');
    const description = config.pjson.oclif.description ?? '';
    process.stdout.write(`${programHelp({ bin: BIN, description, commands: config.commands })}\n`);
    return EXIT.yes;
  }
  if (!config.commandIDs.includes(id)) {
    if (id.startsWith('-')) throw new UsageError(`flag ${id} before the command: flags go after it`, SEE_HELP);
    throw new UsageError(`unknown command "${id}" for "${BIN}"`, await commandHint(id, config.commandIDs));
  }
  if (asksHelp(argv)) {
    const { commandHelp } = await import('./help.js');
    process.stdout.write(`${commandHelp(config.findCommand(id, { must: true }), BIN)}\n`);
    return EXIT.yes;
  }
  const result = await config.runCommand(id, args);
  return typeof result === 'number' ? result : EXIT.yes;
}

async function commandHint(typed: string, commands: readonly string[]): Promise<string> {
  const { distance } = await import('../explain/near-misses.js');
  const meant = commands.find((id) => distance(typed, id, 2) <= 2);
  return meant === undefined ? SEE_HELP : `Did you mean '${BIN} ${meant}'? ${SEE_HELP}`;
}

const HELP = ['-h', '--help'];

function asksHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv[0] === 'help' || argv.slice(0, end < 0 ? undefined : end).some((arg) => HELP.includes(arg));
}

/** `help COMMAND` and `--help COMMAND` start with the command like `COMMAND --help`. */
function withoutHelp(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' || HELP.includes(argv[0] ?? '') ? argv.slice(1) : argv;
}
