import type { GatewayServer } from '../model/istio.js';
import type { Features } from '../model/features.js';
import type { KubernetesService, Pod } from '../model/kubernetes.js';
import { selects } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import type { Oracle } from '../model/undetermined.js';
import type { Admitted } from '../registry/admit.js';
import { byObjectCreation } from '../registry/creation-order.js';
import { serviceHostname } from '../registry/kubernetes-service.js';
import type { ServiceGateway } from './gateway-api/convert-gateway-api.js';
import { servicesOfProxy } from './proxy-services.js';

/** The Gateways that a router serves. */
export interface GatewayBinding {
  /** `namespace/name` of Gateways that have a server with a port, oldest first. */
  names: readonly string[];
  gateways: readonly ServiceGateway[];
  /** Whether a server routes by SNI to every service of the mesh. */
  autoPassthrough: boolean;
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
  const services = servicesOfProxy(proxy, admitted);
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
  const targets = targetPorts(proxy, services);
  const hostsByPort = new Map<number, Map<string, string>>();
  let autoPassthrough = false;
  const names: string[] = [];
  for (const gateway of gateways) {
    const servers = (gateway.spec?.servers ?? []).filter(({ port }) => port);
    if (servers.length > 0) names.push(`${gateway.metadata.namespace}/${gateway.metadata.name}`);
    for (const server of servers) {
      if (!server.tls) continue;
      const number = server.port!.number ?? 0;
      // A Service that is named must have the port; one found by labels need not.
      if (gateway.boundServices && !targets.has(number)) continue;
      const port = targets.get(number) ?? number;
      let hosts = hostsByPort.get(port);
      if (!hosts) hostsByPort.set(port, (hosts = new Map<string, string>()));
      if (!claimHosts(server, gateway.metadata.namespace ?? 'default', hosts)) continue;
      autoPassthrough ||= server.tls.mode === 'AUTO_PASSTHROUGH';
    }
  }
  return { names, gateways, autoPassthrough };
}

/** A Gateway as its author named it. */
export function gatewayTitle({ metadata, listener }: ServiceGateway): string {
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

/** A TLS server is skipped when one of its hosts is taken on the port (and address) already. …: CheckDuplicates */
function claimHosts({ hosts = [], bind = '' }: GatewayServer, namespace: string, taken: Map<string, string>): boolean {
  let free = true;
  for (const entry of hosts) {
    const host = withNamespace(entry, namespace);
    if (taken.get(host) === bind) free = false;
    else taken.set(host, bind);
  }
  return free;
}

/** `.` is the Gateway's namespace, and a star in front of the slash says nothing. …: sanitizeServerHostNamespace */
export function withNamespace(entry: string, namespace: string): string {
  const [prefix, host] = entry.split('/');
  if (host === undefined) return entry;
  return prefix === '.' ? `${namespace}/${host}` : prefix === '*' ? host : entry;
}

/** Ports that the proxy's own Services translate: the first Service that has the port decides. …: resolvePorts */
export function targetPorts(proxy: Proxy, services: readonly KubernetesService[]): Map<number, number> {
  const targets = new Map<number, number>();
  const pod = proxy.pod as Pod | undefined;
  for (const { metadata, spec } of services) {
    if (metadata.labels?.['experimental.istio.io/disable-gateway-port-translation'] !== undefined) continue;
    for (const port of spec?.ports ?? []) {
      const target =
        typeof port.targetPort === 'string' ? containerPort(pod, port.targetPort) : port.targetPort || port.port;
      if (target !== undefined && !targets.has(port.port)) targets.set(port.port, target);
    }
  }
  return targets;
}

function containerPort(pod: Pod | undefined, name: string): number | undefined {
  return (pod?.spec?.containers ?? []).flatMap(({ ports = [] }) => ports).find((port) => port.name === name)
    ?.containerPort;
}
