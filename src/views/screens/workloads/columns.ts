import type { Column } from '../../list/columns.js';

export const COLUMNS: readonly Column[] = [
  { title: 'NAMESPACE', sort: 'P', rank: 1, min: 9 },
  { title: 'NAME', sort: 'N', rank: 0, min: 16 },
  { title: 'KIND', sort: 'K', rank: 6, min: 10 },
  { title: 'PODS', sort: 'O', rank: 5, align: 'right', min: 4 },
  { title: 'PROXY', sort: 'T', rank: 4, min: 7 },
  { title: 'REVISION', sort: 'R', rank: 8, min: 8 },
  { title: 'SIDECAR', sort: 'S', rank: 7, min: 10 },
  { title: 'CLUSTERS', sort: 'C', rank: 3, align: 'right', min: 8 },
  { title: 'ABSENT', sort: 'A', rank: 2, align: 'right', min: 6 },
];
