import type { Misfit } from '../check-shape.js';
import type { Rule } from './rule.js';

const NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

/** Names are DNS names: lower case, digits, dots and dashes. */
export const objectName: Rule = ({ metadata: { name, namespace } }) => {
  if (NAME.test(name) && (!namespace || NAME.test(namespace))) return [];
  return [...misfit('metadata.name', name), ...misfit('metadata.namespace', namespace)];
};

function misfit(path: string, value: string | undefined): Misfit[] {
  if (!value || NAME.test(value)) return [];
  return [{ path, message: `${JSON.stringify(value)} is no DNS name. The API server refuses such an object.` }];
}
