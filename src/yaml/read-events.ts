import { EVENT_ID, parseEvents, YAMLException, type Event } from 'js-yaml';
import { lineAt } from '../model/lines.js';
import { startOf } from './events.js';
import type { YamlFault } from './fault.js';

/** What stands in a document, and where: offsets are of `text`, which has the lines of what was read, some perhaps indented. */
export interface Events {
  events: readonly Event[];
  text: string;
}

/** No object is nested as deeply; the parser recurses. */
const MAX_DEPTH = 200;
/** So many characters are read again for brackets that stand too far left. */
const MAX_READ_AGAIN = 20_000_000;

/**
 * What js-yaml finds in the one document of a text. It holds to YAML 1.2, by which all lines within brackets and quotes are indented; go-yaml takes them
 * at any column, and so they are written in files. They get the missing spaces here, which change no value.
 */
export function readEvents(source: string): Events | YamlFault {
  let text = source;
  for (let readAgain = 0; ; readAgain += text.length) {
    try {
      return within(parseEvents(text, { maxDepth: MAX_DEPTH }), text);
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

/** Without the document's own start and end. */
function within(events: readonly Event[], text: string): Events | YamlFault {
  const next = events.findIndex(({ type }, index) => index > 0 && type === EVENT_ID.DOCUMENT);
  if (next < 0) return { events: events.slice(1, -1), text };
  return { line: lineAt(text, startOf(events[next + 1]!)), message: 'another document starts without ---' };
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
