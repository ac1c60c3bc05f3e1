import type { Column } from '../../list/columns.js';

export const COLUMNS: readonly Column[] = [
  { title: 'HOST', sort: 'H', rank: 0, min: 30 },
  { title: 'IN CDS', sort: 'I', rank: 1, min: 9 },
  { title: 'NAMESPACE', sort: 'P', rank: 5, min: 12 },
  { title: 'PROVIDER', sort: 'V', rank: 7, min: 10 },
  { title: 'PORTS', sort: 'O', rank: 4 },
  { title: 'READY', sort: 'E', rank: 3, align: 'right', min: 5 },
  { title: 'REASON', sort: 'R', rank: 2, min: 14 },
  { title: 'WHY', rank: 6, min: 30 },
];
