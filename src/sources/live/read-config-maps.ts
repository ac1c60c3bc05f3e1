import type { Resource } from '../../model/resource.js';
import type { Gap } from '../../model/snapshot.js';
import { findIstiods } from '../control-plane/find-istiods.js';
import { meshConfigSources, type ConfigMapKey } from '../control-plane/mesh-config-sources.js';
import type { IstiodWorkload } from '../control-plane/workload.js';
import { kindInfo, type KindInfo } from '../kinds.js';
import type { ReadFlags } from '../loaded.js';
import { ApiFailure } from './api-failure.js';
import type { GetJson } from './get-json.js';
import { limited } from './limited.js';
import { listPath } from './paths.js';
import type { KindRead } from './read-kind.js';
import { toResource } from './to-resource.js';

/** The ConfigMaps that istiod reads its settings from, each by its name: rights to list ConfigMaps are rarely given. */
export async function readConfigMaps(
  get: GetJson,
  resources: readonly Resource[],
  flags: ReadFlags,
): Promise<KindRead[]> {
  const info = kindInfo('', 'ConfigMap')!;
  return limited(4, wanted(findIstiods(resources, flags), flags), (key) => readOne(get, info, key));
}

async function readOne(get: GetJson, info: KindInfo, { namespace, name }: ConfigMapKey): Promise<KindRead> {
  try {
    const path = `${listPath(info, 'v1', namespace)}/${encodeURIComponent(name)}`;
    return { resources: [toResource(await get(path), info, 'v1')] };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status === 401) throw error;
    // istiod runs without it as well.
    if (error.status === 404) return { resources: [] };
    return { resources: [], gap: gapOf(namespace, error), failure: error };
  }
}

function gapOf(namespace: string, failure: ApiFailure): Gap {
  const cause = failure.status === 403 ? 'forbidden' : 'failed';
  return { cause, verb: 'get', resource: 'configmaps', kind: 'ConfigMap', namespace, message: failure.message };
}

function wanted(istiods: readonly IstiodWorkload[], flags: ReadFlags): ConfigMapKey[] {
  const assumed = meshConfigSources(flags.istioNamespace ?? 'istio-system', flags.revision ?? 'default', {});
  const keys = istiods.length > 0 ? istiods.flatMap(keysOf) : assumed;
  return [...new Map(keys.map((key) => [`${key.namespace}/${key.name}`, key])).values()];
}

function keysOf({ namespace, labels, container }: IstiodWorkload): ConfigMapKey[] {
  const variables = container.env ?? [];
  const env = Object.fromEntries(variables.map(({ name, value = '' }) => [name, value]));
  const revision = env.REVISION ?? labels['istio.io/rev'] ?? '';
  const named = variables.map(({ valueFrom }) => valueFrom?.configMapKeyRef?.name);
  const whole = (container.envFrom ?? []).map(({ configMapRef }) => configMapRef?.name);
  const others = [...named, ...whole].filter((name) => name !== undefined);
  return [...meshConfigSources(namespace, revision, env), ...others.map((name) => ({ namespace, name }))];
}
