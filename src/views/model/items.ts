import type { Fix, Step } from '../../explain/explanation.js';
import type { FieldRef } from '../../model/resource.js';
import { fieldText } from '../../output/field-text.js';
import { fixEffects, removals } from '../../output/fix-text.js';
import type { Style } from '../../output/paint.js';
import type { Item } from './item.js';
import { yamlText } from './yaml-text.js';

export const SIGNS: Record<Step['outcome'], { text: string; style: Style }> = {
  passed: { text: '✔', style: 'good' },
  failed: { text: '✘', style: 'bad' },
  'not-reached': { text: '-', style: 'dim' },
};

export type Locate = (ref: FieldRef) => FieldRef;

/** A change that helps, with the YAML and the commands to paste. */
export function fixItem(fix: Fix, id = 'fix'): Item {
  const yaml = fix.yaml.flatMap((object) => [...yamlText(object), '---']).slice(0, -1);
  const lines = [...yaml, ...removals(fix)];
  return {
    id,
    sign: { text: '+', style: 'good' },
    text: `Fix: ${fix.summary} (${fixEffects(fix)})`,
    style: 'good',
    open: true,
    children: lines.map((text, i) => ({ id: `${id}-${i}`, text })),
  };
}

/** A field that decided, and where it stands. */
export function fieldItem(id: string, ref: FieldRef, locate: Locate, before = ''): Item {
  const located = locate(ref);
  return { id, sign: { text: '↳', style: 'dim' }, text: `${before}${fieldText(located)}`, ref: located };
}

/** Items under a title. */
export function group(id: string, children: Item[], title = `${id[0]!.toUpperCase()}${id.slice(1)}`): Item {
  return { id, text: `${title} (${children.length})`, style: 'bold', open: true, children };
}

/** A sentence beside a sign. */
export function note(id: string, sign: string, style: Style, text: string): Item {
  return { id, sign: { text: sign, style }, text, ...(style === 'bad' && { style }) };
}

/** Stands where a change that helps will stand. */
export const SEARCHING = note('searching', '…', 'dim', 'looking for a change that helps');
