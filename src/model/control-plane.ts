import type { IstiodEnvironment } from './istiod-environment.js';
import type { MeshConfig } from './mesh-config.js';
import type { MeshNetworks } from './mesh-networks.js';

/** One istiod: what of it decides answers. */
export interface ControlPlane {
  /** What it was read from, `Deployment istio-system/istiod`; absent when no istiod was found and this one is assumed. */
  workload?: string;
  /** `1.28.2`; vendor suffixes are cut. */
  version: string;
  /** Where the version was read, for people: `image of Deployment istio-system/istiod`. */
  versionSource: string;
  /** As istiod's REVISION says it; Helm writes `default`. */
  revision: string;
  /** Revision tags that point at this revision. */
  tags: string[];
  /** The namespace istiod runs in. */
  namespace: string;
  /** `cluster.local` unless istiod's --domain says otherwise. */
  domainSuffix: string;
  /** istiod's environment, literal or resolved. */
  env: IstiodEnvironment;
  /** Variables whose value could not be resolved (valueFrom of a Secret, of a missing ConfigMap). */
  unresolvedEnv: string[];
  meshConfig: MeshConfig;
  /** The ConfigMap's other document; absent when the mesh has one network. */
  meshNetworks?: MeshNetworks;
  /** Where mesh config was read: `ConfigMap istio-system/istio`, or `istiod's defaults`. */
  meshConfigSource: string;
  /** Sentences about what was assumed because it could not be read. */
  assumed: string[];
}
