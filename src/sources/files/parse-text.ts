import { ReadError } from '../read-error.js';
import type { FileDocument } from './document.js';
import { parseJsonDocuments, type JsonProblem } from './json-documents.js';
import { pickMesh } from './mesh-line.js';

/** What `kubectl cluster-info dump` puts between objects when all goes to standard output. */
const LOG = '\n==== START logs for container ';
const DUMP_HINT =
  'Take the dump with `kubectl cluster-info dump --all-namespaces --output-directory=DIR`, and pass the directory.';

/** The documents of a text: JSON when it starts like JSON, else YAML. */
export async function parseText(text: string, label: string, mesh?: string): Promise<FileDocument[]> {
  if (!/^\s*[{[]/.test(text)) return parseYaml(text, label);
  const picked = mesh !== undefined || /\.jsonl/.test(label) ? pickMesh(text, label, mesh) : undefined;
  const documents = parseJsonDocuments(picked ?? text, mesh === undefined ? label : `${label}#${mesh}`);
  if (Array.isArray(documents)) {
    if (documents.length > 1) pickMesh(text, label, undefined);
    return documents;
  }
  // YAML may start with a brace too: `{ apiVersion: v1, kind: Namespace }`, or JSON documents between `---`.
  if (!/^\s*(\[\s*)?[{[]\s*["}\]]/.test(text) || /^---/m.test(text)) return parseYaml(text, label);
  throw jsonError(documents, label, text.includes(LOG) ? DUMP_HINT : undefined);
}

async function parseYaml(text: string, label: string): Promise<FileDocument[]> {
  const { parseYamlDocuments } = await import('./yaml-documents.js');
  return parseYamlDocuments(text, label);
}

function jsonError({ line, message, document }: JsonProblem, label: string, hint?: string): ReadError {
  const which = document > 1 ? ` (document ${String(document)})` : '';
  return new ReadError(`${label}:${String(line)}: ${message}${which}.`, hint);
}
