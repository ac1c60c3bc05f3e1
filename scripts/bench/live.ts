import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { limited } from '../../src/sources/live/limited.js';
import { kindInfo } from '../../src/sources/kinds.js';
import { listPath } from '../../src/sources/live/paths.js';
import { adminApi } from '../../test/live/support/admin-api.js';
import { admissible } from '../../test/live/support/admissible.js';
import { startApiServer } from '../../test/live/support/api-server.js';
import { writeKubeconfig } from '../../test/live/support/kubeconfig.js';
import { cachedProgram, kubectlProgram } from '../../test/live/support/programs.js';
import type { Resource } from '../../src/model/resource.js';
import { makeMesh, type MeshSize } from './make-mesh.js';
import { median } from './time.js';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));
const run = promisify(execFile);
const REPETITIONS = 3;
const AT_A_TIME = 16;
const LISTS = ['/api/v1/services', '/api/v1/pods'];

export interface LiveReading {
  services: number;
  pods: number;
  /** Medians of wall time in milliseconds: reading the mesh, and `kubectl get --raw` of Services and Pods. */
  read: number;
  kubectl: number;
  /** Of the process that reads, and of the two lists. */
  peakBytes: number;
  listBytes: number;
}

/** Why the live bench cannot run here; undefined when it can. */
export async function whyNotLive(): Promise<string | undefined> {
  if (!existsSync(await cachedProgram('kube-apiserver')))
    return 'kube-apiserver is not built: npm run test:live builds it';
  try {
    await run('etcd', ['--version']);
    return undefined;
  } catch {
    return 'etcd is not on PATH';
  }
}

/** Reads Services and Pods of a made-up mesh through a real API server, beside kubectl. */
export async function readLiveBesideKubectl(size: MeshSize): Promise<LiveReading> {
  const [server, kubectl] = [await startApiServer(), await kubectlProgram()];
  try {
    const kubeconfig = writeKubeconfig(server, { name: 'bench', token: server.adminToken });
    const objects = await load(adminApi(server), makeMesh(size));
    const times: { read: number[]; kubectl: number[] } = { read: [], kubectl: [] };
    let [peakBytes, listBytes] = [0, 0];
    for (let i = 0; i < REPETITIONS; i++) {
      const start = performance.now();
      listBytes = 0;
      for (const path of LISTS) {
        const options = { encoding: 'buffer', maxBuffer: 1 << 30 } as const;
        const { stdout } = await run(kubectl, ['--kubeconfig', kubeconfig, 'get', '--raw', path], options);
        listBytes += stdout.length;
      }
      times.kubectl.push(performance.now() - start);
      const { stdout } = await run(process.execPath, [...process.execArgv, CHILD, 'live', kubeconfig]);
      const { ms, peak } = JSON.parse(stdout) as { ms: number; peak: number };
      times.read.push(ms);
      peakBytes = Math.max(peakBytes, peak);
    }
    return { ...objects, read: median(times.read), kubectl: median(times.kubectl), peakBytes, listBytes };
  } finally {
    await server.stop();
  }
}

async function load(api: ReturnType<typeof adminApi>, mesh: readonly Resource[]) {
  const made = { Namespace: 0, Deployment: 0, Service: 0, Pod: 0 };
  for (const kind of Object.keys(made) as (keyof typeof made)[]) {
    const objects = mesh.filter((object) => object.kind === kind);
    await limited(AT_A_TIME, objects, (object) => create(api, object));
    made[kind] = objects.length;
  }
  return { services: made.Service, pods: made.Pod };
}

async function create(api: ReturnType<typeof adminApi>, object: Resource): Promise<void> {
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
