import type { ControlPlane } from '../../model/control-plane.js';
import type { InvalidValue } from '../../model/snapshot.js';
import { unmodelledSettings } from '../../model/unmodelled.js';
import { domainSuffix } from './domain-suffix.js';
import { environmentOf, type ConfigMapData } from './environment.js';
import { meshConfigSources } from './mesh-config-sources.js';
import { readMeshConfig } from './read-mesh-config.js';
import { readMeshNetworks } from './read-mesh-networks.js';
import { versionOf } from './version.js';
import type { IstiodWorkload } from './workload.js';

export interface ReadPlane {
  controlPlane: ControlPlane;
  invalid: InvalidValue[];
}

/** All that one istiod's workload and ConfigMaps say. */
export async function readControlPlane(
  workload: IstiodWorkload,
  tags: ReadonlyMap<string, string[]>,
  configMap: ConfigMapData,
  versionOverride?: string,
): Promise<ReadPlane> {
  const { namespace } = workload;
  const version = versionOf(workload, versionOverride);
  const { env, unresolved } = environmentOf(workload, configMap);
  const revision = revisionOf(workload, env, unresolved);
  const sources = meshConfigSources(namespace, revision.revision, env);
  const mesh = await readMeshConfig(sources, configMap);
  const meshNetworks = await readMeshNetworks(sources, configMap);
  return {
    controlPlane: {
      workload: workload.label,
      version: version.version,
      versionSource: version.source,
      revision: revision.revision,
      tags: tags.get(revision.revision === '' ? 'default' : revision.revision) ?? [],
      namespace,
      domainSuffix: domainSuffix(workload.container.args),
      env,
      unresolvedEnv: unresolved,
      meshConfig: mesh.config,
      ...(meshNetworks && { meshNetworks }),
      meshConfigSource: mesh.source,
      assumed: [version.assumed, revision.assumed, ...mesh.assumed, ...unmodelledSettings(env)].filter(
        (text) => text !== undefined,
      ),
    },
    invalid: mesh.invalid,
  };
}

/** istiod 1.28 pilot/pkg/bootstrap/options.go: Revision; the label only helps where the variable cannot be known. */
function revisionOf(
  { label, labels }: IstiodWorkload,
  env: Record<string, string>,
  unresolved: readonly string[],
): { revision: string; assumed?: string } {
  if (!unresolved.includes('REVISION')) return { revision: env.REVISION ?? '' };
  const revision = labels['istio.io/rev'] ?? 'default';
  return { revision, assumed: `The revision of ${label} is taken from its label: REVISION could not be resolved.` };
}
