import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  stringify,
  type Node,
  type Pair,
} from 'yaml';

/** A value as lines of YAML. */
export function yamlText(value: unknown): string[] {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd().split('\n');
}

/** The lines (from 0) of a field, `spec.egress[0].hosts`, or of the nearest parent that is written. */
export function fieldLines(lines: readonly string[], path: string): number[] {
  if (path === '') return [];
  const counter = new LineCounter();
  const { contents } = parseDocument(lines.join('\n'), { lineCounter: counter });
  const found = nodeAt(contents, stepsOf(path));
  if (!found) return [];
  const lineAt = (offset: number) => counter.linePos(offset).line - 1;
  const first = lineAt(found.start);
  return Array.from(
    { length: Math.max(1, lineAt(Math.max(found.start, found.end - 1)) - first + 1) },
    (_, i) => first + i,
  );
}

/** `metadata.labels["istio.io/rev"]` → metadata, labels, istio.io/rev */
export function stepsOf(path: string): (string | number)[] {
  const steps = path.matchAll(/\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)/g);
  return [...steps].map(([, quoted, index, name]) => quoted ?? (index === undefined ? name! : Number(index)));
}

interface Span {
  start: number;
  end: number;
}

function nodeAt(root: unknown, steps: readonly (string | number)[]): Span | undefined {
  let node = root;
  let span: Span | undefined;
  for (const step of steps) {
    const next = childOf(node, step);
    if (!next) break;
    span = next.span;
    node = next.node;
  }
  return span;
}

function childOf(node: unknown, step: string | number): { node: unknown; span: Span } | undefined {
  if (!isCollection(node)) return undefined;
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    return pair && { node: pair.value, span: spanOf(pair) };
  }
  const item = typeof step === 'number' ? (node.items[step] as Node | undefined) : undefined;
  return item?.range ? { node: item, span: { start: item.range[0], end: item.range[1] } } : undefined;
}

/** From the key to the end of the value. */
function spanOf(pair: Pair): Span {
  if (!isPair(pair)) return { start: 0, end: 0 };
  const key = pair.key as Node;
  const value = pair.value as Node | null;
  return { start: key.range![0], end: value?.range?.[1] ?? key.range![1] };
}
