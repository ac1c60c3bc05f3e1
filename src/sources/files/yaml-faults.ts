import { isCollection, isMap, isScalar, isSeq, type Document, type Node, type YAMLMap } from 'yaml';

/** What is wrong with a document, and the offset in its text. */
export interface YamlFault {
  offset: number;
  message: string;
}

/**
 * The first fault of a document that was parsed with `uniqueKeys: false`: the package compares each key with all others,
 * which never ends for a map of many keys.
 */
export function firstFault(document: Document, text: string): YamlFault | undefined {
  const [error] = document.errors;
  return error ? { offset: error.pos[0], message: error.message } : keyFault(document.contents, text.includes('{{'));
}

function keyFault(node: unknown, isTemplate: boolean): YamlFault | undefined {
  if (isMap(node)) return mapFault(node, isTemplate);
  return isSeq(node) ? first(node.items, (item) => keyFault(item, isTemplate)) : undefined;
}

function mapFault(map: YAMLMap, isTemplate: boolean): YamlFault | undefined {
  const known = new Set<unknown>();
  return first(map.items, ({ key, value }) => {
    if (isScalar(key)) {
      if (known.has(key.value)) return fault(key, 'Map keys must be unique');
      known.add(key.value);
    } else if (isCollection(key)) {
      // `name: {{ .Values.name }}` is a mapping whose key is a mapping to YAML.
      if (isTemplate) return fault(key, 'a mapping stands where the name of a field must be');
      const inKey = keyFault(key, isTemplate);
      if (inKey) return inKey;
    }
    return keyFault(value, isTemplate);
  });
}

function first<T>(items: readonly T[], find: (item: T) => YamlFault | undefined): YamlFault | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

function fault(node: Node, message: string): YamlFault {
  return { offset: node.range?.[0] ?? 0, message };
}
