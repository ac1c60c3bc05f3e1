import { lineAt } from '../../model/lines.js';
import { startOf } from '../../yaml/events.js';
import type { YamlFault } from '../../yaml/fault.js';
import { Fields } from '../../yaml/fields.js';
import { parseYaml } from '../../yaml/parse.js';
import { readEvents, type Events } from '../../yaml/read-events.js';
import { ReadError } from '../read-error.js';
import type { FileDocument } from './document.js';
import { splitYaml, type YamlChunk } from './split-yaml.js';

// Reached by `await import()` only: reading JSON never loads the package.

const TEMPLATE_HINT = 'This looks like a Helm template: render it first, with `helm template`.';

/** The documents of a YAML text. Throws ReadError with file, line and document number. */
export function parseYamlDocuments(text: string, label: string): FileDocument[] {
  return splitYaml(text).map((chunk, index) => {
    const parsed = parseYaml(chunk.text);
    if ('message' in parsed) throw yamlError(parsed, chunk, label, index + 1);
    return {
      value: parsed.value,
      file: label,
      line: lineIn(chunk, parsed.text, startOfAll(parsed)),
      lineOf: (path) => lineOf(chunk, path),
    };
  });
}

function yamlError({ line, message }: YamlFault, chunk: YamlChunk, label: string, number: number): ReadError {
  const at = `${label}:${String(chunk.line + line - 1)}`;
  const hint = chunk.text.includes('{{') ? TEMPLATE_HINT : undefined;
  return new ReadError(`${at}: not YAML in document ${String(number)}: ${message}.`, hint);
}

/** The chunk that was looked into last: fields are asked for object by object, and a List is one chunk. */
let latest: { chunk: YamlChunk; text: string; start: number; fields: Fields } | undefined;

/** Looks through the document again: that is cheaper than keeping what was found in thousands for the few fields that are shown. */
function lineOf(chunk: YamlChunk, path: string): number {
  if (latest?.chunk !== chunk) {
    const document = readEvents(chunk.text) as Events;
    latest = { chunk, text: document.text, start: startOfAll(document), fields: new Fields(document) };
  }
  return lineIn(chunk, latest.text, latest.fields.span(path)?.start ?? latest.start);
}

function lineIn({ line }: YamlChunk, text: string, offset: number): number {
  return line + lineAt(text, offset) - 1;
}

function startOfAll({ events: [first] }: Events): number {
  return first ? startOf(first) : 0;
}
