import { reasonText } from '../explain/reason-text.js';
import type { RefusedRoute } from '../explain/refused-routes.js';
import { fieldText } from './field-text.js';
import type { Paint } from './paint.js';

export function refusedRouteLines({ route, reason }: RefusedRoute, paint: Paint): string[] {
  const { kind, namespace, name } = route;
  return [
    `${kind} ${namespace}/${name}: ${reasonText(reason)}`,
    ...(reason.by ? [paint('dim', `  ${fieldText(reason.by)}`)] : []),
  ];
}
