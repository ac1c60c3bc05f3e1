import type { Column } from '../../list/columns.js';

export const COLUMNS: readonly Column[] = [
  { title: 'NAME', sort: 'N', rank: 0, min: 16 },
  { title: 'WORKLOADS', sort: 'W', rank: 2, align: 'right', min: 9 },
  { title: 'HOSTS', sort: 'H', rank: 3, align: 'right' },
  { title: 'SIDECAR', sort: 'S', rank: 5, min: 12 },
  { title: 'CONFLICTS', sort: 'C', rank: 4, align: 'right', min: 9 },
  { title: 'PROBLEMS', sort: 'P', rank: 1, align: 'right', min: 8 },
];
