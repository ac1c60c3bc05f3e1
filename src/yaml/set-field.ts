import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { Fields } from './fields.js';
import { parseYaml } from './parse.js';
import { toYaml } from './write.js';

/**
 * A text of YAML or JSON with one field of a mapping set, and no other character changed. The path is that of the mapping:
 * `extensionProviders[0].envoyExtAuthzGrpc`. Undefined where that would take more: an alias, a text of several lines.
 */
export function withField(source: string, path: string, field: string, value: string | number): string | undefined {
  const document = parseYaml(source);
  // Indented lines are not the source's.
  if (!('value' in document) || document.text !== source) return undefined;
  const fields = new Fields(document);
  const mapping = fields.value(path);
  if (mapping?.type !== EVENT_ID.MAPPING) return undefined;
  const isFlow = mapping.style === COLLECTION_STYLE.FLOW;
  const written = isFlow ? JSON.stringify(value) : toYaml(value).trimEnd();
  const old = fields.value(`${path}.${field}`);
  if (old) return old.type === EVENT_ID.SCALAR ? replaced(source, old, written) : undefined;
  const at = isFlow ? mapping.start + 1 : mapping.start;
  const column = at - (source.lastIndexOf('\n', at - 1) + 1);
  const isEmpty = isFlow && /^\s*\}/.test(source.slice(at));
  const added = isFlow
    ? `${JSON.stringify(field)}: ${written}${isEmpty ? '' : ', '}`
    : `${field}: ${written}\n${' '.repeat(column)}`;
  return source.slice(0, at) + added + source.slice(at);
}

function replaced(source: string, { style, valueStart, valueEnd, anchorStart, tagStart }: ScalarEvent, by: string) {
  const isBlock = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
  if (isBlock || anchorStart >= 0 || tagStart >= 0 || valueStart < 0) return undefined;
  const quotes = style === SCALAR_STYLE.PLAIN ? 0 : 1;
  return source.slice(0, valueStart - quotes) + by + source.slice(valueEnd + quotes);
}
