import { goBool } from './go-bool.js';

interface Setting {
  /** Whether the value changes istiod's answers. */
  differs: (value: string) => boolean;
  /** What istiod does that answers here do not show. */
  effect: string;
}

const isOn = (value: string): boolean => goBool(value) === true;
const isOff = (value: string): boolean => goBool(value) === false;
const isSet = (value: string): boolean => value !== '';

const SETTINGS: Readonly<Record<string, Setting>> = {
  AMBIENT_ENABLE_MULTI_NETWORK: {
    differs: isOn,
    effect: 'waypoints reach endpoints of other networks through HBONE, and services may be local to their cluster',
  },
  AMBIENT_ENABLE_MULTI_NETWORK_INGRESS: {
    differs: isOn,
    effect: 'with AMBIENT_ENABLE_MULTI_NETWORK gateways reach endpoints of other networks through HBONE',
  },
  ENABLE_GATEWAY_API_INFERENCE_EXTENSION: { differs: isOn, effect: 'InferencePools become services' },
  MCS_API_GROUP: {
    differs: (value) => value !== 'multicluster.x-k8s.io',
    effect: 'ServiceImports and ServiceExports are of that group',
  },
  MCS_API_VERSION: {
    differs: (value) => value !== 'v1alpha1',
    effect: 'ServiceImports and ServiceExports are read in that version',
  },
  PILOT_ENABLE_AGENTGATEWAY: { differs: isOn, effect: 'Gateways of class istio-agentgateway are served' },
  PILOT_ENABLE_AMBIENT_WAYPOINTS: { differs: isOff, effect: 'waypoints are not served' },
  PILOT_MULTICLUSTER_KUBECONFIG_PATH: { differs: isSet, effect: 'istiod finds Kubernetes clusters in files, too' },
};

/** Variables that change answers in ways that the engine does not follow; snapshots keep them, so that answers can say so. */
export const UNMODELLED_VARIABLES: readonly string[] = Object.keys(SETTINGS);

/** A sentence for each of them that an istiod sets. */
export function unmodelledSettings(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(SETTINGS).flatMap(([name, { differs, effect }]) => {
    const value = env[name];
    return value !== undefined && differs(value) ? `${name}=${value} is not taken into account: ${effect}` : [];
  });
}
