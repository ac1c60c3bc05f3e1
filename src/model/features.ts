import { goBool } from './go-bool.js';
import type { IstiodEnvironment, IstiodVariable } from './istiod-environment.js';
import { isAtLeast, parseVersion, type Version } from './version.js';

/**
 * What of istiod's behaviour changes with its version or its environment, as named switches.
 * The engine asks a switch, never the version. Defaults are istiod's own (pilot/pkg/features).
 */
export interface Features {
  /** Own namespace, then Kubernetes, then the first; off: own namespace, then the first. */
  unifiedSidecarScope: boolean;
  /** Destinations of VirtualServices come from Kubernetes or the oldest; off: the first namespace alphabetically. */
  pickBestServiceNamespace: boolean;
  /** DestinationRules of one host merge only when their exportTo sets allow it. */
  enhancedDestinationRuleMerge: boolean;
  /** discoverySelectors hide Istio's kinds too. */
  discoverySelectorsForConfig: boolean;
  /** One service per host and address; off: one per host. */
  serviceEntryPerAddress: boolean;
  /** ServiceEntries without addresses get some in their status, which proxies that capture DNS use. */
  ipAutoAllocation: boolean;
  /** A Sidecar host with two slashes is malformed; off: all after the first slash is the name. */
  strictEgressHosts: boolean;
  /** Sidecar egress hosts may start with `~` to exclude. */
  egressExclusions: boolean;
  /** A listener of exact hosts alone looks each up instead of scanning what is visible. */
  exactHostLookup: boolean;
  /** Mesh defaults of exportTo may name namespaces, and private and exported services form one list. */
  fullDefaultExportTo: boolean;
  /** Mesh config may cap the visibility of ServiceEntries. */
  serviceEntryVisibility: boolean;
  /** PILOT_ENABLE_AMBIENT: ztunnel and waypoints are served. */
  ambient: boolean;
  sendsHbone: boolean;
  /** HBONE is used although mutual TLS would do. */
  prefersHbone: boolean;
  /** Gateways may send to the waypoint of a service. */
  ingressWaypointRouting: boolean;
  /** Which ServiceEntries ambient leaves out because a Kubernetes Service has their hostname. */
  ambientEntriesShadowed: 'never' | 'everywhere' | 'in-namespace';
  /** Ambient knows ServiceEntries whose addresses are ranges; off: those of single IPs alone. */
  ambientRanges: boolean;
  /** In ambient all is in the network of istiod's namespace; off: where labels and addresses say. */
  ambientNetworkOfSystem: boolean;
  /** In ambient a ServiceEntry's endpoint without network has that of the endpoint before it. */
  ambientEndpointsKeepNetwork: boolean;
  /** The listener that a waypoint's binding names says which namespaces may use it; off: the HBONE one. */
  waypointBoundListener: boolean;
  /** Values of `gateway.istio.io/managed` that keep a service with such a label, or selector, from waypoints. */
  managedGateways: readonly string[];
  /** Waypoints get the clusters for HBONE within HBONE. */
  doubleHboneClusters: boolean;
  /** East-west gateways of ambient, which are waypoints otherwise, pass tunnels on as they are. */
  eastWestGateways: boolean;
  /** East-west gateways take the services of scope GLOBAL, with the waypoints of these, whatever is bound to them. */
  eastWestTakesGlobal: boolean;
  /** Policies that name services do not count on the chains of east-west gateways. */
  eastWestIgnoresServicePolicies: boolean;
  /** Waypoints own no DYNAMIC_DNS entry of location MESH_INTERNAL. */
  waypointSkipsInternalDynamicDns: boolean;
  dynamicDnsTlsWaypoints: boolean;
  /** Waypoints have no filter chain for TLS ports of DYNAMIC_DNS entries. */
  waypointSkipsDynamicDnsTls: boolean;
  /** Waypoints join the HTTP routes of all VirtualServices of a host; off: they take the first. */
  waypointJoinsRoutes: boolean;
  gatewayApi: boolean;
  /** Bundle versions that the CRD of a route's kind must be of, inclusive. */
  crdBundles: Readonly<Record<string, { from?: readonly number[]; to?: readonly number[] }>>;
  /** Names of CRDs that istiod does not read, with those that it reads all the same; `*.` stands for any start. */
  ignoredCrds: readonly string[];
  includedCrds: readonly string[];
  /** Of namespaced kinds istiod reads this namespace alone; empty: all. */
  watchedNamespace: string;
  /** Gateways of the Gateway API that are labelled with a network are gateways of that network. */
  gatewayApiNetworkGateways: boolean;
  tcpRoutes: boolean;
  tlsRoutes: boolean;
  /** HTTPRoutes and GRPCRoutes of one listener and host share a VirtualService; off: an HTTPRoute hides the GRPCRoute. */
  mergesGrpcRoutes: boolean;
  /** Gateways of the Gateway API count whatever revision they name. */
  gatewaysOfAllRevisions: boolean;
  /** A plain-text server opens a listener of its own on a port that TLS servers, or another address, hold already. */
  plainServersBesideTls: boolean;
  /** Gateways that istiod deploys take no Istio Gateways of other namespaces. */
  strictGatewayMerging: boolean;
  /** An IngressClass that does not exist counts as none; off: the Ingress is another's. */
  unknownIngressClassIsNone: boolean;
  filterGatewayClusters: boolean;
  /** Filtered gateways keep namespaced providers, and keep providers although no Gateway is bound. */
  filterKeepsExtraServices: boolean;
  /** EnvoyFilters may name a Gateway by targetRefs, and attach to gateways and waypoints as policies do. */
  envoyFilterTargets: boolean;
  /** Patches of clusters are applied one after the other; before, removals came first. */
  clusterPatchesInOrder: boolean;
  /** MERGE_AND_REPLACE_LIST is an operation. */
  clusterPatchesReplaceLists: boolean;
  /** Policies of the root namespace may target the class of all waypoints. */
  waypointClassTargets: boolean;
  /** An EnvoyFilter's annotation may name services that a filtered gateway keeps. */
  filterKeepsAnnotatedServices: boolean;
  /** Lightstep and OpenCensus services are kept by filtered gateways. */
  filterKeepsLegacyTracers: boolean;
  /** The Sds provider's service is kept by filtered gateways. */
  filterKeepsSds: boolean;
  scopeGatewayToNamespace: boolean;
  /** Who fetches the keys of a RequestAuthentication's jwksUri; `hybrid`: Envoy, where the registry has the host. */
  jwksFetch: 'istiod' | 'hybrid' | 'envoy';
  /** ENABLE_MCS_SERVICE_DISCOVERY: other Kubernetes clusters see endpoints of exported Services only. */
  exportedServicesOnly: boolean;
  /** ServiceImports make services of clusterset.local. */
  clusterSetHosts: boolean;
  /** Hosts of cluster.local lead to endpoints of the proxy's own Kubernetes cluster only. */
  clusterLocalHostsOnly: boolean;
  /** ISTIO_DUAL_STACK: a Pod of both IP families is one endpoint of Services of both. */
  dualStack: boolean;
  edsForHeadless: boolean;
  /** Kubernetes Services select WorkloadEntries. */
  selectWorkloadEntries: boolean;
  /** ServiceEntries select Pods. */
  selectPods: boolean;
  /** WorkloadEntries of remote clusters are read. */
  remoteWorkloadEntries: boolean;
  /** The network label of istiod's namespace counts although discoverySelectors leave the namespace out. */
  systemNetworkUndiscovered: boolean;
  /** A proxy that names no network reaches other networks through their gateways; off: directly. */
  gatewaysWithoutOwnNetwork: boolean;
  /** A Service that its label makes a network's gateway needs the gateway's port; with that of HBONE alone sidecars pass it by. */
  gatewayServicesNeedPort: boolean;
  /** istiod crashes on some lists of hosts of a Gateway. */
  gatewayHostsCrash: boolean;
  /** Clusters by DNS let endpoints fail over by labels. */
  dnsFailoverByLabels: boolean;
  /** Gateways of other networks must be of an IP family that the proxy has. */
  gatewaysByIpFamily: boolean;
  /** Hostnames of network gateways are resolved for EDS; off: left out. */
  resolvesGatewayHostnames: boolean;
  /** Ports may be named that native sidecars have: init containers that keep running. */
  nativeSidecarPorts: boolean;
  workloadEntryHealthChecks: boolean;
  sendUnhealthyEndpoints: boolean;
  /** Unhealthy endpoints are sent unless the DestinationRule sets a minimum health percentage. */
  sendUnhealthyByDefault: boolean;
  /** trafficDistribution makes istiod send unhealthy endpoints; the values it understands. */
  trafficDistribution: readonly string[];
  /** Labels that give a workload its locality, the one that counts first. */
  localityLabels: readonly string[];
  /** A terminating endpoint is never sent; off: it counts as unhealthy. */
  dropTerminating: boolean;
  /** Slices of Services exported to `~` do not update endpoints. */
  hiddenServiceEndpointsStale: boolean;
  drainingLabel: string;
  persistentSessionLabels: readonly string[];
  /** The label that decides, in EDS, whether draining endpoints are sent. */
  persistentSessionLabel: string;
  /** Outbound clusters of one name are all sent; off: the first. */
  keepDuplicateClusters: boolean;
  /** Wildcard DYNAMIC_DNS hosts get a dynamic forward proxy cluster. */
  dynamicDnsClusters: boolean;
  /** `istio.io/connect-strategy` turns STRICT_DNS into LOGICAL_DNS. */
  connectStrategy: boolean;
  /** Annotation networking.istio.io/traffic-distribution is inherited from the namespace. */
  namespaceTrafficDistribution: boolean;
  /** Zone-aware load balancing, where set, takes the place of settings by locality. */
  zoneAwareLoadBalancing: boolean;
  /** The mesh may send unknown hosts to a dynamic forward proxy. */
  allowAnyDynamicDns: boolean;
  /** An entry's workloadSelector without labels selects everything; off: nothing. */
  emptySelectorSelectsAll: boolean;
  /** Instances of one host and port are kept in order of creation; off: of arrival. */
  entryInstancesInOrder: boolean;
  /** A ServiceEntry that lists a host or an address twice makes one service of them; off: one each time. */
  repeatedEntryHostsCountOnce: boolean;
  /** ServiceEntries of registryz come in order of creation; off: in no order. */
  registryInOrder: boolean;
  canonicalLabels: boolean;
  multipleCustomProviders: boolean;
  /** Names of ext_authz providers must be lower-case DNS labels. */
  strictProviderNames: boolean;
  /** CUSTOM policies are grouped by provider, each group with filters of its own; off: one provider for a workload. */
  filtersPerProvider: boolean;
  /** Gateways of the Gateway API take policies with selectors; off: policies with targetRefs only. */
  selectorPoliciesOnGateways: boolean;
  /** For mutual TLS between networks a subset has the TLS mode of its rule, unless it has its own; off: none. */
  subsetsInheritTlsMode: boolean;
  /** Proxies may serve metrics by mutual TLS, on ports of their own. */
  secureMetricsPorts: boolean;
  /** Virtual hosts answer to names with a trailing dot, too. */
  absoluteDomains: boolean;
  /** TCP and TLS routes without destination are passed over; off: istiod ends with a panic. */
  skipsRoutesWithoutDestination: boolean;
}

