import { isMap, isScalar, isSeq, type Document, type Node, type Pair } from 'yaml';

/**
 * The offset of a field in a document, or of its nearest parent that is written.
 * Keys with dots are found by taking the longest key that fits: `metadata.annotations.networking.istio.io/exportTo`.
 */
export function fieldOffset(document: Document, path: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  let rest = path;
  while (rest !== '') {
    const step = isMap(node) ? mapStep(node.items, rest) : isSeq(node) ? itemStep(node.items, rest) : undefined;
    if (step === undefined) break;
    offset = step.offset ?? offset;
    node = step.node;
    rest = step.rest;
  }
  return offset ?? 0;
}

interface Step {
  offset: number | undefined;
  node: unknown;
  rest: string;
}

function mapStep(pairs: readonly Pair[], path: string): Step | undefined {
  const quoted = /^\.?\[(["'])(.*?)\1\]/.exec(path);
  const plain = path.startsWith('.') ? path.slice(1) : path;
  let best: { pair: Pair; key: string } | undefined;
  for (const pair of pairs) {
    const key = keyText(pair);
    const fits = quoted ? quoted[2] === key : fitsStart(plain, key);
    if (fits && (best === undefined || key.length > best.key.length)) best = { pair, key };
  }
  if (best === undefined) return undefined;
  const rest = quoted ? path.slice(quoted[0].length) : plain.slice(best.key.length);
  return { offset: startOf(best.pair.key), node: best.pair.value, rest };
}

function fitsStart(path: string, key: string): boolean {
  return path.startsWith(key) && ['', '.', '['].includes(path.charAt(key.length));
}

function itemStep(items: readonly unknown[], path: string): Step | undefined {
  const match = /^\[(\d+)\]/.exec(path);
  if (match === null) return undefined;
  const node = items[Number(match[1])];
  return node === undefined ? undefined : { offset: startOf(node), node, rest: path.slice(match[0].length) };
}

function keyText({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}
