import { allExtAuthz } from '../../src/explain/ext-authz/all-ext-authz.js';
import type { Resource } from '../../src/model/resource.js';
import { besideOne } from './beside-one.js';
import { makeMesh, namespaceName, type MeshSize } from './make-mesh.js';

const PROVIDER = `app-0.${namespaceName(0)}.svc.cluster.local`;

/**
 * CUSTOM policies of every workload of every namespace beside one host for one proxy: `found` are those that cannot work, as
 * Sidecars of every tenth namespace hide the provider.
 */
export function extAuthz(size: MeshSize, file: string): ReturnType<typeof besideOne> {
  const items = [...makeMesh(size).map(withProvider), policy()];
  return besideOne(items, file, {
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
