import { loadAll } from 'js-yaml';
import type { Resource } from '../../../src/model/resource.js';
import type { RemoteCluster } from '../../../src/model/snapshot.js';
import { assemble } from '../../../src/sources/assemble.js';
import { Mesh } from '../../../src/xds/mesh.js';
import type { ProxyConfig } from '../../../src/xds/world.js';

/** One engine on objects written as YAML. Objects without `metadata.creationTimestamp` come in the order of the text. */
export async function meshOf(
  text: string,
  {
    version = '1.28.2',
    env = {},
    meshConfig = '',
    remotes = {},
  }: { version?: string; env?: object; meshConfig?: string; remotes?: Record<string, string> } = {},
): Promise<Mesh> {
  const objects = objectsOf(text);
  const variables = Object.entries(env).map(([name, value]) => ({ name, value: String(value) }));
  const istiod = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'istiod', namespace: 'istio-system', labels: { app: 'istiod', 'istio.io/rev': 'default' } },
    spec: {
      template: {
        spec: { containers: [{ name: 'discovery', image: `docker.io/istio/pilot:${version}`, env: variables }] },
      },
    },
  };
  const config = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'istio', namespace: 'istio-system' },
    data: { mesh: meshConfig || '{}' },
  };
  const further = Object.entries(remotes).map(([name, objectsThere]) => ({ name, resources: objectsOf(objectsThere) }));
  return engineOn('test', [...objects, istiod, config], further);
}

/** The engine on resources, from scratch; `remotes` are further Kubernetes clusters in istiod's order. */
export async function engineOn(
  name: string,
  resources: readonly Resource[],
  remotes: readonly RemoteCluster[] = [],
): Promise<Mesh> {
  const { snapshot } = await assemble({
    resources,
    ...(remotes.length > 0 && { remotes, remotesInOrder: true }),
    ground: { source: 'files', from: [name] },
    namespace: 'default',
    gaps: [],
    notes: [],
    locate: () => undefined,
    flags: {},
  });
  return new Mesh(snapshot, snapshot.controlPlanes[0]!);
}

function objectsOf(text: string): Resource[] {
  const objects = loadAll(text).flatMap((document) => (document as Resource | null) ?? []);
  objects.forEach((object, i) => {
    object.metadata.creationTimestamp ??= new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString().replace('.000', '');
  });
  return objects;
}

/** The first configuration of the proxy `name.namespace`. */
export function configOf(mesh: Mesh, key: string): ProxyConfig {
  const proxy = mesh.proxies.find(({ name, namespace }) => `${name}.${namespace}` === key);
  if (!proxy) throw new Error(`no proxy ${key}`);
  return mesh.outcomesFor(proxy)[0]!.result;
}

export function pod(name: string, namespace: string, role = 'sidecar', extra = ''): string {
  const app = role === 'router' ? 'gate' : name;
  return `
apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: ${namespace}, labels: { app: ${app} } }
spec: { containers: [{ name: istio-proxy, args: [proxy, ${role}]${extra} }] }
status: { podIP: 10.0.0.9, podIPs: [{ ip: 10.0.0.9 }] }
---`;
}

export function entry(name: string, namespace: string, spec: string): string {
  return `
apiVersion: networking.istio.io/v1
kind: ServiceEntry
metadata: { name: ${name}, namespace: ${namespace} }
spec: { ${spec} }
---`;
}

export function virtualService(name: string, namespace: string, spec: string): string {
  return `
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: ${name}, namespace: ${namespace} }
spec: { ${spec} }
---`;
}
