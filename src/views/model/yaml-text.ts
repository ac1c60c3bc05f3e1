import { lineAt } from '../../model/lines.js';
import { Fields } from '../../yaml/fields.js';
import { parseYaml } from '../../yaml/parse.js';
import { toYaml } from '../../yaml/write.js';

/** A value as lines of YAML. */
export function yamlText(value: unknown): string[] {
  return toYaml(value).trimEnd().split('\n');
}

/** The lines (from 0) of a field, `spec.egress[0].hosts`, or of the nearest parent that is written. */
export function fieldLines(lines: readonly string[], path: string): number[] {
  const parsed = parseYaml(lines.join('\n'));
  if ('message' in parsed) return [];
  const found = new Fields(parsed).span(path);
  if (!found) return [];
  const first = lineAt(parsed.text, found.start) - 1;
  const last = lineAt(parsed.text, Math.max(found.start, found.end - 1)) - 1;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** `metadata.labels["istio.io/rev"]` → metadata, labels, istio.io/rev */
export function stepsOf(path: string): (string | number)[] {
  const steps = path.matchAll(/\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)/g);
  return [...steps].map(([, quoted, index, name]) => quoted ?? (index === undefined ? name! : Number(index)));
}
