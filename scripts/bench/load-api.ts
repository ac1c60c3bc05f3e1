import { kindInfo } from '../../src/sources/kinds.js';
import { limited } from '../../src/sources/live/limited.js';
import { listPath } from '../../src/sources/live/paths.js';
import type { AdminApi } from '../../test/live/support/admin-api.js';
import { admissible } from '../../test/live/support/admissible.js';
import type { Resource } from '../../src/model/resource.js';

const AT_A_TIME = 16;

/** Makes the Namespaces, Deployments, Services and Pods of a made-up mesh in the server; gives how many of the last two. */
export async function loadServicesAndPods(
  api: AdminApi,
  mesh: readonly Resource[],
): Promise<{ services: number; pods: number }> {
  const made = { Namespace: 0, Deployment: 0, Service: 0, Pod: 0 };
  for (const kind of Object.keys(made) as (keyof typeof made)[]) {
    const objects = mesh.filter((object) => object.kind === kind);
    await limited(AT_A_TIME, objects, (object) => create(api, object));
    made[kind] = objects.length;
  }
  return { services: made.Service, pods: made.Pod };
}

async function create(api: AdminApi, object: Resource): Promise<void> {
  const [version = '', group = ''] = object.apiVersion.split('/').reverse();
  const list = listPath(kindInfo(group, object.kind)!, version, object.metadata.namespace);
  const made = fitting(admissible(object));
  await api.must('POST', list, made);
  if (object.kind === 'Pod')
    await api.must('PATCH', `${list}/${object.metadata.name}/status`, { status: object.status });
}

/** Without addresses, which take the server long to give, and with the volumes that containers mount. */
function fitting(object: Resource): Resource {
  const spec = object.spec as Record<string, unknown> | undefined;
  if (object.kind === 'Service') return { ...object, spec: { ...spec, clusterIP: 'None', clusterIPs: undefined } };
  if (object.kind !== 'Pod') return object;
  const containers = spec!['containers'] as { volumeMounts?: { name: string }[] }[];
  const names = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
  return { ...object, spec: { ...spec, volumes: names.map((name) => ({ name, emptyDir: {} })) } };
}
