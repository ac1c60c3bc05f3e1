import type { Binding } from '../key.js';
import type { Lead, Leads, OpenAction } from './screen.js';

/** Where keys lead that work on every screen, unless the row under the cursor says better. */
export const ANYWHERE: Leads = {
  conflicts: { screen: 'conflicts' },
  'ext-authz': { screen: 'ext-authz' },
  problems: { screen: 'problems' },
  ground: { screen: 'ground' },
};

const KEYS: Record<Lead, string> = {
  enter: 'enter',
  yaml: 'y',
  who: 'w',
  conflicts: 'c',
  'ext-authz': 'e',
  problems: 'o',
  ground: 'i',
};

/** A key that leads somewhere. */
export function leadKey(what: Lead, does: string): Binding<OpenAction> {
  return { keys: [KEYS[what]], does, action: { type: 'open', what }, hint: what !== 'ground' };
}

/** The keys of every screen that lead to another. */
export const LEAD_KEYS: readonly Binding<OpenAction>[] = [
  leadKey('conflicts', 'conflicts'),
  leadKey('ext-authz', 'ext_authz'),
  leadKey('problems', 'problems'),
  leadKey('ground', 'gaps, ground'),
];
