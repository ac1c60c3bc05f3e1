import { conflictList } from '../../src/explain/conflicts/conflict-list.js';
import { besideOne } from './beside-one.js';
import { makeMesh, namespaceName, type MeshSize } from './make-mesh.js';
import type { Resource } from '../../src/model/resource.js';

/** Public hosts that two namespaces claim. */
const CONTESTED = 200;

export const contested = (size: MeshSize): Resource[] => [
  ...makeMesh(size),
  ...Array.from({ length: CONTESTED * 2 }, (_, i) => claim(i)),
];

/** All conflicts of a contested mesh beside one host for one proxy. */
export function conflicts(file: string): ReturnType<typeof besideOne> {
  return besideOne(file, { host: `api.${namespaceName(2)}.example.com`, ask: conflictList });
}

function claim(index: number) {
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'ServiceEntry',
    metadata: { name: `claim-${index}`, namespace: namespaceName(index), creationTimestamp: '2026-01-02T00:00:00Z' },
    spec: {
      hosts: [`shared-${index >> 1}.example.com`],
      resolution: 'DNS',
      ports: [{ number: 443, name: 'tls', protocol: 'TLS' }],
    },
  };
}
