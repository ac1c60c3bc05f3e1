import type { ServiceEntry } from '../../../model/istio.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { ObjectChange } from '../../fixes/change.js';
import { nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import { claimantsOf } from './claimants.js';

/** Declares TLS where a TCP port is by its number or name one of TLS, so that SNI tells hosts apart. */
export function declareTls(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  const number = Number(/:(\d+)$/.exec(conflict.host)?.[1] ?? 0);
  const entries = claimantsOf(conflict, mesh).flatMap(({ object }) =>
    object.kind === 'ServiceEntry' ? [object as ServiceEntry] : [],
  );
  const changes = entries.flatMap((entry): ObjectChange[] => {
    const ports = (entry.spec?.ports ?? []).map((port) =>
      (number === 0 || port.number === number) && port.protocol === 'TCP' && looksLikeTls(port)
        ? { ...port, protocol: 'TLS' }
        : port,
    );
    if (JSON.stringify(ports) === JSON.stringify(entry.spec?.ports ?? [])) return [];
    const after = { ...entry, spec: { ...entry.spec, ports } };
    return [{ summary: `declare protocol TLS for the port of ${nameOf(entry)}`, before: entry, after }];
  });
  return [changes];
}

function looksLikeTls({ number, name = '' }: { number: number; name?: string }): boolean {
  return number === 443 || /^(tls|https|ssl)(-|$)|-(tls|ssl)$/.test(name);
}
