import { lineAt } from '../model/lines.js';
import { Constructor } from './construct.js';
import { YamlError, type YamlFault } from './fault.js';
import { readEvents, type Events } from './read-events.js';

// Reached by `await import()` only: reading JSON never loads the package.

/** A document of YAML: its value, and where what stands. */
export interface YamlDocument extends Events {
  value: unknown;
}

/**
 * The one document of a text, with the values that kubectl and istiod make of it. Both read YAML with sigs.k8s.io/yaml, that is,
 * go-yaml v2, and then JSON: words and numbers of YAML 1.1, keys that are text. It takes a key that stands twice, of which the
 * last one counts, and what follows the first document; here these are faults.
 */
export function parseYaml(source: string): YamlDocument | YamlFault {
  const read = readEvents(source);
  if ('message' in read) return read;
  try {
    return { ...read, value: new Constructor(read.events, read.text).value() };
  } catch (error) {
    if (error instanceof YamlError) return { line: lineAt(read.text, error.offset), message: error.message };
    throw error;
  }
}
