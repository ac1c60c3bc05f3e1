import type { ReasonEntry } from './reasons/entry.js';
import { GATEWAY_API_REASONS } from './reasons/gateway-api.js';
import { INGRESS_REASONS } from './reasons/ingress.js';
import { KUBERNETES_CLUSTER_REASONS } from './reasons/kubernetes-clusters.js';
import { WAYPOINT_REASONS } from './reasons/waypoint.js';

/** Every reason why a service leaves the pipeline. Codes are stable and never reused. */
export const REASONS = {
  ...KUBERNETES_CLUSTER_REASONS,
  ...WAYPOINT_REASONS,
  ...GATEWAY_API_REASONS,
  ...INGRESS_REASONS,
  'namespace-not-discovered': {
    stage: 'discovery',
    text: 'no discoverySelector of the mesh config selects namespace {namespace}, so istiod reads nothing in it',
    todo: 'Label the namespace so that a selector matches it, or add a selector. The root namespace is not exempt.',
  },
  'namespace-not-watched': {
    stage: 'discovery',
    text: 'istiod reads namespace {watched} alone',
    todo: 'Remove ISTIO_WATCH_NAMESPACE from istiod, or put the object there.',
  },
  'kind-ignored': {
    stage: 'discovery',
    text: 'istiod is told not to read {crd}',
    todo: 'Take the kind out of PILOT_IGNORE_RESOURCES, or name it in PILOT_INCLUDE_RESOURCES.',
  },
  'other-revision': {
    stage: 'discovery',
    text: 'its label istio.io/rev={revision} is not the revision of this istiod ({own}); tags are not resolved here',
    todo: 'Remove the label, or set it to the revision itself.',
  },
  'invalid-object': {
    stage: 'discovery',
    text: 'istiod never sees it: {message}',
    todo: 'Correct the field; the allowed values are listed with the resource.',
  },
  'no-valid-address': {
    stage: 'registry',
    text: 'none of its addresses ({addresses}) is an IP or a CIDR, so istiod makes no service of it',
    todo: 'Correct the addresses, or remove them.',
  },
  'not-in-registry': {
    stage: 'registry',
    text: 'no Service or ServiceEntry that istiod reads has this hostname',
    todo: 'Create a Service or ServiceEntry for it, or correct the name.',
  },
  'exported-to-none': {
    stage: 'visibility',
    text: 'it is exported to no namespace (~)',
    todo: 'Name the namespaces that need it in exportTo.',
  },
  'exported-privately': {
    stage: 'visibility',
    text: 'it is exported to its own namespace only ({exportTo})',
    todo: "Add the proxy's namespace to exportTo.",
  },
  'exported-elsewhere': {
    stage: 'visibility',
    text: 'it is exported to other namespaces ({exportTo})',
    todo: "Add the proxy's namespace to exportTo.",
  },
  'default-export-unusable': {
    stage: 'visibility',
    text: 'the mesh default of exportTo ({exportTo}) has neither "." nor "*", and this istiod knows no other value there: nobody sees the service',
    todo: 'Set exportTo on the object, or use "." or "*" as mesh default, or upgrade to 1.30.3.',
  },
  'default-export-narrowed': {
    stage: 'visibility',
    text: 'the mesh default of exportTo ({exportTo}) names the namespace, but this istiod knows "." and "*" alone there and takes it as "{taken}"',
    todo: 'Set exportTo on the object, or upgrade to 1.30.3.',
  },
  'visibility-capped': {
    stage: 'visibility',
    text: 'the mesh config has serviceEntryVisibility {visibility}, which overrides its exportTo: {left}',
    todo: "Ask the mesh's administrator for a policy that covers the namespace.",
  },
  'no-egress-host': {
    stage: 'import',
    text: 'no egress host of the Sidecar matches it ({hosts})',
    todo: 'Add `namespace/host` to the egress hosts of the Sidecar.',
  },
  'egress-excluded': {
    stage: 'import',
    text: 'egress host {host} excludes it',
    todo: 'Remove the exclusion, or narrow it.',
  },
  'egress-port-mismatch': {
    stage: 'import',
    text: 'the egress listener takes port {port} alone, and it has {ports}',
    todo: 'Add the host to the egress listener without port, or to one with a port that it has.',
  },
  'older-in-namespace': {
    stage: 'import',
    text: 'the listener names exact hosts only, so istiod looks up one service for each host and namespace: {winner}',
    todo: 'Put all ports in one object, or import with a wildcard.',
  },
  'destination-port-missing': {
    stage: 'import',
    text: 'a VirtualService routes to it on port {asked}, and it has {ports}',
    todo: 'Correct the port of the destination, or import the host in the Sidecar.',
  },
  'route-off-listener-port': {
    stage: 'import',
    text: 'a VirtualService routes to it, but the egress listener takes port {port} alone, and it has {ports}',
    todo: 'Add the host to an egress listener without port, or to one with a port that it has.',
  },
  'own-namespace-preferred': {
    stage: 'namespace',
    text: "the proxy's own namespace holds the hostname: {winner}",
    todo: 'One namespace serves a hostname. Delete or rename the one that should not.',
  },
  'kubernetes-preferred': {
    stage: 'namespace',
    text: 'a Kubernetes Service holds the hostname: {winner}',
    todo: 'One namespace serves a hostname. Delete or rename the one that should not.',
  },
  'earlier-preferred': {
    stage: 'namespace',
    text: '{winner} comes first: {rule}',
    todo: 'Narrow the exportTo of the other, or let a Sidecar import the namespace that is meant by name (`namespace/host`); gateways have no Sidecar.',
  },
  'alphabetical-preferred': {
    stage: 'namespace',
    text: 'destinations of VirtualServices come from the first namespace in the alphabet: {winner}',
    todo: 'Import the namespace that is meant by name (`namespace/host`).',
  },
  'shadowed-by-kubernetes': {
    stage: 'ports',
    text: 'a Kubernetes Service holds the hostname, and its ports never merge with those of others: {winner}',
    todo: 'Add the port to the Service, or use another hostname.',
  },
  'replaced-by-kubernetes': {
    stage: 'ports',
    text: 'a Kubernetes Service took its place: {winner}',
    todo: 'Add the port to the Service, or use another hostname.',
  },
  'same-ports': {
    stage: 'ports',
    text: '{winner} has the same ports and comes first: {rule}',
    todo: 'Delete one of the two.',
  },
  'port-numbers-taken': {
    stage: 'ports',
    text: '{winner} comes first and has ports of the same numbers ({ports}) with other names or protocols',
    todo: 'Delete one of the two, or give the ports the same names and protocols.',
  },
  'not-merged': {
    stage: 'ports',
    text: 'its ports do not join {winner}: {attribute} must be the same, and is {first} there, {second} here',
    todo: 'Make the attribute equal, or put all ports in one object.',
  },
  'ports-merged': {
    stage: 'ports',
    text: 'it adds {ports} to the ports of {winner}',
    todo: 'Nothing: this is how ServiceEntries of one namespace share a hostname.',
  },
  'not-a-gateway-destination': {
    stage: 'gateway',
    text: 'clusters of gateways are filtered, and no route of this gateway ({gateways}), provider or annotation names it',
    todo: 'Route to it from a VirtualService of the gateway, or name it in annotation envoyfilter.istio.io/referenced-services.',
  },
  'gateway-other-namespace': {
    stage: 'gateway',
    text: 'a provider names {named}, and this gateway holds the host from namespace {held}',
    todo: 'Name the namespace that the gateway holds, or hide the other service from it.',
  },
  'no-gateway-bound': {
    stage: 'gateway',
    text: 'no Gateway selects this proxy, and this istiod then sends a filtered gateway no clusters',
    todo: "Create a Gateway whose selector matches the proxy's labels.",
  },
  alias: {
    stage: 'clusters',
    text: 'an ExternalName Service has no cluster of its own: it is an alias of {target}{state}',
    todo: 'Ask for the target. It needs a Service or ServiceEntry to have a cluster.',
  },
  'dynamic-dns': {
    stage: 'clusters',
    text: 'this istiod makes no cluster for resolution DYNAMIC_DNS',
    todo: 'Upgrade to 1.30, or name the hosts in a ServiceEntry with resolution DNS.',
  },
  'dynamic-dns-protocol': {
    stage: 'clusters',
    text: 'port {port} is {protocol}, and dynamic forward proxies serve HTTP, HTTP2, GRPC and TLS only',
    todo: 'Declare the protocol of the port, or name the hosts.',
  },
  'removed-by-envoy-filter': {
    stage: 'clusters',
    text: 'EnvoyFilter {filter} removes cluster {cluster}',
    todo: 'Take the patch out of the EnvoyFilter, or narrow its match by context, cluster or proxy.',
  },
  'udp-port': {
    stage: 'clusters',
    text: 'port {port} is UDP, which Envoy does not serve here',
    todo: 'Nothing: UDP bypasses the proxy. A TCP port whose name starts with `udp` counts as UDP: rename it.',
  },
  'dns-without-endpoints': {
    stage: 'clusters',
    text: 'DNS resolution needs an endpoint for port {port}, and no workload is selected',
    todo: 'Let the workloadSelector match a ready workload, or list endpoints.',
  },
  'no-ports': {
    stage: 'clusters',
    text: 'it has no ports',
    todo: 'Declare its ports.',
  },
  'port-not-exposed': {
    stage: 'clusters',
    text: 'the service has no port {port}: it has {ports}',
    todo: 'Use a port that it has, or add the port.',
  },
  'subset-not-declared': {
    stage: 'clusters',
    text: 'no subset {subset}: {rule}',
    todo: "Declare the subset in a DestinationRule that is looked up: in the proxy's namespace, the service's, or the root namespace.",
  },
  'port-not-imported': {
    stage: 'import',
    text: 'only ports {ports} of it were imported: a listener or a route asked for those alone',
    todo: 'Import the host in an egress listener without port.',
  },
  'locality-without-share': {
    stage: 'endpoints',
    text: 'from where the proxy runs all traffic of port {port} is distributed to {localities}, and no endpoint is there: the others are taken out',
    todo: 'Give a share to a locality that has endpoints, or start a workload in one that has a share.',
  },
  'failover-crashes-istiod': {
    stage: 'endpoints',
    text: 'istiod itself crashes on this cluster of port {port}: its endpoints are resolved by DNS and fail over by labels, and of the {known} it knows it sends {sent} in their first locality ({locality})',
    todo: 'Give all endpoints one locality and let each be sent, or set localityLbSetting.enabled to false in a DestinationRule for the host, at once.',
  },
  'outlier-detection-crashes-istiod': {
    stage: 'endpoints',
    text: 'istiod itself crashes on this cluster of port {port}: it is a dynamic forward proxy, and a rule detects outliers',
    todo: 'Take outlierDetection out of the rule that holds for this host, or give the host a rule of its own without it, at once.',
  },
  'subset-without-endpoints': {
    stage: 'endpoints',
    text: 'no endpoint of port {port} carries the labels of subset {subset}',
    todo: 'Correct the labels of the subset, or start a workload with them.',
  },
  'no-endpoints': {
    stage: 'endpoints',
    text: 'the cluster has no endpoints',
    todo: 'Check that the selector matches Pods, or list endpoints.',
  },
  'none-ready': {
    stage: 'endpoints',
    text: 'no endpoint is ready (0 of {total})',
    todo: 'Look at the readiness of the Pods.',
  },
  'endpoint-port-name': {
    stage: 'endpoints',
    text: 'its endpoints serve port names {names}, and the cluster looks for {wanted}',
    todo: 'Give the ports the same name.',
  },
} as const satisfies Record<string, ReasonEntry>;

export type ReasonCode = keyof typeof REASONS;
