import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import { groupBy } from '../../model/group.js';
import { expandShortName, isSubsetOf } from '../../model/host.js';
import type { KubernetesService } from '../../model/kubernetes.js';
import { INTERNAL_NAME, type Ingress, type IngressClass, type IngressRule } from '../../model/kubernetes-ingress.js';
import { fieldOf } from '../../model/resource.js';
import type { Oracle } from '../../model/undetermined.js';
import type { Admitted } from '../../registry/admit.js';
import { byObjectCreation } from '../../registry/creation-order.js';
import { meshConfigField } from '../export-to.js';
import type { RouteRefusal } from '../gateway-api/context.js';
import type { ServiceGateway } from '../gateway-api/convert-gateway-api.js';
import type { ResolvedVirtualService } from '../virtual-service.js';
import { backendHosts } from './backend-hosts.js';
import type { IngressContext } from './context.js';
import { ingressMode, notTaken } from './ingress-class.js';
import { gatewayNameOf, toGateway } from './ingress-gateway.js';
import { byPath, routesOf } from './ingress-routes.js';

export interface ConvertedIngresses {
  gateways: readonly ServiceGateway[];
  virtualServices: readonly ResolvedVirtualService[];
  /** What istiod leaves out of Ingresses, and backends that lead nowhere. */
  refused: readonly RouteRefusal[];
}

interface HostRule {
  ingress: Ingress;
  rule: IngressRule;
  index: number;
}

/**
 * Turns Ingresses into what istiod makes of them: a Gateway for each, and a VirtualService for each host of their rules.
 * istiod 1.26 pilot/pkg/config/kube/ingress/conversion.go, 1.28 …/ingress.go and virtualservices.go
 */
export function convertIngresses(
  admitted: Admitted,
  controlPlane: ControlPlane,
  features: Features,
  oracle: Oracle,
): ConvertedIngresses {
  const all = admitted.of<Ingress>('Ingress');
  if (all.length === 0) return { gateways: [], virtualServices: [], refused: [] };
  const refused: RouteRefusal[] = [];
  const context: IngressContext = {
    controlPlane,
    features,
    gatewayNamespace: controlPlane.env.K8S_INGRESS_NS ?? 'istio-system',
    services: new Map(
      admitted
        .of<KubernetesService>('Service')
        .map((service) => [`${service.metadata.namespace ?? 'default'}/${service.metadata.name}`, service]),
    ),
    refuse: (refusal) => {
      refused.push(refusal);
    },
  };
  const taken = takenBy(all, admitted, context);
  return {
    gateways: taken.map((ingress) => toGateway(ingress, context)),
    virtualServices: oneOfEachName(virtualServicesOf(taken, context), oracle),
    refused,
  };
}

/** Oldest first. …/controller.go: sortIngressByCreationTime */
function takenBy(all: readonly Ingress[], admitted: Admitted, context: IngressContext): Ingress[] {
  const { controlPlane, features } = context;
  const { meshConfig, domainSuffix } = controlPlane;
  const modeField = meshConfigField(controlPlane, 'ingressControllerMode');
  const classes = new Map(admitted.of<IngressClass>('IngressClass').map((one) => [one.metadata.name, one]));
  const isOff = ingressMode(meshConfig) === 'OFF';
  const off = { code: 'ingress-not-taken', by: modeField, args: { cause: 'ingressControllerMode is OFF' } } as const;
  return all
    .filter((ingress) => {
      const reason = isOff ? off : notTaken(ingress, classes, meshConfig, modeField, features);
      if (reason) context.refuse({ object: ingress, lost: backendHosts(ingress, domainSuffix), reason });
      return !reason;
    })
    .sort(byObjectCreation);
}

/** The rules of one host, whichever Ingress has them, are one VirtualService of the oldest, and of its Gateway alone. */
function virtualServicesOf(ingresses: readonly Ingress[], context: IngressContext): ResolvedVirtualService[] {
  const byHost = groupBy(
    ingresses.flatMap((ingress) => rulesOf(ingress, context)),
    ({ rule }) => rule.host || '*',
  );
  return [...byHost].map(([host, rules]): ResolvedVirtualService => {
    const { ingress: object } = rules[0]!;
    const { namespace = 'default', name } = object.metadata;
    refuseHttps(host, rules, context);
    return {
      object,
      namespace,
      name: `${host.replaceAll('.', '-')}-${name}-${INTERNAL_NAME}`,
      hosts: [expandShortName(host, namespace, context.controlPlane.domainSuffix)],
      gateways: [gatewayNameOf(object, context.gatewayNamespace)],
      http: rules.flatMap(({ ingress, rule, index }) => routesOf(ingress, rule, index, context)).sort(byPath),
      tcp: [],
      tls: [],
      ofIngress: true,
    };
  });
}

/** A default backend is no rule: istiod ignores it. */
function rulesOf(ingress: Ingress, context: IngressContext): HostRule[] {
  const { defaultBackend, rules = [] } = ingress.spec ?? {};
  if (defaultBackend) {
    const by = fieldOf(ingress, 'spec.defaultBackend');
    const lost = backendHosts({ ...ingress, spec: { defaultBackend } }, context.controlPlane.domainSuffix);
    context.refuse({ object: ingress, lost, reason: { code: 'ingress-default-backend', by, args: {} } });
  }
  return rules.flatMap((rule, index): HostRule[] => {
    if (rule.http) return [{ ingress, rule, index }];
    const by = fieldOf(ingress, `spec.rules[${index}]`);
    context.refuse({ object: ingress, reason: { code: 'ingress-rule-without-paths', by, args: {} } });
    return [];
  });
}

/** A certificate makes a server of the Ingress's own Gateway, where the routes of a host that an older Ingress has are not. */
function refuseHttps(host: string, rules: readonly HostRule[], context: IngressContext): void {
  const [first, ...others] = rules as [HostRule, ...HostRule[]];
  if (certificateFor(host, first.ingress) >= 0) return;
  for (const { ingress, rule } of others) {
    const index = ingress === first.ingress ? -1 : certificateFor(host, ingress);
    if (index < 0) continue;
    const { namespace = 'default', name } = first.ingress.metadata;
    const args = { host, winner: `Ingress ${namespace}/${name}` };
    const reason = { code: 'ingress-https-without-routes', by: fieldOf(ingress, `spec.tls[${index}]`), args } as const;
    const lost = backendHosts({ ...ingress, spec: { rules: [rule] } }, context.controlPlane.domainSuffix);
    context.refuse({ object: ingress, lost, reason });
  }
}

function certificateFor(host: string, { spec }: Ingress): number {
  return (spec?.tls ?? []).findIndex(
    ({ hosts = [], secretName }) =>
      secretName && (hosts.length === 0 || hosts.some((other) => isSubsetOf(host, other) || isSubsetOf(other, host))),
  );
}

/** Names write dots as dashes: the hosts `a.b` and `a-b` of an Ingress get one name, and one of them is lost. */
function oneOfEachName(services: readonly ResolvedVirtualService[], oracle: Oracle): ResolvedVirtualService[] {
  return [...groupBy(services, ({ namespace, name }) => `${namespace}/${name}`).values()].map((alike) => {
    const hosts = alike.map(({ hosts: [host = ''] }) => host);
    const because = `istiod gives the routes of hosts ${hosts.join(', ')} the same name, and keeps those of one of them`;
    return alike[oracle.pick(alike.length, { code: 'ingress-name', because })]!;
  });
}
