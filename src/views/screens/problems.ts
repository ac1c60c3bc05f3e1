import { leadKey } from './leads.js';
import { listScreen } from './list-screen.js';

export const PROBLEMS = listScreen<'problems'>({
  names: ['problems'],
  crumb: ({ namespace }) => `problems${namespace === undefined ? '' : ` of ${namespace}`}`,
  columns: [
    { title: 'NAMESPACE', sort: 'P', rank: 2, min: 9 },
    { title: 'OBJECT', sort: 'N', rank: 0, min: 20 },
    { title: 'FIELD', sort: 'F', rank: 3, min: 12 },
    { title: 'WHAT', sort: 'W', rank: 1, min: 30 },
  ],
  keys: [leadKey('enter', 'YAML')],
  leads: ({ ref }) => ({ ...(ref && { enter: { screen: 'resource', ref } }) }),
});
