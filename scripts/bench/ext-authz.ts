import { allExtAuthz } from '../../src/explain/ext-authz/all-ext-authz.js';
import type { Resource } from '../../src/model/resource.js';
import { besideOne } from './beside-one.js';
import { makeMesh, namespaceName, type MeshSize } from './make-mesh.js';

const PROVIDER = `app-0.${namespaceName(0)}.svc.cluster.local`;

/** With CUSTOM policies for a workload of every namespace. Sidecars of every tenth namespace hide the provider. */
export const authorized = (size: MeshSize): Resource[] => [...makeMesh(size).map(withProvider), policy()];

/** The policies of an authorized mesh beside one host for one proxy: `found` are those that cannot work. */
export function extAuthz(file: string): ReturnType<typeof besideOne> {
  return besideOne(file, {
    host: PROVIDER,
    ask: (mesh) => allExtAuthz([{ mesh, proxies: mesh.proxies }], { allProviders: false }),
  });
}

function withProvider(resource: Resource): Resource {
  if (resource.kind !== 'ConfigMap') return resource;
  const { mesh } = resource['data'] as { mesh: string };
  const provider = `extensionProviders:\n- name: authz\n  envoyExtAuthzGrpc: { service: ${PROVIDER}, port: 9090 }\n`;
  return { ...resource, data: { mesh: mesh + provider } };
}

function policy() {
  return {
    apiVersion: 'security.istio.io/v1',
    kind: 'AuthorizationPolicy',
    metadata: { name: 'ask', namespace: 'istio-system', creationTimestamp: '2026-01-02T00:00:00Z' },
    spec: { action: 'CUSTOM', provider: { name: 'authz' }, rules: [{}], selector: { matchLabels: { app: 'app-3' } } },
  };
}
