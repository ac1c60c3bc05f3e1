import { Errors } from '@oclif/core';
import { cleanText } from '../output/clean.js';
import { EXIT, isUserError } from './errors.js';

export interface Report {
  exit: number;
  lines: string[];
}

/** What an error that ended a command prints on stderr, and its exit code. A stack trace only when asked for. */
export function reportError(error: unknown, command: string): Report {
  if (isUserError(error)) return { exit: error.exit, lines: lines(error.message, error.hint) };
  if (error instanceof Errors.ExitError) return { exit: error.oclif.exit ?? EXIT.usage, lines: [] };
  if (error instanceof Errors.CLIError) {
    return { exit: EXIT.usage, lines: lines(parseMessage(error), `See '${command} --help' for usage.`) };
  }
  const bug = error instanceof Error ? error : new Error(String(error));
  const where = process.env.MESH_REGISTRY_DEBUG ? bug.stack : 'This is a bug. Set MESH_REGISTRY_DEBUG=1 to see where.';
  return { exit: EXIT.cannotTell, lines: lines(`internal error: ${bug.message}`, where) };
}

function lines(message: string, hint?: string): string[] {
  return [`error: ${message}`, ...(hint ? [hint] : [])].map((text) => text.split('\n').map(cleanText).join('\n'));
}

/** After the arguments oclif explains what several values of a flag may do. */
function untilNote(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.startsWith('Note:'));
  return end < 0 ? lines : lines.slice(0, end);
}

/** oclif's parse errors take several lines, kubectl's one. */
function parseMessage(error: Error): string {
  if ('flags' in error && Array.isArray(error.flags)) return `unknown flag: ${error.flags.join(', ')}`;
  const [first = '', ...rest] = error.message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('See more help'));
  if (/^Missing \d+ required arg/.test(first)) {
    return `missing argument: ${untilNote(rest)
      .map((line) => (line.split(/\s/)[0] ?? '').toUpperCase())
      .join(', ')}`;
  }
  if (/^The following errors? occurred:$/.test(first)) return rest.join('; ');
  return [first.charAt(0).toLowerCase() + first.slice(1), ...rest].join(' ');
}
