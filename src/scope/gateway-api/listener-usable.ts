import type { KubernetesGateway, Listener } from '../../model/gateway-api.js';
import { fieldOf } from '../../model/resource.js';
import type { ConversionContext } from './context.js';
import { isGranted } from './reference-grants.js';

/**
 * Whether istiod can serve a listener: its protocol is supported, and its certificate is there. Certificates are Secrets,
 * which nobody reads here; the Gateway's status says whether istiod found them, else it is not determined.
 * istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: buildListener, buildTLS
 */
export function usabilityOf(
  gateway: KubernetesGateway,
  listener: Listener,
  index: number,
  context: ConversionContext,
): boolean | 'unknown' {
  const at = `spec.listeners[${index}]`;
  if (!isSupported(listener, context)) {
    const args = { protocol: listener.protocol ?? '' };
    context.refuse({
      object: gateway,
      reason: { code: 'listener-protocol', by: fieldOf(gateway, `${at}.protocol`), args },
    });
    return false;
  }
  const certified = hasCertificate(gateway, listener, context);
  if (certified !== false) return certified;
  const by = fieldOf(gateway, `${at}.tls.certificateRefs`);
  context.refuse({
    object: gateway,
    reason: { code: 'listener-without-certificate', by, args: { listener: listener.name } },
  });
  return false;
}

function isSupported({ protocol }: Listener, { features }: ConversionContext): boolean {
  if (protocol === 'HTTP' || protocol === 'HTTPS') return true;
  return protocol === 'TLS' ? features.tlsRoutes : protocol === 'TCP' && features.tcpRoutes;
}

function hasCertificate(
  gateway: KubernetesGateway,
  { name, tls }: Listener,
  context: ConversionContext,
): boolean | 'unknown' {
  if (!tls || (tls.mode ?? 'Terminate') !== 'Terminate') return true;
  const mode = tls.options?.['gateway.istio.io/tls-terminate-mode'];
  if (mode === 'ISTIO_SIMPLE' || mode === 'ISTIO_MUTUAL') return true;
  const refs = tls.certificateRefs ?? [];
  const { namespace = 'default' } = gateway.metadata;
  const granted = refs.filter(
    (ref) =>
      (ref.group ?? '') === '' &&
      (ref.kind ?? 'Secret') === 'Secret' &&
      ((ref.namespace ?? namespace) === namespace ||
        isGranted({ kind: 'Gateway', namespace }, { ...ref, kind: 'Secret', namespace: ref.namespace! }, context)),
  );
  // Without a reference istiod finds nothing to complain about.
  if (refs.length === 0) return true;
  if (refs.length > 2 || granted.length === 0) return false;
  return statusOf(gateway, name) ?? 'unknown';
}

interface ListenerStatus {
  name?: string;
  conditions?: { type?: string; status?: string }[];
}

function statusOf({ status }: KubernetesGateway, name: string): boolean | undefined {
  const listeners = (status as { listeners?: ListenerStatus[] } | undefined)?.listeners ?? [];
  const conditions = listeners.find((entry) => entry.name === name)?.conditions ?? [];
  const resolved = conditions.find(({ type }) => type === 'ResolvedRefs');
  return resolved && resolved.status === 'True';
}
