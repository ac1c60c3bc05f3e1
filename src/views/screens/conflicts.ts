import { leadKey } from './leads.js';
import { listScreen } from './list-screen.js';

export const CONFLICTS = listScreen<'conflicts'>({
  names: ['conflicts', 'cf'],
  crumb: ({ host, namespace }) => `conflicts${host || namespace ? ` of ${host ?? namespace}` : ''}`,
  columns: [
    { title: 'SEVERITY', sort: 'S', rank: 1, min: 13 },
    { title: 'HOST', sort: 'H', rank: 0, min: 24 },
    { title: 'KIND', sort: 'K', rank: 2, min: 21 },
    { title: 'NAMESPACES', sort: 'P', rank: 5, align: 'right', min: 10 },
    { title: 'HITS', sort: 'I', rank: 3, align: 'right', min: 4 },
    { title: 'WINNER', sort: 'W', rank: 4, min: 20 },
    { title: 'WHAT', rank: 6, min: 30 },
  ],
  keys: [leadKey('enter', 'who wins'), leadKey('who', 'who sees it'), leadKey('yaml', 'YAML')],
  leads: ({ key: id, host }, { host: asked, namespace }) => ({
    enter: {
      screen: 'conflict',
      id,
      ...(asked !== undefined && { host: asked }),
      ...(namespace !== undefined && { namespace }),
    },
    conflicts: { screen: 'conflicts' },
    ...(host !== undefined && { who: { screen: 'who', host } }),
  }),
});
