import { shortWorkload } from '../place.js';
import { leadKey } from './leads.js';
import { listScreen } from './list-screen.js';

export const HOSTS = listScreen<'hosts'>({
  names: ['hosts'],
  crumb: ({ workload }) => shortWorkload(workload),
  columns: [
    { title: 'HOST', sort: 'H', rank: 0, min: 30 },
    { title: 'IN CDS', sort: 'I', rank: 1, min: 9 },
    { title: 'NAMESPACE', sort: 'P', rank: 5, min: 12 },
    { title: 'PROVIDER', sort: 'V', rank: 7, min: 10 },
    { title: 'PORTS', sort: 'O', rank: 4 },
    { title: 'READY', sort: 'E', rank: 3, align: 'right', min: 5 },
    { title: 'REASON', sort: 'R', rank: 2, min: 14 },
    { title: 'WHY', rank: 6, min: 30 },
  ],
  keys: [leadKey('enter', 'why'), leadKey('who', 'who sees it'), leadKey('yaml', 'YAML')],
  leads: ({ key, host = key }, { workload }) => ({
    enter: { screen: 'walk', workload, host },
    who: { screen: 'who', host },
    conflicts: { screen: 'conflicts', host },
    'ext-authz': { screen: 'policies', workload },
  }),
});
