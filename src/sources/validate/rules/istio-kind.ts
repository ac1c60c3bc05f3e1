import { apiGroup } from '../../../model/resource.js';
import { KINDS } from '../../kinds.js';
import type { Rule } from './rule.js';

/** Kinds of Istio that decide nothing here, by group. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'extensions.istio.io': ['WasmPlugin', 'TrafficExtension'],
  'install.istio.io': ['IstioOperator'],
};

export function isIstioGroup(group: string): boolean {
  return group === 'istio.io' || group.endsWith('.istio.io');
}

/** An object of Istio's groups is of a kind that Istio has; the API server takes no other, and istiod reads none. */
export const istioKind: Rule = (resource) => {
  const group = apiGroup(resource);
  const allowed = [...KINDS.filter((info) => info.group === group).map(({ kind }) => kind), ...(OTHERS[group] ?? [])];
  if (allowed.includes(resource.kind)) return [];
  const home = KINDS.find(({ kind, group: other }) => kind === resource.kind && other.endsWith('istio.io'));
  const hint = home ? ` It belongs to ${home.group}.` : '';
  const message = `Istio has no kind ${resource.kind} in ${group}; the object is ignored.${hint}`;
  return [{ path: 'kind', message, ...(allowed.length > 0 && { allowed }) }];
};
