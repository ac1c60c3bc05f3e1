import type { Service } from '../model/service.js';
import type { DanglingCluster } from '../xds/routes/dangling.js';
import type { Blocker, DanglingReference } from './explanation.js';
import { reasonText } from './reason-text.js';

/** Dangling clusters as references, one for each field that names them. */
export function danglingReferences(
  clusters: readonly DanglingCluster[],
  blockerOf: (host: string, port: number) => Blocker | undefined,
): DanglingReference[] {
  return clusters.flatMap(({ cluster, from }) => {
    const byField = new Map(from.map((origin) => [JSON.stringify(origin.by ?? origin.listener), origin]));
    return [...byField.values()].map(({ host, kind, listener, by, service }) => ({
      cluster,
      host,
      kind,
      listener,
      ...(by && { by }),
      why: whyMissing(cluster, host, service, blockerOf),
    }));
  });
}

function whyMissing(
  cluster: string,
  host: string,
  service: Service | undefined,
  blockerOf: (host: string, port: number) => Blocker | undefined,
): string {
  const [, port = '', subset = ''] = cluster.split('|');
  const blocker = blockerOf(host, Number(port));
  if (blocker) return `${blocker.stage}: ${reasonText(blocker.reason)}`;
  if (subset) return `the DestinationRule that applies here has no subset ${subset}, or none applies`;
  return service ? 'the scope holds another service under this host' : 'CDS has no such cluster';
}
