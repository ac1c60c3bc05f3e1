import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { RequestAuthentication } from '../model/istio.js';
import { istiodVariable } from '../model/istiod-variable.js';
import type { Proxy } from '../model/proxy.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import { originalOf, type Service } from '../model/service.js';
import { meshConfigField } from './export-to.js';
import type { EnvoyFilters } from './envoy-filters.js';
import { gatewayTitle, type GatewayBinding } from './gateways.js';
import type { Scope, ScopeRecorder } from './scope.js';
import { tokenIssuers } from './token-issuers.js';
import type { VirtualServiceIndex } from './virtual-service-index.js';

/** Hosts that a filtered gateway keeps, each with what names it. */
export interface NamedHosts {
  hosts: Map<string, FieldRef>;
  /** `namespace/host`: kept only when the scope holds the service of that namespace. */
  namespaced: Map<string, FieldRef>;
}

/** Provider kinds of the mesh config that name a service. */
const PROVIDERS = [
  'envoyExtAuthzHttp',
  'envoyExtAuthzGrpc',
  'zipkin',
  'datadog',
  'skywalking',
  'opentelemetry',
  'envoyHttpAls',
  'envoyTcpAls',
  'envoyOtelAls',
];

/**
 * The services of a gateway's scope that its routes, the mesh's providers, token issuers or EnvoyFilters name.
 * istiod 1.28 pilot/pkg/model/push_context.go: GatewayServices
 */
export function filterForGateway(
  scope: Scope,
  binding: GatewayBinding | undefined,
  proxy: Proxy,
  context: {
    virtualServices: VirtualServiceIndex;
    requestAuthentications: readonly RequestAuthentication[];
    envoyFilters: EnvoyFilters;
    features: Features;
    controlPlane: ControlPlane;
  },
  recorder?: ScopeRecorder,
): Service[] {
  const { features, controlPlane } = context;
  const named = extraServices(proxy, context);
  for (const gateway of binding?.names ?? []) {
    for (const [host, destination] of context.virtualServices.destinationsOfGateway(gateway)) {
      if (!named.hosts.has(host)) named.hosts.set(host, destination.by());
    }
  }
  const nothingBound = !binding && !features.filterKeepsExtraServices;
  return scope.services.filter((service) => {
    const key = `${service.namespace}/${service.hostname}`;
    const by = named.hosts.get(service.hostname) ?? named.namespaced.get(key);
    if (by && !nothingBound) {
      recorder?.enter({ service: originalOf(service), listener: 0, by, via: 'gateway' });
      return true;
    }
    recorder?.drop({ service: originalOf(service), stage: 'gateway', reason: reasonFor(service) });
    return false;
  });

  function reasonFor(service: Service) {
    if (nothingBound) return { code: 'no-gateway-bound' as const, args: {} };
    const elsewhere = [...named.namespaced].find(([key]) => key.endsWith(`/${service.hostname}`));
    if (elsewhere) {
      const [key, by] = elsewhere;
      return { code: 'gateway-other-namespace' as const, by, args: { named: key, held: service.namespace } };
    }
    return {
      code: 'not-a-gateway-destination' as const,
      by: istiodVariable(controlPlane, 'PILOT_FILTER_GATEWAY_CLUSTER_CONFIG'),
      args: { gateways: (binding?.gateways ?? []).map(gatewayTitle).join(', ') || 'none' },
    };
  }
}

/** istiod 1.28 …: extraServicesForProxy */
export function extraServices(
  proxy: Proxy,
  context: {
    requestAuthentications: readonly RequestAuthentication[];
    envoyFilters: EnvoyFilters;
    features: Features;
    controlPlane: ControlPlane;
  },
): NamedHosts {
  const { features, controlPlane } = context;
  const named: NamedHosts = { hosts: new Map(), namespaced: new Map() };
  const kinds = [
    ...PROVIDERS,
    ...(features.filterKeepsLegacyTracers ? ['lightstep', 'opencensus'] : []),
    ...(features.filterKeepsSds ? ['sds'] : []),
  ];
  for (const provider of controlPlane.meshConfig.extensionProviders) {
    for (const kind of kinds) {
      const service = (provider[kind] as { service?: string } | undefined)?.service;
      if (service === undefined) continue;
      const by = meshConfigField(controlPlane, `extensionProviders[name=${provider.name}].${kind}.service`);
      if (features.filterKeepsExtraServices) addNamed(named, service, by);
      else named.hosts.set(service, by);
    }
  }
  if (features.jwksFetch !== 'istiod') {
    for (const { host, by } of tokenIssuers(proxy, context.requestAuthentications, features, controlPlane)) {
      named.hosts.set(host, by);
    }
  }
  if (features.filterKeepsAnnotatedServices) addAnnotated(named, proxy, context.envoyFilters);
  return named;
}

function addNamed(named: NamedHosts, service: string, by: FieldRef): void {
  if (service.includes('/')) named.namespaced.set(service, by);
  else named.hosts.set(service, by);
}

const REFERENCES = 'envoyfilter.istio.io/referenced-services';

/** Names are taken as they are written: one after a blank names nothing. */
function addAnnotated(named: NamedHosts, proxy: Proxy, filters: EnvoyFilters): void {
  for (const filter of filters.of(proxy)) {
    for (const reference of (filter.metadata.annotations?.[REFERENCES] ?? '').split(',')) {
      if (reference) addNamed(named, reference, fieldOf(filter, `metadata.annotations["${REFERENCES}"]`));
    }
  }
}
