import { add } from '../model/group.js';
import type { Service } from '../model/service.js';

/** Rows by hostname, oldest first, one for each object (a ServiceEntry with several addresses has one row for each). */
export function rowsByHost(sorted: readonly Service[]): Map<string, Service[]> {
  const rows = new Map<string, Service[]>();
  for (const service of sorted) {
    const known = rows.get(service.hostname);
    if (!known?.some(({ source }) => source === service.source)) add(rows, service.hostname, service);
  }
  return rows;
}
