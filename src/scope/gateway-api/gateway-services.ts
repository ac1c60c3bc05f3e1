import { serviceHostname } from '../../model/host.js';
import type { ControlPlane } from '../../model/control-plane.js';
import type { KubernetesGateway } from '../../model/gateway-api.js';

/**
 * The Services whose Pods serve a Gateway: the one that istiod makes for it, or those that its addresses name.
 * istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: extractGatewayServices, IsManaged
 */
export function gatewayServices({ metadata, spec }: KubernetesGateway, { domainSuffix, env }: ControlPlane): string[] {
  const { name, namespace = 'default', annotations } = metadata;
  const addresses = spec?.addresses ?? [];
  const [first, ...others] = addresses;
  const manual = env['ENABLE_GATEWAY_API_MANUAL_DEPLOYMENT'] !== 'false';
  const managed = !first || (others.length === 0 && (first.type ?? 'IPAddress') === 'IPAddress');
  if (managed || !manual) {
    const own = annotations?.['gateway.istio.io/name-override'] || `${name}-${spec?.gatewayClassName ?? ''}`;
    return [serviceHostname(own, namespace, domainSuffix)];
  }
  return addresses.flatMap(({ type = 'Hostname', value = '' }) => {
    if (type !== 'Hostname') return [];
    return value.includes('.') ? value : serviceHostname(value, namespace, domainSuffix);
  });
}
