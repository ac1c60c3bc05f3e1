import type { GatewayServer } from '../../model/istio.js';
import { INTERNAL_NAME, type Ingress } from '../../model/kubernetes-ingress.js';
import type { MeshConfig } from '../../model/mesh-config.js';
import { fieldOf } from '../../model/resource.js';
import type { ServiceGateway } from '../gateway-api/convert-gateway-api.js';
import { backendHosts } from './backend-hosts.js';
import type { IngressContext } from './context.js';

/** `namespace/name` of the Gateway that stands for an Ingress. */
export function gatewayNameOf({ metadata: { namespace = 'default', name } }: Ingress, own: string): string {
  return `${own}/${name}-${INTERNAL_NAME}-${namespace}`;
}

/**
 * The Gateway of an Ingress: an HTTPS server for each of its certificates, and one of plain HTTP for every host. It has no age,
 * so it comes before all others.
 * istiod 1.28 pilot/pkg/config/kube/ingress/gateways.go: convertIngressV1alpha3
 */
export function toGateway(ingress: Ingress, context: IngressContext): ServiceGateway {
  const { metadata, spec } = ingress;
  const id = `${metadata.name}-${metadata.namespace ?? 'default'}`;
  const secure = (spec?.tls ?? []).flatMap(({ secretName, hosts = [] }, index): GatewayServer[] => {
    if (!secretName) {
      const by = fieldOf(ingress, `spec.tls[${index}]`);
      const lost = backendHosts(ingress, context.controlPlane.domainSuffix);
      context.refuse({ object: ingress, lost, reason: { code: 'ingress-tls-without-secret', by, args: {} } });
      return [];
    }
    return [
      {
        port: { number: 443, protocol: 'HTTPS', name: `https-443-ingress-${id}-${index}` },
        hosts: hosts.length > 0 ? hosts : ['*'],
        tls: { mode: 'SIMPLE', credentialName: secretName },
      },
    ];
  });
  const [namespace = '', name = ''] = gatewayNameOf(ingress, context.gatewayNamespace).split('/');
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'Gateway',
    metadata: { namespace, name },
    spec: {
      selector: { istio: selected(context.controlPlane.meshConfig) },
      servers: [...secure, { port: { number: 80, protocol: 'HTTP', name: `http-80-ingress-${id}` }, hosts: ['*'] }],
    },
    ingress,
  };
}

/** The label `istio` of the Pods that serve Ingresses. …: getIngressGatewaySelector */
function selected({ ingressSelector, ingressService }: MeshConfig): string {
  if (ingressSelector) return ingressSelector;
  return ingressService && ingressService !== 'istio-ingressgateway' ? ingressService : 'ingressgateway';
}
