import type { Sidecar } from '../../model/istio.js';
import { claimOf } from './claims.js';
import type { Loser, Severity } from './conflict.js';
import type { Look } from './views.js';

/** How Sidecars that do not govern are told. */
export const sidecarLosers = {
  of(sidecar: Sidecar, winner: Sidecar, name: string): Loser {
    const same = egressOf(sidecar) === egressOf(winner);
    return {
      ...claimOf(sidecar),
      lost: same ? 'nothing' : 'all',
      ports: [],
      rule: 'oldest',
      reason: {
        code: 'sidecar-later',
        by: { ...claimOf(winner), path: 'metadata.creationTimestamp' },
        args: { winner: name },
      },
    };
  },
  severity(looks: readonly Look[]): { severity: Severity; meaning: string } {
    const lost = looks.some(({ losers }) => losers.some((loser) => loser.lost === 'all'));
    return lost
      ? { severity: 'lost', meaning: 'the oldest governs; hosts that only the others import are lost.' }
      : { severity: 'surprising', meaning: 'the oldest governs; the others say the same.' };
  },
};

function egressOf({ spec }: Sidecar): string {
  return JSON.stringify([spec?.egress, spec?.outboundTrafficPolicy]);
}
