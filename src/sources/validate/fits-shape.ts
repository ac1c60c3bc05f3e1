import type { Shape } from './shape.js';
import { isMapping } from '../../model/mapping.js';

/** Whether a value fits a shape. Nearly all do: this is the fast answer, without paths and copies. */
export function fitsShape(value: unknown, shape: Shape): boolean {
  // Null is how YAML and JSON write an absent field.
  if (value === undefined || value === null) return true;
  switch (shape.type) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'number or text':
      return typeof value === 'number' || typeof value === 'string';
    case 'time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    case 'choice':
      return isChoice(value, shape.allowed, shape.anyCase);
    case 'list':
      return Array.isArray(value) && itemsFit(value, shape.of);
    case 'map':
    case 'fields':
      return isMapping(value) && entriesFit(value, shape);
  }
}

// Loops, as they run for every field of every object: functions made anew each time would cost more than the checks.

function itemsFit(items: readonly unknown[], shape: Shape): boolean {
  for (const item of items) if (item === null || !fitsShape(item, shape)) return false;
  return true;
}

// Null fits, but not to stay: a rule may ask for the keys of what it takes to be a mapping.
function entriesFit(value: Record<string, unknown>, shape: Extract<Shape, { type: 'map' | 'fields' }>): boolean {
  if (shape.type === 'fields') {
    for (const [key, inner] of shape.entries) {
      const entry = value[key];
      if (entry === null || (entry !== undefined && !fitsShape(entry, inner))) return false;
    }
    return true;
  }
  for (const key in value) if (value[key] === null || !fitsShape(value[key], shape.of)) return false;
  return true;
}

function isChoice(value: unknown, allowed: readonly string[], anyCase: boolean): boolean {
  if (allowed.includes(value as string)) return true;
  // Istio's own checks, other than the schema's closed sets, take an empty text for an absent field.
  return anyCase && typeof value === 'string' && (value === '' || allowed.includes(value.toUpperCase()));
}
