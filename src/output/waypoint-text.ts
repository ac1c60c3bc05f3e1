import type { PolicyAtWaypoint, WaypointFacts } from '../explain/waypoint-facts.js';
import { fieldText } from './field-text.js';
import type { Paint } from './paint.js';

/** What a waypoint has besides clusters of hosts. */
export function waypointLines({ internal, policies }: WaypointFacts, paint: Paint): string[] {
  return [
    'Clusters that belong to no host:',
    ...internal.map(({ name, type, listener }) => `  ${name} (${type}${listener ? `, to listener ${listener}` : ''})`),
    ...(policies.length > 0
      ? [
          '',
          'CUSTOM policies (ext-authz says whether they can work):',
          ...policies.flatMap((one) => policyLines(one, paint)).map((line) => `  ${line}`),
        ]
      : []),
  ];
}

export function policyLines({ policy, targets, on }: PolicyAtWaypoint, paint: Paint): string[] {
  const { kind, namespace, name } = policy;
  return [
    `${kind} ${namespace}/${name} by targetRefs ${targets.join(', ')}: on ${on.join(', ') || 'no filter chain'}`,
    paint('dim', `  ${fieldText(policy)}`),
  ];
}
