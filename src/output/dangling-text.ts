import type { DanglingReference } from '../explain/explanation.js';
import { fieldText } from './field-text.js';
import type { Paint } from './paint.js';

/** A reference to a missing cluster: the cluster, why it is missing, what names it. */
export function danglingLines({ cluster, kind, listener, by, why }: DanglingReference, paint: Paint): string[] {
  const where = by ? fieldText(by) : danglingOrigin(listener);
  return [`${paint('bad', '✘')} ${cluster}  ${why}`, paint('dim', `    ${kind}: ${where}`)];
}

/** What names a cluster where no field does. */
export function danglingOrigin(listener: DanglingReference['listener']): string {
  return `what istiod makes of the service on listener ${listener}`;
}
