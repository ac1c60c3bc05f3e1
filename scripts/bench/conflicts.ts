import { conflictList } from '../../src/explain/conflicts/conflict-list.js';
import { besideOne } from './beside-one.js';
import { makeMesh, namespaceName, type MeshSize } from './make-mesh.js';

/** Public hosts that two namespaces claim. */
const CONTESTED = 200;

/** All conflicts of a mesh beside one host for one proxy. */
export function conflicts(size: MeshSize, file: string): ReturnType<typeof besideOne> {
  const items = [...makeMesh(size), ...Array.from({ length: CONTESTED * 2 }, (_, i) => claim(i))];
  return besideOne(items, file, { host: `api.${namespaceName(2)}.example.com`, ask: conflictList });
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
