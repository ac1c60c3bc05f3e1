import { isCollection, parseDocument, visit, type Document } from 'yaml';
import { ReadError } from '../read-error.js';
import type { FileDocument } from './document.js';
import { fieldOffset } from './field-line.js';
import { lineAt } from './lines.js';
import { splitYaml, type YamlChunk } from './split-yaml.js';

// Reached by `await import()` only: reading JSON never loads the yaml package.

const MAX_DEPTH = 200;

const TEMPLATE_HINT = 'This looks like a Helm template: render it first, with `helm template`.';

/** The documents of a YAML text. Throws ReadError with file, line and document number. */
export function parseYamlDocuments(text: string, label: string): FileDocument[] {
  return splitYaml(text).map((chunk, index) => {
    if (isTooDeep(chunk.text))
      throw yamlError({ offset: 0, message: 'nested more deeply than any object' }, chunk, label, index + 1);
    const document = parse(chunk.text);
    const fault = faultOf(document, chunk.text);
    if (fault) throw yamlError(fault, chunk, label, index + 1);
    try {
      return {
        value: document.toJS() as unknown,
        file: label,
        line: firstLine(document, chunk),
        lineOf: (path) => lineOf(chunk, path),
      };
    } catch (error) {
      // An alias without its anchor, or a chain of aliases that grows without end.
      throw yamlError({ offset: 0, message: (error as Error).message }, chunk, label, index + 1);
    }
  });
}

/** Brackets within brackets cost the parser time that grows faster than they do. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '{' || bracket === '[' ? 1 : -1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** One YAML value that stands inside another object, such as mesh config in a ConfigMap. */
export function parseYamlValue(text: string): { value: unknown } | { line: number; message: string } {
  const document = parse(text);
  const fault = document.errors[0];
  if (fault) return { line: lineAt(text, fault.pos[0]), message: fault.message };
  try {
    return { value: document.toJS() as unknown };
  } catch (error) {
    return { line: 1, message: (error as Error).message };
  }
}

/** Merge keys (`<<`) are YAML 1.1, and Kubernetes' own parser takes them. */
function parse(text: string): Document {
  return parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'error' });
}

interface Fault {
  offset: number;
  message: string;
}

function faultOf(document: Document, text: string): Fault | undefined {
  const error = document.errors[0];
  if (error) return { offset: error.pos[0], message: error.message };
  // `name: {{ .Values.name }}` is a mapping whose key is a mapping to YAML.
  return text.includes('{{') ? collectionKey(document) : undefined;
}

function collectionKey(document: Document): Fault | undefined {
  let found: Fault | undefined;
  visit(document, {
    Pair(_, pair) {
      if (!isCollection(pair.key)) return undefined;
      found = { offset: pair.key.range?.[0] ?? 0, message: 'a mapping stands where the name of a field must be' };
      return visit.BREAK;
    },
  });
  return found;
}

function yamlError(fault: Fault, chunk: YamlChunk, label: string, number: number): ReadError {
  const line = chunk.line + lineAt(chunk.text, fault.offset) - 1;
  const message = `${label}:${String(line)}: not YAML in document ${String(number)}: ${fault.message}`;
  return new ReadError(message, chunk.text.includes('{{') ? TEMPLATE_HINT : undefined);
}

function firstLine(document: Document, chunk: YamlChunk): number {
  return chunk.line + lineAt(chunk.text, document.contents?.range?.[0] ?? 0) - 1;
}

/** Parses the document again: that is cheaper than keeping thousands of syntax trees for the few fields that are shown. */
function lineOf(chunk: YamlChunk, path: string): number {
  return chunk.line + lineAt(chunk.text, fieldOffset(parse(chunk.text), path)) - 1;
}
