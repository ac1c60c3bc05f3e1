import { isMapping } from './mapping.js';

/** A row of istiod's registryz page, as istiod writes it. istiod 1.28 pilot/pkg/model/service.go: Service */
export interface RegistryzRow {
  hostname: string;
  Attributes: Record<string, unknown>;
  [field: string]: unknown;
}

/** The registry of one istiod, as it tells it. */
export interface RegistryzPage {
  /** The file that holds it, with the name of the istiod where the file tells one. */
  name: string;
  rows: readonly RegistryzRow[];
}

export function isRegistryzRow(value: unknown): value is RegistryzRow {
  return isMapping(value) && typeof value['hostname'] === 'string' && isMapping(value['Attributes']);
}

/** Whether a parsed document is such a page; an empty list may be anything. */
export function isRegistryz(value: unknown): value is RegistryzRow[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRegistryzRow);
}
