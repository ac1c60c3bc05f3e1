import { serviceHostname } from '../model/host.js';
import type { ControlPlane } from '../model/control-plane.js';
import type { KubernetesService } from '../model/kubernetes.js';
import { protocolOfServicePort } from '../model/protocol.js';
import { createdAt, type Resource } from '../model/resource.js';
import type { Resolution, Service } from '../model/service.js';

export const EXPORT_TO_ANNOTATION = 'networking.istio.io/exportTo';

/**
 * A Kubernetes Service as istiod's registry holds it.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/conversion.go: ConvertService
 */
export function fromKubernetesService(
  object: KubernetesService,
  controlPlane: ControlPlane,
  trafficDistribution: string | undefined,
): Service {
  const { name, labels } = object.metadata;
  const namespace = object.metadata.namespace ?? 'default';
  const spec = object.spec ?? {};
  const externalName = spec.type === 'ExternalName' && spec.externalName ? spec.externalName : undefined;
  const headless = spec.clusterIP === 'None';
  const address = spec.clusterIP && !headless ? spec.clusterIP : '0.0.0.0';
  const resolution: Resolution = headless ? 'Passthrough' : externalName ? 'Alias' : 'ClientSide';
  return {
    hostname: serviceHostname(name, namespace, controlPlane.domainSuffix),
    namespace,
    name,
    provider: 'Kubernetes',
    resolution,
    meshExternal: externalName !== undefined,
    ports: (spec.ports ?? []).map((port) => ({
      name: port.name ?? '',
      number: port.port,
      protocol: protocolOfServicePort(port),
    })),
    exportTo: exportToAnnotation(object),
    labels,
    selector: spec.selector,
    created: createdAt(object),
    address,
    addresses: address === '0.0.0.0' ? [] : (spec.clusterIPs?.length ?? 0) > 1 ? spec.clusterIPs! : [address],
    serviceAccounts: serviceAccounts(object),
    ...(externalName && { externalName }),
    aliases: [],
    nodeLocal: spec.internalTrafficPolicy === 'Local',
    ...(trafficDistribution && { trafficDistribution }),
    raceFirstConnect: false,
    source: object,
  };
}

/** An empty annotation says nothing; a trailing comma exports to the namespace "", which is nobody's. */
function exportToAnnotation(object: Resource): ReadonlySet<string> | undefined {
  const annotation = object.metadata.annotations?.[EXPORT_TO_ANNOTATION];
  return annotation ? new Set(annotation.split(',').map((part) => part.trim())) : undefined;
}

function serviceAccounts(object: Resource): string[] {
  const annotations = object.metadata.annotations ?? {};
  const split = (value: string | undefined) => (value ? value.split(',') : []);
  return [
    ...split(annotations['alpha.istio.io/canonical-serviceaccounts']),
    ...split(annotations['alpha.istio.io/kubernetes-serviceaccounts']),
  ];
}

/** Whether endpoint changes of this Service reach istiod's index of endpoints (`~` anywhere in the annotation stops them). */
export function isExportedToNone(object: Resource): boolean {
  return exportToAnnotation(object)?.has('~') ?? false;
}
