import { splitWorkload } from '../place.js';
import { leadKey } from './leads.js';
import { listScreen } from './list-screen.js';

export const WORKLOADS = listScreen<'workloads'>({
  names: ['workloads', 'wl', 'pods', 'deploy'],
  crumb: ({ namespace }) => namespace ?? 'all',
  columns: [
    { title: 'NAMESPACE', sort: 'P', rank: 1, min: 9 },
    { title: 'NAME', sort: 'N', rank: 0, min: 16 },
    { title: 'KIND', sort: 'K', rank: 7, min: 11 },
    { title: 'PODS', sort: 'O', rank: 6, align: 'right', min: 5 },
    { title: 'PROXY', sort: 'T', rank: 4, min: 7 },
    { title: 'REVISION', sort: 'R', rank: 9, min: 8 },
    { title: 'SIDECAR', sort: 'S', rank: 8, min: 10 },
    { title: 'CLUSTERS', sort: 'C', rank: 3, align: 'right', min: 8 },
    { title: 'ABSENT', sort: 'A', rank: 2, align: 'right', min: 6 },
    { title: 'EXT_AUTHZ', sort: 'E', rank: 5, min: 9 },
  ],
  keys: [leadKey('enter', 'hosts'), leadKey('yaml', 'YAML')],
  leads: ({ key: workload }) => {
    const { namespace } = splitWorkload(workload);
    return {
      enter: { screen: 'hosts', workload },
      conflicts: { screen: 'conflicts', namespace },
      'ext-authz': { screen: 'policies', workload },
      problems: { screen: 'problems', namespace },
    };
  },
});
