import { writeFile } from 'node:fs/promises';
import { allExtAuthz } from '../../src/explain/ext-authz/all-ext-authz.js';
import { ProxyExplainer } from '../../src/explain/explain.js';
import type { Resource } from '../../src/model/resource.js';
import { read } from '../../src/sources/read.js';
import { Mesh } from '../../src/xds/mesh.js';
import { makeMesh, namespaceName, POD, type MeshSize } from './make-mesh.js';
import { median, time } from './time.js';

const PROVIDER = `app-0.${namespaceName(0)}.svc.cluster.local`;

/**
 * CUSTOM policies of every workload of every namespace beside one host for one proxy, each from the parsed objects on.
 * Sidecars of every tenth namespace hide the provider.
 */
export async function extAuthz(size: MeshSize, file: string): Promise<{ one: number; all: number; broken: number }> {
  const items = [...makeMesh(size).map(withProvider), policy()];
  await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const { snapshot } = await read({ filename: [file] });
  const mesh = () => new Mesh(snapshot, snapshot.controlPlanes[0]!);
  const one: number[] = [];
  const all: number[] = [];
  let broken = 0;
  for (let i = 0; i < 3; i++) {
    one.push((await time(() => explainOne(mesh()))).ms);
    const list = await time(() => everyWorkload(mesh()));
    all.push(list.ms);
    broken = list.result.items.length;
  }
  return { one: median(one), all: median(all), broken };
}

function everyWorkload(mesh: Mesh) {
  return allExtAuthz([{ mesh, proxies: mesh.proxies }], { allProviders: false });
}

function explainOne(mesh: Mesh) {
  const proxy = mesh.proxiesOf(namespaceName(1)).find(({ name }) => name === POD)!;
  return new ProxyExplainer(mesh, proxy).explain(PROVIDER);
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
