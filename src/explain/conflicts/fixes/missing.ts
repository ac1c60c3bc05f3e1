import type { Conflict, ConflictKind } from '../conflict.js';

/** Where no change of configuration was found to help: what is missing, or why nothing is. One sentence. */
export function missingFor(conflict: Conflict): string {
  if (conflict.severity === 'surprising' && HARMLESS.has(conflict.kind))
    return 'Nothing needs to change: nothing is lost, and istiod does this by design.';
  return `No change that was tried ends it; missing is ${MISSING[conflict.kind](conflict)}.`;
}

const HARMLESS = new Set<ConflictKind>([
  'wildcard-covers-host',
  'same-address-and-port',
  'same-address',
  'protocols-on-port',
  'rules-for-one-host',
  'routes-for-one-host',
]);

const ADDRESS_OR_PORT = 'an address of its own for each (spec.addresses), or a port of its own';
const ONE_ENTRY = 'one entry that says all, in the place of those';

const MISSING: Record<ConflictKind, (conflict: Conflict) => string> = {
  'service-and-entry': () => 'a host of its own for the ServiceEntry',
  'differs-between-clusters': () => 'the same Service in every cluster',
  'entry-on-service-name': ({ host, views }) => {
    const owner = /^[^.]+\.([^.]+)\.svc\./.exec(host)?.[1] ?? 'that the name names';
    const service = views.some(({ winner, losers }) => [winner, ...losers].some((claim) => claim?.kind === 'Service'));
    return service
      ? 'a host of its own for the ServiceEntry'
      : `a Service, or a ServiceEntry in the place of this one, in namespace ${owner}`;
  },
  'entries-of-namespaces': () =>
    'an agreement which of them each namespace is to have: exportTo, or egress hosts of Sidecars, can then say so',
  'entries-not-merged': () => ONE_ENTRY,
  'entries-merged': () => ONE_ENTRY,
  'wildcard-covers-host': () => 'an export of the exact hosts to the namespaces that see the wildcard',
  'same-address-and-port': () => ADDRESS_OR_PORT,
  'same-address': () => 'an address of its own for each',
  'tcp-takes-port': () => ADDRESS_OR_PORT,
  'protocols-on-port': () => 'an address of its own for the TCP host (spec.addresses), or a port of its own',
  'sidecars-of-one-workload': () => 'selectors that do not overlap',
  'sidecars-without-selector': () => 'one Sidecar without selector that says all',
  'ambiguous-provider': () => 'a namespace in front of the host in the mesh config',
  'rules-for-one-host': () => 'one rule that says all, in the namespace that is looked at first',
  'routes-for-one-host': () => 'one VirtualService with the routes of all, in the order in which they should match',
};
