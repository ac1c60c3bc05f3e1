import type { ReadFlags } from '../loaded.js';
import type { ConfigMapData } from './environment.js';
import { meshConfigSources } from './mesh-config-sources.js';
import type { ReadPlane } from './read-control-plane.js';
import { readMeshConfig } from './read-mesh-config.js';
import { readMeshNetworks } from './read-mesh-networks.js';
import { ASSUMED_VERSION } from './version.js';

/** The istiod that answers are computed for when none was found: default settings, and mesh config if its ConfigMap is there. */
export async function assumedControlPlane(
  flags: ReadFlags,
  tags: ReadonlyMap<string, string[]>,
  configMap: ConfigMapData,
  versionOverride?: string,
): Promise<ReadPlane> {
  const namespace = flags.istioNamespace ?? 'istio-system';
  const revision = flags.revision ?? 'default';
  const sources = meshConfigSources(namespace, revision, {});
  const mesh = await readMeshConfig(sources, configMap);
  const meshNetworks = await readMeshNetworks(sources, configMap);
  const version = versionOverride ?? ASSUMED_VERSION;
  return {
    controlPlane: {
      version,
      versionSource: versionOverride === undefined ? 'assumed' : '--istio-version',
      revision,
      tags: tags.get(revision) ?? [],
      namespace,
      domainSuffix: 'cluster.local',
      env: {},
      unresolvedEnv: [],
      meshConfig: mesh.config,
      ...(meshNetworks && { meshNetworks }),
      meshConfigSource: mesh.source,
      assumed: [...sentences(flags, namespace, version), ...mesh.assumed],
    },
    invalid: mesh.invalid,
  };
}

function sentences({ istioVersion }: ReadFlags, namespace: string, version: string): string[] {
  const found = `No istiod was found (a Deployment labelled app=istiod): one in ${namespace} with default settings is assumed.`;
  const age = `Its version is taken to be ${version}; --istio-version sets it.`;
  return istioVersion === undefined ? [found, age] : [found];
}