/** What is no boolean of Go's, the empty string included, leaves the default. */
function flag(env: IstiodEnvironment, name: IstiodVariable, fallback: boolean): boolean {
  return goBool(env[name]) ?? fallback;
}

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The last patches of istiods that read TLSRoutes as v1alpha2 leave a CRD alone that no longer serves it. */
function lastTlsRoutes(from: (minor: number, patch?: number) => boolean): Features['crdBundles'] {
  if (from(28) ? (from(29) ? from(29, 2) : from(28, 6)) : false) return { TLSRoute: { to: [1, 4, 1] } };
  return from(27, 9) && !from(28) ? { TLSRoute: { to: [1, 4, 0] } } : {};
}

/** No boolean of Go's: other spellings mean the default. istiod 1.28 pkg/jwt/jwt.go: ConvertToJwksFetchMode */
function jwksFetch(value: string | undefined): Features['jwksFetch'] {
  if (value === 'envoy') return 'envoy';
  return value === 'hybrid' || value === 'true' ? 'hybrid' : 'istiod';
}

/** The newest istiod whose behaviour is recorded in the conformance meshes. */
export const NEWEST_KNOWN = '1.31.0';

/** The oldest istiod that the engine answers for. */
export const OLDEST_KNOWN = '1.24.0';

export function featuresOf(versionText: string, env: IstiodEnvironment): Features {
  const version: Version = parseVersion(versionText) ?? parseVersion(NEWEST_KNOWN)!;
  const from = (minor: number, patch = 0) => isAtLeast(version, 1, minor, patch);
  const persistentSession = env['PILOT_PERSISTENT_SESSION_LABEL'] ?? 'istio.io/persistent-session';
  const persistentSessionHeader = env['PILOT_PERSISTENT_SESSION_HEADER_LABEL'] ?? 'istio.io/persistent-session-header';
  const ambient = flag(env, 'PILOT_ENABLE_AMBIENT', false);
  // From 1.29 on a missing pair of brackets makes the waypoint's flag work without the one that it needs.
  const multiNetwork = from(29) || (from(28) && flag(env, 'AMBIENT_ENABLE_MULTI_NETWORK', false));
  const exportedServicesOnly = flag(env, 'ENABLE_MCS_SERVICE_DISCOVERY', false);
  const clusterSetHosts = exportedServicesOnly && flag(env, 'ENABLE_MCS_HOST', false);
  return {
    exportedServicesOnly,
    clusterSetHosts,
    clusterLocalHostsOnly: clusterSetHosts && flag(env, 'ENABLE_MCS_CLUSTER_LOCAL', false),
    ambient,
    sendsHbone: ambient && flag(env, 'PILOT_ENABLE_SENDING_HBONE', true),
    prefersHbone: ambient && flag(env, 'PILOT_PREFER_SENDING_HBONE', false),
    ingressWaypointRouting: ambient && flag(env, 'ENABLE_INGRESS_WAYPOINT_ROUTING', true),
    ambientEntriesShadowed: from(29) ? 'in-namespace' : from(28, 1) ? 'everywhere' : 'never',
    ambientRanges: from(30),
    ambientNetworkOfSystem: from(25),
    waypointBoundListener: from(26),
    managedGateways: ['istio.io-mesh-controller', ...(from(27) ? ['istio.io-eastwest-controller'] : [])],
    ambientEndpointsKeepNetwork: from(27),
    doubleHboneClusters: ambient && multiNetwork && flag(env, 'AMBIENT_ENABLE_MULTI_NETWORK_WAYPOINT', true),
    eastWestGateways: from(27),
    eastWestTakesGlobal: ambient && from(28) && flag(env, 'AMBIENT_ENABLE_MULTI_NETWORK', false),
    eastWestIgnoresServicePolicies: from(30, 3) || (from(29, 6) && !from(30)),
    waypointSkipsInternalDynamicDns: from(30),
    dynamicDnsTlsWaypoints: from(29) && flag(env, 'ENABLE_WILDCARD_HOST_SERVICE_ENTRIES_FOR_TLS', false),
    waypointSkipsDynamicDnsTls: from(29) && !flag(env, 'ENABLE_WILDCARD_HOST_SERVICE_ENTRIES_FOR_TLS', false),
    waypointJoinsRoutes: from(29, 2) || (from(28, 6) && !from(29)),
    gatewayApi: flag(env, 'PILOT_ENABLE_GATEWAY_API', true),
    crdBundles: {
      GRPCRoute: { from: [1, 1] },
      ...(from(30) ? { TLSRoute: { from: [1, 5] } } : lastTlsRoutes(from)),
      ...(from(31) && { TCPRoute: { from: [1, 6] } }),
    },
    ignoredCrds: from(29) ? listOf(env.PILOT_IGNORE_RESOURCES) : [],
    includedCrds: listOf(env.PILOT_INCLUDE_RESOURCES),
    watchedNamespace: env.ISTIO_WATCH_NAMESPACE ?? '',
    gatewayApiNetworkGateways: flag(env, 'PILOT_MULTI_NETWORK_DISCOVER_GATEWAY_API', true),
    tcpRoutes: flag(env, 'PILOT_ENABLE_ALPHA_GATEWAY_API', false),
    tlsRoutes: from(30) || flag(env, 'PILOT_ENABLE_ALPHA_GATEWAY_API', false),
    mergesGrpcRoutes: from(30),
    gatewaysOfAllRevisions: from(30, 2) || (from(29, 5) && !from(30)),
    plainServersBesideTls: from(26),
    strictGatewayMerging: from(31) && flag(env, 'PILOT_ENABLE_STRICT_GATEWAY_MERGING', true),
    unifiedSidecarScope: flag(env, 'PILOT_UNIFIED_SIDECAR_SCOPE', true),
    pickBestServiceNamespace: from(30) && flag(env, 'PILOT_SIDECAR_PICK_BEST_SERVICE_NAMESPACE', true),
    enhancedDestinationRuleMerge: flag(env, 'ENABLE_ENHANCED_DESTINATIONRULE_MERGE', true),
    discoverySelectorsForConfig: from(25) || flag(env, 'ENABLE_ENHANCED_RESOURCE_SCOPING', true),
    serviceEntryPerAddress: from(24, 3),
    ipAutoAllocation: flag(env, 'PILOT_ENABLE_IP_AUTOALLOCATE', from(25)),
    strictEgressHosts: from(25),
    egressExclusions: from(31),
    exactHostLookup: from(31),
    fullDefaultExportTo: from(30, 3),
    serviceEntryVisibility: from(31),
    unknownIngressClassIsNone: from(27),
    filterGatewayClusters: flag(env, 'PILOT_FILTER_GATEWAY_CLUSTER_CONFIG', false),
    filterKeepsExtraServices: from(25),
    envoyFilterTargets: from(27),
    clusterPatchesInOrder: from(27),
    clusterPatchesReplaceLists: from(31),
    waypointClassTargets: from(25),
    filterKeepsAnnotatedServices: from(26),
    filterKeepsLegacyTracers: !from(27),
    filterKeepsSds: from(27),
    scopeGatewayToNamespace: flag(env, 'PILOT_SCOPE_GATEWAY_TO_NAMESPACE', false),
    dualStack: flag(env, 'ISTIO_DUAL_STACK', false),
    jwksFetch: jwksFetch(env['PILOT_JWT_ENABLE_REMOTE_JWKS']),
    edsForHeadless: flag(env, 'PILOT_ENABLE_EDS_FOR_HEADLESS_SERVICES', false),
    selectWorkloadEntries: flag(env, 'PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES', true),
    remoteWorkloadEntries: flag(env, 'PILOT_ENABLE_CROSS_CLUSTER_WORKLOAD_ENTRY', true),
    systemNetworkUndiscovered: from(27) || (from(26, 3) && !from(27)) || (from(25, 4) && !from(26)),
    gatewaysWithoutOwnNetwork: from(30),
    gatewayServicesNeedPort: from(29),
    gatewayHostsCrash: from(27, 2) || (from(26, 5) && !from(27)),
    dnsFailoverByLabels: from(30),
    gatewaysByIpFamily: from(30),
    selectPods: flag(env, 'PILOT_ENABLE_SERVICEENTRY_SELECT_PODS', true),
    resolvesGatewayHostnames: flag(env, 'RESOLVE_HOSTNAME_GATEWAYS', true),
    nativeSidecarPorts: from(29, 1) || (from(28, 5) && !from(29)),
    workloadEntryHealthChecks: flag(env, 'PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS', true),
    sendUnhealthyEndpoints: flag(env, 'PILOT_SEND_UNHEALTHY_ENDPOINTS', false),
    sendUnhealthyByDefault: from(31) && flag(env, 'PILOT_AUTO_SEND_UNHEALTHY_ENDPOINTS', true),
    trafficDistribution: from(27)
      ? ['PreferClose', 'PreferSameZone', 'PreferSameNode']
      : from(25)
        ? ['PreferClose']
        : [],
    localityLabels: [...(from(29) ? ['topology.istio.io/locality'] : []), 'istio-locality'],
    dropTerminating: from(25),
    hiddenServiceEndpointsStale: from(25),
    drainingLabel: env['PILOT_DRAINING_LABEL'] ?? 'istio.io/draining',
    persistentSessionLabels: [persistentSession, persistentSessionHeader].filter((label) => label !== ''),
    persistentSessionLabel: persistentSession,
    keepDuplicateClusters: from(26),
    dynamicDnsClusters: from(30),
    connectStrategy: from(30),
    namespaceTrafficDistribution: from(30),
    zoneAwareLoadBalancing: from(31),
    allowAnyDynamicDns: from(31),
    secureMetricsPorts: from(31),
    subsetsInheritTlsMode: from(31),
    emptySelectorSelectsAll: from(30),
    entryInstancesInOrder: from(30),
    repeatedEntryHostsCountOnce: from(30),
    registryInOrder: !from(30),
    canonicalLabels: flag(env, 'LABEL_CANONICAL_SERVICES_FOR_MESH_EXTERNAL_SERVICE_ENTRIES', false),
    multipleCustomProviders: from(30) && flag(env, 'PILOT_ENABLE_MULTIPLE_CUSTOM_AUTHZ_PROVIDERS', false),
    strictProviderNames: from(30),
    filtersPerProvider: from(30),
    skipsRoutesWithoutDestination: from(31),
    absoluteDomains: from(27) && flag(env, 'PILOT_ENABLE_ABSOLUTE_FQDN_VHOST_DOMAIN', true),
    selectorPoliciesOnGateways: flag(env, 'ENABLE_SELECTOR_BASED_K8S_GATEWAY_POLICY', true),
  };
}
