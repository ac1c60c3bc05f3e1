import { GATEWAY_GROUP } from '../model/gateway-api.js';
/** A kind that the engine reads. */
export interface KindInfo {
  kind: string;
  group: string;
  /** The name in URLs and in RBAC rules. */
  plural: string;
  namespaced: boolean;
  /** Newest first: the first one that the API serves is read. */
  versions: readonly string[];
}

function kinds(group: string, versions: string[], namespaced: boolean, names: Record<string, string>): KindInfo[] {
  return Object.entries(names).map(([kind, plural]) => ({ kind, group, plural, namespaced, versions }));
}

const V1 = ['v1'];
const ISTIO = ['v1', 'v1beta1', 'v1alpha3', 'v1alpha1'];
const GATEWAY_API = ['v1', 'v1beta1', 'v1alpha3', 'v1alpha2'];

export const ISTIO_NETWORKING = 'networking.istio.io';

/** Every kind that decides answers. Secrets are none of them: nothing in this project reads one. */
export const KINDS: readonly KindInfo[] = [
  ...kinds('', V1, false, { Namespace: 'namespaces', Node: 'nodes' }),
  ...kinds('', V1, true, { Service: 'services', Pod: 'pods', ConfigMap: 'configmaps' }),
  ...kinds('discovery.k8s.io', V1, true, { EndpointSlice: 'endpointslices' }),
  ...kinds('networking.k8s.io', V1, true, { Ingress: 'ingresses' }),
  ...kinds('networking.k8s.io', V1, false, { IngressClass: 'ingressclasses' }),
  ...kinds('apps', V1, true, { Deployment: 'deployments', ReplicaSet: 'replicasets' }),
  ...kinds('batch', V1, true, { Job: 'jobs' }),
  ...kinds('admissionregistration.k8s.io', V1, false, {
    MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
  }),
  // Its annotations say whether istiod takes the kind at all.
  ...kinds('apiextensions.k8s.io', V1, false, { CustomResourceDefinition: 'customresourcedefinitions' }),
  ...kinds(ISTIO_NETWORKING, ISTIO, true, {
    ServiceEntry: 'serviceentries',
    WorkloadEntry: 'workloadentries',
    WorkloadGroup: 'workloadgroups',
    Sidecar: 'sidecars',
    VirtualService: 'virtualservices',
    DestinationRule: 'destinationrules',
    Gateway: 'gateways',
    EnvoyFilter: 'envoyfilters',
    ProxyConfig: 'proxyconfigs',
  }),
  ...kinds('security.istio.io', ISTIO, true, {
    AuthorizationPolicy: 'authorizationpolicies',
    PeerAuthentication: 'peerauthentications',
    RequestAuthentication: 'requestauthentications',
  }),
  ...kinds('telemetry.istio.io', ISTIO, true, { Telemetry: 'telemetries' }),
  ...kinds(GATEWAY_GROUP, GATEWAY_API, false, { GatewayClass: 'gatewayclasses' }),
  ...kinds(GATEWAY_GROUP, GATEWAY_API, true, {
    Gateway: 'gateways',
    HTTPRoute: 'httproutes',
    GRPCRoute: 'grpcroutes',
    TCPRoute: 'tcproutes',
    TLSRoute: 'tlsroutes',
    ReferenceGrant: 'referencegrants',
  }),
  ...kinds('multicluster.x-k8s.io', ['v1alpha1'], true, {
    ServiceImport: 'serviceimports',
    ServiceExport: 'serviceexports',
  }),
];

const BY_KEY = new Map(KINDS.map((info) => [`${info.group}/${info.kind}`, info]));

export function kindInfo(group: string, kind: string): KindInfo | undefined {
  return BY_KEY.get(`${group}/${kind}`);
}

/** As RBAC rules and error messages name it: `sidecars.networking.istio.io`, `services`. */
export function resourceName(info: KindInfo): string {
  return info.group === '' ? info.plural : `${info.plural}.${info.group}`;
}
