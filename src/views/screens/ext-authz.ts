import { splitWorkload } from '../place.js';
import { leadKey } from './leads.js';
import { listScreen } from './list-screen.js';

export const EXT_AUTHZ = listScreen<'ext-authz'>({
  names: ['ext_authz', 'ext-authz', 'authz'],
  crumb: ({ namespace }) => `ext_authz${namespace ? ` in ${namespace}` : ''}`,
  columns: [
    { title: 'NAMESPACE', sort: 'P', rank: 1, min: 9 },
    { title: 'WORKLOAD', sort: 'N', rank: 0, min: 16 },
    { title: 'STATE', sort: 'S', rank: 2, min: 9 },
    { title: 'WHAT', sort: 'A', rank: 4, min: 16 },
    { title: 'PROVIDER', sort: 'V', rank: 5, min: 10 },
    { title: 'WHAT REQUESTS GET', sort: 'R', rank: 3, min: 24 },
    { title: 'WHY', rank: 6, min: 24 },
  ],
  keys: [leadKey('enter', 'policies')],
  leads: ({ key: workload }) => ({
    enter: { screen: 'policies', workload },
    conflicts: { screen: 'conflicts', namespace: splitWorkload(workload).namespace },
    'ext-authz': { screen: 'ext-authz' },
  }),
});
