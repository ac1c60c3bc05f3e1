import type { ServiceEntry, Sidecar } from '../../model/istio.js';
import type { Proxy } from '../../model/proxy.js';
import type { Reason } from '../../model/reason.js';
import type { Resource } from '../../model/resource.js';
import type { Service } from '../../model/service.js';
import type { Mesh } from '../../xds/mesh.js';
import type { Change } from './change.js';
import { dropPatch } from './drop-patch.js';
import { exportHost } from './export-host.js';
import { grantBackend } from './grant-backend.js';
import { importHost, removeEgressHost } from './import-host.js';

/** The smallest change that removes a reason; undefined where no configuration can. */
export function changeFor(reason: Reason, row: Service, proxy: Proxy, mesh: Mesh): Change | undefined {
  const sidecar = mesh.world.sidecars.governing(proxy);
  switch (reason.code) {
    case 'no-egress-host':
    case 'egress-port-mismatch':
    case 'destination-port-missing':
    case 'route-off-listener-port':
    case 'port-not-imported':
    case 'earlier-preferred':
    case 'alphabetical-preferred':
      return sidecar && proxy.type === 'sidecar' && !alreadyImports(sidecar, row, proxy)
        ? importHost(sidecar, row, proxy)
        : undefined;
    case 'egress-excluded':
      return sidecar && removeEgressHost(sidecar, listenerOf(reason), String(reason.args['host']));
    case 'exported-to-none':
    case 'exported-privately':
    case 'exported-elsewhere':
    case 'default-export-unusable':
    case 'default-export-narrowed':
      return exportHost(row, proxy.namespace);
    case 'not-a-gateway-destination':
      return grantBackend(row, mesh);
    case 'removed-by-envoy-filter':
      return dropPatch(reason, mesh);
    case 'not-merged':
      return makeEqual(reason, row.source, mesh);
    default:
      return undefined;
  }
}

function alreadyImports(sidecar: Sidecar, row: Service, proxy: Proxy): boolean {
  const names = [row.namespace, ...(row.namespace === proxy.namespace ? ['.'] : [])].map(
    (namespace) => `${namespace}/${row.hostname}`,
  );
  return (sidecar.spec?.egress ?? []).some(
    ({ port, hosts = [] }) => !port?.number && hosts.some((host) => names.includes(host)),
  );
}

function listenerOf({ by }: Reason): number {
  return Number(/egress\[(\d+)\]/.exec(by?.path ?? '')?.[1] ?? 0);
}

/** Gives a ServiceEntry the labels or the exportTo of the one that came first, so that their ports merge. */
export function makeEqual({ by, args }: Reason, source: Resource, mesh: Mesh): Change | undefined {
  const first = mesh.snapshot.resources.find(
    ({ kind, metadata }) => kind === by?.kind && metadata.namespace === by.namespace && metadata.name === by.name,
  );
  if (!first) return undefined;
  const object = source as ServiceEntry;
  const what = `ServiceEntry ${object.metadata.namespace}/${object.metadata.name}`;
  const { labels, ...rest } = object.metadata;
  if (args['attribute'] === 'labels') {
    const wanted = first.metadata.labels;
    const summary = `give ${what} the labels of ${first.metadata.name}: ${String(args['first'])} instead of ${labelText(labels)}`;
    return {
      summary,
      before: object,
      after: { ...object, metadata: { ...rest, ...(wanted && { labels: wanted }) } },
    };
  }
  if (args['attribute'] !== 'exportTo') return undefined;
  const exportTo = (first as ServiceEntry).spec?.exportTo ?? [];
  const summary = `give ${what} the exportTo of ${first.metadata.name}: ${String(args['first'])}`;
  return { summary, before: object, after: { ...object, spec: { ...object.spec, exportTo } } };
}

function labelText(labels: Readonly<Record<string, string>> | undefined): string {
  return (
    Object.entries(labels ?? {})
      .map(([key, value]) => `${key}=${value}`)
      .join(', ') || 'none'
  );
}
