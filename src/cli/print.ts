import type { Gap, InvalidValue } from '../model/snapshot.js';
import { cleanDeep, cleanDocument, cleanText } from '../output/clean.js';
import { gapText, invalidText } from '../output/gap-text.js';
import { paintFor, type Paint } from '../output/paint.js';
import type { OutputFlags } from './flags.js';
import { yamlWriter } from './yaml-writer.js';

/** An answer in every format: text is a function of the result, JSON and YAML are the result. */
export interface Printable<T> {
  result: T;
  text: (result: T, paint: Paint, wide: boolean) => string[];
  names: (result: T) => string[];
}

/** Writes an answer to stdout in the format that was asked for. */
export async function print<T>({ result, text, names }: Printable<T>, flags: OutputFlags): Promise<void> {
  process.stdout.write(`${await format({ result, text, names }, flags)}\n`);
}

async function format<T>({ result, text, names }: Printable<T>, { output, color }: OutputFlags): Promise<string> {
  if (output === 'json') return cleanDocument(JSON.stringify(result, null, 2), 'json');
  if (output === 'yaml') {
    const toYaml = await yamlWriter();
    return cleanDocument(toYaml(result).trimEnd(), 'yaml');
  }
  if (output === 'name') return names(result).map(cleanText).join('\n');
  const paint = paintFor(color, process.stdout.isTTY, process.env);
  return text(cleanDeep(result), paint, output === 'wide').join('\n');
}

/** Writes to stderr what the reader of an answer must know: notes, gaps, assumptions and invalid values. */
export function warn(
  {
    notes,
    gaps,
    assumed,
    invalid,
  }: { notes: readonly string[]; gaps: readonly Gap[]; assumed: readonly string[]; invalid: readonly InvalidValue[] },
  quiet: boolean,
): void {
  if (quiet) return;
  const lines = [
    ...notes.map((note) => `note: ${note}`),
    ...assumed.map((sentence) => `assumed: ${sentence}`),
    ...gaps.map((gap) => `gap: ${gapText(gap)}`),
    ...invalid.map((value) => `invalid: ${invalidText(value)}`),
  ];
  for (const line of lines) process.stderr.write(`${cleanText(line)}\n`);
}
