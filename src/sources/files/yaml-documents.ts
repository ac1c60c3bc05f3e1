import { Composer, Parser, YAMLParseError, type CST, type Document } from 'yaml';
import { ReadError } from '../read-error.js';
import type { FileDocument } from './document.js';
import { fieldOffset } from './field-line.js';
import { lineAt } from './lines.js';
import { splitYaml, type YamlChunk } from './split-yaml.js';
import { firstFault, type YamlFault } from './yaml-faults.js';
import { limitFault } from './yaml-limits.js';

// Reached by `await import()` only: reading JSON never loads the yaml package.

const TEMPLATE_HINT = 'This looks like a Helm template: render it first, with `helm template`.';

/** The documents of a YAML text. Throws ReadError with file, line and document number. */
export function parseYamlDocuments(text: string, label: string): FileDocument[] {
  return splitYaml(text).map((chunk, index) => {
    const parsed = parse(chunk.text);
    if ('message' in parsed) throw yamlError(parsed, chunk, label, index + 1);
    return {
      value: parsed.value,
      file: label,
      line: chunk.line + lineAt(chunk.text, parsed.document.contents?.range?.[0] ?? 0) - 1,
      lineOf: (path) => lineOf(chunk, path),
    };
  });
}

/** One YAML value that stands inside another object, such as mesh config in a ConfigMap. */
export function parseYamlValue(text: string): { value: unknown } | { line: number; message: string } {
  const parsed = parse(text);
  return 'message' in parsed ? { line: lineAt(text, parsed.offset), message: parsed.message } : { value: parsed.value };
}

function parse(text: string): { document: Document; value: unknown } | YamlFault {
  const tokens = [...new Parser().parse(text)];
  const limit = limitFault(tokens);
  if (limit) return limit;
  const document = compose(tokens, text);
  const fault = firstFault(document, text);
  if (fault) return fault;
  try {
    return { document, value: document.toJS() as unknown };
  } catch (error) {
    // An alias without its anchor, or a chain of aliases that grows without end.
    return { offset: 0, message: (error as Error).message };
  }
}

/** The first document of the tokens; a chunk holds one. Merge keys (`<<`) are YAML 1.1, and Kubernetes' own parser takes them. */
function compose(tokens: Iterable<CST.Token>, text: string): Document {
  const composer = new Composer({ merge: true, prettyErrors: false, logLevel: 'error', uniqueKeys: false });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (second) {
    const [start = 0, end = start] = second.range ?? [];
    document!.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', 'another document starts without ---'));
  }
  return document!;
}

function yamlError(fault: YamlFault, chunk: YamlChunk, label: string, number: number): ReadError {
  const line = chunk.line + lineAt(chunk.text, fault.offset) - 1;
  const message = `${label}:${String(line)}: not YAML in document ${String(number)}: ${fault.message}`;
  return new ReadError(message, chunk.text.includes('{{') ? TEMPLATE_HINT : undefined);
}

/** The chunk that was looked into last: fields are asked for object by object, and a List is one chunk. */
let latest: { chunk: YamlChunk; document: Document } | undefined;

/** Parses the document again: that is cheaper than keeping thousands of syntax trees for the few fields that are shown. */
function lineOf(chunk: YamlChunk, path: string): number {
  if (latest?.chunk !== chunk) latest = { chunk, document: compose(new Parser().parse(chunk.text), chunk.text) };
  return chunk.line + lineAt(chunk.text, fieldOffset(latest.document, path)) - 1;
}
