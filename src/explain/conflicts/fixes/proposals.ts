import type { Mesh } from '../../../xds/mesh.js';
import type { Change } from '../../fixes/change.js';
import type { Conflict, ConflictKind } from '../conflict.js';
import { addLostPorts } from './add-lost-ports.js';
import { claimantsOf } from './claimants.js';
import { declareTls } from './declare-tls.js';
import { joinEntries, keepFirstEntry } from './join-entries.js';
import { joinRoutes } from './join-routes.js';
import { joinRules } from './join-rules.js';
import { joinSidecars } from './join-sidecars.js';
import { makeMergeable } from './make-mergeable.js';
import { nameProviderNamespace } from './name-provider-namespace.js';
import { narrowExports } from './narrow-exports.js';
import { removeHost } from './remove-host.js';
import { showExactHost } from './show-exact-host.js';

type Propose = (conflict: Conflict, mesh: Mesh) => Change[][];

/** Changes that may end a conflict, those first that show least to anyone who does not see it today. Not proven yet. */
export function proposalsFor(conflict: Conflict, mesh: Mesh): Change[][] {
  return PROPOSALS[conflict.kind].flatMap((propose) => propose(conflict, mesh));
}

/** The name belongs to the Service, or to the namespace that it names. */
const leaveToService: Propose = (conflict, mesh) => {
  const claimants = claimantsOf(conflict, mesh);
  if (!claimants.some(({ object }) => object.kind === 'Service')) return [];
  return [
    claimants
      .filter(({ object }) => object.kind === 'ServiceEntry')
      .map(({ object }) => removeHost(object, conflict.host)),
  ];
};

const PROPOSALS: Record<ConflictKind, readonly Propose[]> = {
  'service-and-entry': [leaveToService],
  'differs-between-clusters': [addLostPorts],
  'entry-on-service-name': [leaveToService],
  'entries-of-namespaces': [narrowExports],
  'entries-not-merged': [makeMergeable, joinEntries, keepFirstEntry],
  'entries-merged': [joinEntries],
  'wildcard-covers-host': [showExactHost],
  'same-address-and-port': [declareTls, narrowExports],
  'same-address': [],
  'tcp-takes-port': [declareTls, narrowExports],
  'protocols-on-port': [declareTls],
  'sidecars-of-one-workload': [joinSidecars],
  'sidecars-without-selector': [joinSidecars],
  'ambiguous-provider': [nameProviderNamespace],
  'rules-for-one-host': [joinRules],
  'routes-for-one-host': [narrowExports, joinRoutes],
};
