import { EVENT_ID, type Event } from 'js-yaml';
import { lineAt } from '../model/lines.js';
import { Constructor } from './construct.js';
import { startOf } from './events.js';
import { YamlError, type YamlFault } from './fault.js';
import { readEvents } from './read-events.js';

// Reached by `await import()` only: reading JSON never loads the package.

/** A document of YAML: its value, and where what stands. */
export interface YamlDocument {
  value: unknown;
  /** Those within the document. Their offsets are of `text`, */
  events: readonly Event[];
  /** which has the lines of the text that was read, some of them perhaps indented. */
  text: string;
}

/**
 * The one document of a text, with the values that kubectl and istiod make of it. Both read YAML with sigs.k8s.io/yaml, that is,
 * go-yaml v2, and then JSON: words and numbers of YAML 1.1, keys that are text. It takes a key that stands twice, of which the
 * last one counts, and what follows the first document; here these are faults.
 */
export function parseYaml(source: string): YamlDocument | YamlFault {
  const read = readEvents(source);
  if ('message' in read) return read;
  const { events, text } = read;
  try {
    const next = events.findIndex(({ type }, index) => index > 0 && type === EVENT_ID.DOCUMENT);
    if (next >= 0) throw new YamlError('another document starts without ---', startOf(events[next + 1]!));
    const within = events.slice(1, -1);
    return { value: new Constructor(within, text).value(), events: within, text };
  } catch (error) {
    if (error instanceof YamlError) return { line: lineAt(text, error.offset), message: error.message };
    throw error;
  }
}
