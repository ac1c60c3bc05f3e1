import { parseEvents, YAMLException, type Event } from 'js-yaml';
import { lineAt } from '../model/lines.js';
import type { YamlFault } from './fault.js';

/** No object is nested as deeply; the parser recurses. */
const MAX_DEPTH = 200;
/** So many characters are read again for brackets that stand too far left. */
const MAX_READ_AGAIN = 20_000_000;

/**
 * What js-yaml finds in a text. It holds to YAML 1.2, by which all lines within brackets and quotes are indented; go-yaml takes them
 * at any column, and so they are written in files. They get the missing spaces here, which change no value.
 */
export function readEvents(source: string): { events: Event[]; text: string } | YamlFault {
  let text = source;
  for (let readAgain = 0; ; readAgain += text.length) {
    try {
      return { events: parseEvents(text, { maxDepth: MAX_DEPTH }), text };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const { reason, mark } = error;
      const offset = mark?.position ?? 0;
      if (reason !== 'deficient indentation' || readAgain > MAX_READ_AGAIN) {
        return { line: lineAt(text, offset), message: messageOf(reason) };
      }
      text = indented(text, offset, indentation(source));
    }
  }
}

function messageOf(reason: string): string {
  if (reason.includes('maxDepth')) return 'nested more deeply than any object';
  if (reason.startsWith('missed comma')) return 'a comma or a closing bracket is missing';
  return reason.replace('the stream within', 'the text within');
}

/** The line of an offset with more spaces before it. */
function indented(text: string, offset: number, spaces: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return text.slice(0, start) + ' '.repeat(spaces) + text.slice(start);
}

/** More than any line of a text has, dashes of lists included. */
function indentation(text: string): number {
  return 1 + text.split('\n').reduce((most, line) => Math.max(most, /^[ -]*/.exec(line)![0].length), 0);
}
