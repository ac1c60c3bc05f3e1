import type { Proxy } from '../model/proxy.js';
import type { Gap } from '../model/snapshot.js';
import type { Mesh } from '../xds/mesh.js';
import type { Candidate, GroundOfAnswer, SidecarFate } from './explanation.js';
import { relevantGaps } from './gaps.js';
import { groundOf } from './ground.js';
import { laterByHost } from './later-candidates.js';
import { sidecarFates } from './sidecar-fates.js';
import { unreadByHost } from './unread.js';

/** What the answers about all hosts of one proxy have in common, or look up. */
export interface SharedFacts {
  gaps: Gap[];
  sidecars: SidecarFate[];
  ground: GroundOfAnswer;
  unread: ReadonlyMap<string, readonly Candidate[]>;
  later: ReadonlyMap<string, readonly Candidate[]>;
}

export function sharedFacts(mesh: Mesh, proxy: Proxy): SharedFacts {
  return {
    gaps: relevantGaps(mesh, proxy),
    sidecars: sidecarFates(mesh, proxy),
    ground: groundOf(mesh),
    unread: unreadByHost(mesh),
    later: laterByHost(mesh),
  };
}
