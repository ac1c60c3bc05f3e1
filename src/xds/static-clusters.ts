import type { Features } from '../model/features.js';
import type { Proxy } from '../model/proxy.js';
import type { Scope } from '../scope/scope.js';

/** Names of clusters that belong to no service, by the patches that they are open to. */
export interface StaticClusters {
  outbound: readonly string[];
  inbound: readonly string[];
  unpatched: readonly string[];
}

/** istiod 1.28 pilot/pkg/networking/core/cluster.go: buildClusters */
export function staticClusters(proxy: Proxy, scope: Scope, features: Features): StaticClusters {
  const unpatched = features.sendsHbone && proxy.sendsHbone !== false ? ['connect_originate'] : [];
  if (proxy.type === 'router') return { outbound: ['BlackHoleCluster'], inbound: [], unpatched };
  const forward =
    features.allowAnyDynamicDns && scope.outboundMode === 'ALLOW_ANY_DYNAMIC_DNS' && !scope.ownOutboundPolicy;
  return {
    outbound: ['BlackHoleCluster', 'PassthroughCluster', ...(forward ? ['AllowAnyDynamicDNSCluster'] : [])],
    inbound: ['InboundPassthroughCluster'],
    unpatched,
  };
}
