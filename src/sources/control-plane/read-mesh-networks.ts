import type { MeshNetwork, MeshNetworks } from '../../model/mesh-networks.js';
import { jsonNames } from '../../model/proto-names.js';
import type { ConfigMapData } from './environment.js';
import type { ConfigMapKey } from './mesh-config-sources.js';
import { parseMesh } from './read-mesh-config.js';

/**
 * The networks of the mesh: key `meshNetworks` of the ConfigMap that holds mesh config itself, not of the shared one.
 * istiod 1.28 pilot/pkg/bootstrap/mesh.go: initMeshNetworks
 */
export async function readMeshNetworks(
  sources: readonly ConfigMapKey[],
  configMap: ConfigMapData,
): Promise<MeshNetworks | undefined> {
  const source = sources.at(-1);
  const text = source && configMap(source.namespace, source.name)?.meshNetworks;
  if (text === undefined) return undefined;
  const parsed = await parseMesh(text);
  const networks = 'value' in parsed ? (parsed.value as { networks?: unknown } | null)?.networks : undefined;
  if (typeof networks !== 'object' || networks === null) return undefined;
  const named = Object.entries(networks).map(([name, network]) => [name, jsonNames(network ?? {}) as MeshNetwork]);
  return named.length > 0 ? (Object.fromEntries(named) as MeshNetworks) : undefined;
}
