import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { AmbientIndex } from '../registry/ambient/ambient-index.js';
import type { Registry } from '../registry/registry.js';
import type { DestinationRuleIndex } from '../scope/destination-rules.js';
import type { ServicesByHost } from '../scope/scope.js';
import type { ClusterLocalHosts } from './cluster-local.js';
import type { PeerAuthentications } from './mutual-tls.js';

/** What clusters and endpoints are made from, besides services and proxy. */
export interface ClusterContext {
  registry: Registry;
  rules: DestinationRuleIndex;
  peerAuthentications: PeerAuthentications;
  clusterLocal: ClusterLocalHosts;
  controlPlane: ControlPlane;
  features: Features;
  /** Only where istiod runs with ambient. */
  ambient?: AmbientIndex;
  /** The services of the proxy's scope, through which waypoints are found. */
  byHost?: ServicesByHost;
}
