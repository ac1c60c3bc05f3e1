import { isMapping } from '../../model/mapping.js';
import { fitsShape } from './fits-shape.js';
import type { Shape } from './shape.js';

export interface Misfit {
  path: string;
  message: string;
  allowed?: string[];
  /** The schema of the API server has no such value, so istiod never sees the object. */
  refused?: boolean;
}

const REFUSED = 'The API server refuses such an object';

/**
 * Compares a value with a shape. Gives the value back, the same one when it fits, else a copy without what does not:
 * a rule that expects a list must not meet text. Values outside a closed set stay, for the rules to decide.
 */
export function checkShape(value: unknown, shape: Shape, misfits: Misfit[], path = ''): unknown {
  if (fitsShape(value, shape)) return value;
  switch (shape.type) {
    case 'choice':
      misfits.push(choiceMisfit(value, shape.allowed, shape.anyCase, path));
      // Enumerations may be numbers; names in any case are texts to everybody.
      return typeof value === 'string' || (typeof value === 'number' && !shape.anyCase) ? value : undefined;
    case 'list':
      return Array.isArray(value) ? checkItems(value, shape.of, misfits, path) : drop('a list', misfits, path);
    case 'map':
    case 'fields':
      return isMapping(value) ? checkEntries(value, shape, misfits, path) : drop('a mapping', misfits, path);
    default:
      return drop(NAMES[shape.type], misfits, path);
  }
}

const NAMES = {
  text: 'text',
  number: 'a number',
  flag: 'true or false',
  time: 'a time as 2025-01-31T12:00:00Z',
  'number or text': 'a number or text',
} as const;

function drop(wanted: string, misfits: Misfit[], path: string): undefined {
  misfits.push({ path, message: `must be ${wanted}. ${REFUSED}; here the field counts as absent.` });
  return undefined;
}

function choiceMisfit(value: unknown, allowed: readonly string[], anyCase: boolean, path: string): Misfit {
  const refuser = anyCase ? "Istio's webhook" : 'The API server';
  // What is nested without end cannot be written down.
  const written = typeof value === 'object' ? 'A list or mapping' : JSON.stringify(value);
  const message = `${written} is no value of this field. ${refuser} refuses such an object.`;
  return { path, message, allowed: [...allowed], ...(!anyCase && { refused: true }) };
}

function checkItems(items: readonly unknown[], shape: Shape, misfits: Misfit[], path: string): unknown[] {
  const checked = items.map((item, index) => {
    const at = `${path}[${String(index)}]`;
    if (item !== null) return checkShape(item, shape, misfits, at);
    const message = `must not be null: in YAML ~ means null unless quoted. ${REFUSED}; here the item is left out.`;
    misfits.push({ path: at, message });
    return undefined;
  });
  return checked.filter((item) => item !== undefined);
}

function checkEntries(
  value: Record<string, unknown>,
  shape: Extract<Shape, { type: 'map' | 'fields' }>,
  misfits: Misfit[],
  path: string,
): Record<string, unknown> {
  const out = { ...value };
  const entries = shape.type === 'fields' ? shape.entries : Object.keys(value).map((key) => [key, shape.of] as const);
  for (const [key, inner] of entries) {
    if (value[key] === null) {
      // Decoders make an empty text of it in a map of texts, and leave a field out.
      if (shape.type === 'map' && inner.type === 'text') out[key] = '';
      else delete out[key];
      continue;
    }
    const checked = checkShape(value[key], inner, misfits, path === '' ? key : `${path}.${key}`);
    if (checked === value[key]) continue;
    if (checked === undefined) delete out[key];
    else out[key] = checked;
  }
  return out;
}
