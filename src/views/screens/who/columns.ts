import type { Column } from '../../list/columns.js';

export const COLUMNS: readonly Column[] = [
  { title: 'NAMESPACE', sort: 'P', rank: 1, min: 9 },
  { title: 'WORKLOAD', sort: 'N', rank: 0, min: 16 },
  { title: 'KIND', sort: 'K', rank: 6, min: 10 },
  { title: 'IN CDS', sort: 'I', rank: 2, min: 9 },
  { title: 'PORTS', sort: 'O', rank: 4 },
  { title: 'REASON', sort: 'R', rank: 3, min: 14 },
  { title: 'WHY', rank: 5, min: 30 },
];
