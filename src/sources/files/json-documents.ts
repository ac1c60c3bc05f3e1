import type { FileDocument } from './document.js';
import { skipJson, skipSpace } from './json-syntax.js';
import { lineAt } from '../../model/lines.js';

export interface JsonProblem {
  line: number;
  message: string;
  /** From 1: which value of the text. */
  document: number;
}

/** The JSON values of a text; usually one, but `kubectl get -o json` run twice into a file gives two. */
export function parseJsonDocuments(text: string, label: string): FileDocument[] | JsonProblem {
  try {
    return [{ value: JSON.parse(text), file: label }];
  } catch {
    return parseValues(text, label);
  }
}

function parseValues(text: string, label: string): FileDocument[] | JsonProblem {
  const documents: FileDocument[] = [];
  let line = 1;
  let counted = 0;
  for (let start = skipSpace(text, 0); start < text.length;) {
    const end = skipJson(text, start);
    if (typeof end !== 'number') {
      return { line: lineAt(text, end.offset), message: faultMessage(text, end), document: documents.length + 1 };
    }
    line += lineAt(text.slice(counted, start), start - counted) - 1;
    counted = start;
    documents.push({ value: JSON.parse(text.slice(start, end)), file: label, line });
    start = skipSpace(text, end);
  }
  return documents;
}

function faultMessage(text: string, { offset, expected }: { offset: number; expected: string }): string {
  if (offset >= text.length) return `the JSON ends too early: ${expected} expected`;
  return `not JSON at ${JSON.stringify(text.slice(offset, offset + 12))}: ${expected} expected`;
}
