import type { IstiodEnvironment } from '../../model/istiod-environment.js';

export interface ConfigMapKey {
  namespace: string;
  name: string;
}

/**
 * The ConfigMaps that make up mesh config, in the order in which they are laid over istiod's defaults.
 * istiod 1.28 pilot/pkg/bootstrap/mesh.go: getConfigurationSources
 */
export function meshConfigSources(namespace: string, revision: string, env: IstiodEnvironment): ConfigMapKey[] {
  const base = { namespace, name: revision === '' || revision === 'default' ? 'istio' : `istio-${revision}` };
  const shared = env.SHARED_MESH_CONFIG;
  return shared ? [{ namespace, name: shared }, base] : [base];
}
