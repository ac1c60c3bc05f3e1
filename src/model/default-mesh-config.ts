import type { MeshConfig } from './mesh-config.js';

/** The mesh config of an istiod that was given none; only fields that decide answers.
 *  istiod 1.28 pkg/config/mesh/mesh.go: DefaultMeshConfig */
export function defaultMeshConfig(): MeshConfig {
  return {
    // Not the namespace istiod runs in: an istiod elsewhere without mesh config still has this root.
    rootNamespace: 'istio-system',
    trustDomain: 'cluster.local',
    defaultServiceExportTo: ['*'],
    defaultVirtualServiceExportTo: ['*'],
    defaultDestinationRuleExportTo: ['*'],
    outboundTrafficPolicy: { mode: 'ALLOW_ANY' },
    serviceSettings: [],
    ingressControllerMode: 'STRICT',
    ingressClass: 'istio',
    ingressService: 'istio-ingressgateway',
    defaultConfig: { discoveryAddress: 'istiod.istio-system.svc:15012' },
    extensionProviders: [
      { name: 'prometheus', prometheus: {} },
      { name: 'stackdriver', stackdriver: {} },
      { name: 'envoy', envoyFileAccessLog: { path: '/dev/stdout' } },
    ],
  };
}
