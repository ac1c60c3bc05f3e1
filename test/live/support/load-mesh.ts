import { createdAt, type Resource } from '../../../src/model/resource.js';
import { kindInfo } from '../../../src/sources/kinds.js';
import { listPath } from '../../../src/sources/live/paths.js';
import type { AdminApi } from './admin-api.js';
import { admissible } from './admissible.js';

/** Kinds that others need: an object cannot be made in a namespace that is not there. */
const FIRST = ['Namespace', 'Node'];

/**
 * Makes the objects in the server, the oldest first, since the server dates them itself; gives their paths.
 * Recorded meshes hold some that no API server takes, such as port names in upper case: at most one in ten is left out.
 */
export async function loadMesh(api: AdminApi, resources: readonly Resource[]): Promise<string[]> {
  const rank = ({ kind }: Resource) => (FIRST.includes(kind) ? 0 : 1);
  const sorted = [...resources].sort((a, b) => rank(a) - rank(b) || createdAt(a) - createdAt(b));
  const made: string[] = [];
  let refused = 0;
  for (const resource of sorted) {
    const path = await create(api, admissible(resource));
    if (path) made.push(path);
    else if (++refused * 10 > resources.length)
      throw new Error(`too much is refused, last ${JSON.stringify(resource)}`);
  }
  return made;
}

async function create(api: AdminApi, resource: Resource): Promise<string | undefined> {
  const { metadata } = resource;
  const list = listPathOf(resource);
  if (list === undefined) return undefined;
  const path = `${list}/${encodeURIComponent(metadata.name)}`;
  let answer = await api.send('POST', list, resource);
  // Addresses outside this server's range, or taken: any other will do.
  if (answer.status === 422 && resource.kind === 'Service')
    answer = await api.send('POST', list, withoutAddress(resource));
  if (answer.status === 422) return undefined;
  // Namespaces such as `default` are there from the start.
  if (answer.status === 409) answer = await api.send('PATCH', path, { metadata: { labels: metadata.labels ?? {} } });
  if (answer.status >= 400) {
    throw new Error(`${resource.kind} ${metadata.namespace ?? ''}/${metadata.name}: ${String(answer.body.message)}`);
  }
  if (resource.status && ['Pod', 'Node', 'Service', 'WorkloadEntry'].includes(resource.kind)) {
    await api.must('PATCH', `${path}/status`, { status: resource.status });
  }
  return path;
}

function withoutAddress(resource: Resource): Resource {
  const spec = { ...(resource.spec as Record<string, unknown>), clusterIP: undefined, clusterIPs: undefined };
  return { ...resource, spec };
}

function listPathOf({ apiVersion, kind, metadata }: Resource): string | undefined {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const info = kindInfo(group, kind);
  return info && listPath(info, version, info.namespaced ? (metadata.namespace ?? 'default') : undefined);
}

/** Removes what `loadMesh` made. Nothing finishes namespaces here but the test itself: no controller runs. */
export async function removeMesh(api: AdminApi, paths: readonly string[]): Promise<void> {
  const now = { gracePeriodSeconds: 0, propagationPolicy: 'Background' };
  for (const path of [...paths].reverse()) {
    if (/\/namespaces\/(default|kube-[a-z-]+)$/.test(path)) continue;
    await api.send('DELETE', path, now);
    const name = /^\/api\/v1\/namespaces\/([^/]+)$/.exec(path)?.[1];
    if (name) await finalize(api, path);
  }
}

async function finalize(api: AdminApi, path: string): Promise<void> {
  const { status, body } = await api.send('GET', path);
  if (status === 404) return;
  if (status !== 200) throw new Error(`GET ${path}: ${JSON.stringify(body)}`);
  await api.must('PUT', `${path}/finalize`, { ...body, spec: { finalizers: [] } });
}
