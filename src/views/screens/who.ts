import { leadKey } from './leads.js';
import { listScreen } from './list-screen.js';

export const WHO = listScreen<'who'>({
  names: ['who'],
  crumb: ({ host }) => `who sees ${host}`,
  columns: [
    { title: 'NAMESPACE', sort: 'P', rank: 1, min: 9 },
    { title: 'WORKLOAD', sort: 'N', rank: 0, min: 16 },
    { title: 'KIND', sort: 'K', rank: 6, min: 10 },
    { title: 'IN CDS', sort: 'I', rank: 2, min: 9 },
    { title: 'PORTS', sort: 'O', rank: 4 },
    { title: 'REASON', sort: 'R', rank: 3, min: 14 },
    { title: 'WHY', rank: 5, min: 30 },
  ],
  keys: [leadKey('enter', 'why')],
  leads: ({ key: workload }, { host }) => ({
    enter: { screen: 'walk', workload, host },
    conflicts: { screen: 'conflicts', host },
    'ext-authz': { screen: 'policies', workload },
  }),
});
