import { leadKey } from './leads.js';
import { listScreen } from './list-screen.js';

export const NAMESPACES = listScreen<'namespaces'>({
  names: ['namespaces', 'ns'],
  crumb: () => 'namespaces',
  columns: [
    { title: 'NAME', sort: 'N', rank: 0, min: 16 },
    { title: 'WORKLOADS', sort: 'W', rank: 2, align: 'right', min: 9 },
    { title: 'HOSTS', sort: 'H', rank: 3, align: 'right' },
    { title: 'SIDECAR', sort: 'S', rank: 5, min: 12 },
    { title: 'CONFLICTS', sort: 'C', rank: 4, align: 'right', min: 9 },
    { title: 'PROBLEMS', sort: 'P', rank: 1, align: 'right', min: 8 },
  ],
  keys: [leadKey('enter', 'workloads'), leadKey('yaml', 'YAML')],
  leads: ({ key: namespace }) => ({
    enter: { screen: 'workloads', namespace },
    conflicts: { screen: 'conflicts', namespace },
    'ext-authz': { screen: 'ext-authz', namespace },
    problems: { screen: 'problems', namespace },
  }),
});
