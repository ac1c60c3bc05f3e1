import { serviceHostname } from '../model/host.js';
import type { Features } from '../model/features.js';
import { selects } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import type { Oracle } from '../model/undetermined.js';
import type { Admitted } from '../registry/admit.js';
import { byObjectCreation } from '../registry/creation-order.js';
import type { ServiceGateway } from './gateway-api/convert-gateway-api.js';
import { mergeServers, type MergedServers } from './merge-servers.js';
import { servicesOfProxy } from './proxy-services.js';

/** The Gateways that a router serves. */
export interface GatewayBinding extends MergedServers {
  /** `namespace/name` of Gateways that have a server with a port, oldest first. */
  names: readonly string[];
  gateways: readonly ServiceGateway[];
}

/** istiod 1.28 pilot/pkg/model/push_context.go and gateway.go: mergeGateways */
export function bindGateways(
  proxy: Proxy,
  objects: readonly ServiceGateway[],
  admitted: Admitted,
  domainSuffix: string,
  features: Features,
  oracle: Oracle,
): GatewayBinding | undefined {
  const services = servicesOfProxy(proxy, admitted, features);
  const own = new Set(
    services.map(({ metadata }) => serviceHostname(metadata.name, metadata.namespace ?? 'default', domainSuffix)),
  );
  const bound = [...objects]
    .filter(({ metadata, spec, boundServices }) => {
      if (features.scopeGatewayToNamespace && metadata.namespace !== proxy.namespace) return false;
      if (!boundServices) return selects(spec?.selector ?? undefined, proxy.labels);
      return metadata.namespace === proxy.namespace && boundServices.some((host) => own.has(host));
    })
    .sort(byObjectCreation);
  const served = withCertificates(bound, oracle);
  const gateways = features.strictGatewayMerging ? withoutStrangers(served) : served;
  if (gateways.length === 0) return undefined;
  const names = gateways
    .filter(({ spec }) => spec?.servers?.some(({ port }) => port))
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
  return { names, gateways, ...mergeServers(gateways, { proxy, services, domainSuffix, features }) };
}

/** A Gateway as its author named it. */
export function gatewayTitle({ metadata, listener, ingress }: ServiceGateway): string {
  if (ingress) return `Ingress ${ingress.metadata.namespace}/${ingress.metadata.name}`;
  if (!listener) return `${metadata.namespace}/${metadata.name}`;
  const { namespace, name } = listener.gateway.metadata;
  return `${namespace}/${name} listener ${listener.listener.name}`;
}

/** Listeners whose certificate nobody can read here: istiod serves them or not. */
function withCertificates(gateways: readonly ServiceGateway[], oracle: Oracle): readonly ServiceGateway[] {
  const unknown = gateways.filter(({ listener }) => listener?.usable === 'unknown');
  if (unknown.length === 0) return gateways;
  const names = unknown.map(gatewayTitle);
  const because = `whether istiod found the certificates of ${names.join(', ')} cannot be read`;
  const served = oracle.pick(2, { code: 'listener-certificate', because }) === 0;
  return served ? gateways : gateways.filter((gateway) => !unknown.includes(gateway));
}

/** Beside a Gateway that istiod deployed only Istio Gateways of its namespace count. istiod 1.31 …: filterStrictGatewayMerging */
function withoutStrangers(gateways: readonly ServiceGateway[]): readonly ServiceGateway[] {
  const managed = new Set(gateways.filter((gateway) => gateway.managed).map(({ metadata }) => metadata.namespace));
  if (managed.size === 0) return gateways;
  return gateways.filter(({ boundServices, metadata }) => boundServices ?? managed.has(metadata.namespace));
}
