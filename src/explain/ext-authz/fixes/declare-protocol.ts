import type { ServiceEntry } from '../../../model/istio.js';
import type { KubernetesService } from '../../../model/kubernetes.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { Change } from '../../fixes/change.js';
import type { Named } from '../../fixes/provider-service.js';

/** Declares the port that a gRPC provider names to be gRPC: all that call it speak HTTP/2 to it then. */
export function declareProtocol({ lookup, port: number }: Named, mesh: Mesh): Change[][] {
  if ('error' in lookup) return [];
  const { source, namespace } = lookup.service;
  if (!mesh.snapshot.resources.includes(source)) return [];
  const summary = `declare port ${number} of ${source.kind} ${namespace}/${source.metadata.name} to be gRPC`;
  if (source.kind === 'ServiceEntry') {
    const { spec } = source as ServiceEntry;
    const ports = (spec?.ports ?? []).map((port) => (port.number === number ? { ...port, protocol: 'GRPC' } : port));
    return [[{ summary, before: source, after: { ...source, spec: { ...spec, ports } } }]];
  }
  const { spec } = source as KubernetesService;
  const ports = (spec?.ports ?? []).map((port) => (port.port === number ? { ...port, appProtocol: 'grpc' } : port));
  return [[{ summary: `${summary} (appProtocol)`, before: source, after: { ...source, spec: { ...spec, ports } } }]];
}
