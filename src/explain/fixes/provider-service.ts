import { isHttp2 } from '../../model/protocol.js';
import { meshConfigField } from '../../scope/export-to.js';
import type { ClusterLookup } from '../../xds/ext-authz/lookup-cluster.js';
import { providerReferences, type ProviderReference } from '../../xds/ext-authz/providers.js';
import type { Mesh } from '../../xds/mesh.js';
import { nearMisses } from '../near-misses.js';
import type { Change, MeshConfigEdit, ProviderChange } from './change.js';

/** What of a provider decides its cluster. */
export type Named = Pick<ProviderReference, 'name' | 'kind' | 'service' | 'port' | 'lookup'>;

/** Provider settings with which istiod may find a service, where it finds none or several. */
export function serviceProposals({ name, kind, service, lookup }: Named, mesh: Mesh): Change[][] {
  const set = (value: string) => [editOf(mesh, name, kind, 'service', value)];
  if (!('error' in lookup)) return [];
  const host = service.slice(service.indexOf('/') + 1);
  if (lookup.namespaces.length > 0) return lookup.namespaces.map((namespace) => set(`${namespace}/${host}`));
  const { rowsByHost } = mesh.world;
  const whole = completed(host, mesh);
  if (whole !== host && rowsByHost.has(whole)) return [set(whole)];
  return nearMisses(whole, rowsByHost.keys(), mesh)
    .filter(({ why }) => why === 'similar')
    .map((near) => set(near.host));
}

/** What istiod would have to know. */
export function serviceMissing({ service, lookup }: Named): string {
  return 'error' in lookup && lookup.error === 'empty'
    ? 'the host of a service in the mesh config'
    : `a Service or ServiceEntry with host ${service.slice(service.indexOf('/') + 1)} that istiod reads`;
}

/** For a provider whose host several namespaces hold: each that may be meant. */
export function nameNamespace(provider: string, mesh: Mesh): ProviderChange[] {
  return providerReferences(mesh.controlPlane, mesh.world.registry)
    .filter(({ name, lookup }) => name === provider && isAmbiguous(lookup))
    .flatMap((named) => serviceProposals(named, mesh))
    .flat() as ProviderChange[];
}

/** The ports that the service has, those first that speak what the provider speaks. */
export function portProposals({ name, kind, lookup }: Named, mesh: Mesh): Change[][] {
  if ('error' in lookup) return [];
  const grpc = GRPC.has(kind);
  const fits = ({ protocol }: { protocol: Parameters<typeof isHttp2>[0] }) => Number(isHttp2(protocol) === grpc);
  return lookup.service.ports
    .filter(({ protocol }) => protocol !== 'UDP')
    .sort((a, b) => fits(b) - fits(a) || a.number - b.number)
    .map(({ number }) => [editOf(mesh, name, kind, 'port', number)]);
}

const GRPC = new Set([
  'envoyExtAuthzGrpc',
  'envoyHttpAls',
  'envoyTcpAls',
  'envoyOtelAls',
  'skywalking',
  'opentelemetry',
]);

function isAmbiguous(lookup: ClusterLookup): boolean {
  return 'error' in lookup && lookup.error === 'ambiguous';
}

/** Providers need the whole name; short ones are a common slip. */
function completed(host: string, { controlPlane }: Mesh): string {
  const [name = '', namespace = '', svc, ...more] = host.split('.');
  const short = namespace !== '' && (svc === undefined || (svc === 'svc' && more.length === 0));
  return short ? `${name}.${namespace}.svc.${controlPlane.domainSuffix}` : host;
}

export function editOf(
  { controlPlane }: Mesh,
  provider: string,
  kind: string,
  field: MeshConfigEdit['field'],
  value: string | number,
): ProviderChange {
  const { namespace, name } = meshConfigField(controlPlane, '');
  const at = field === 'name' ? 'name' : `${kind}.${field}`;
  return {
    summary: `set ${at} ${value} for provider ${provider} in the mesh config`,
    meshConfig: { configMap: { namespace, name }, provider, kind, field, value },
  };
}
