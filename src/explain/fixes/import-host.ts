import type { Sidecar } from '../../model/istio.js';
import type { Proxy } from '../../model/proxy.js';
import type { Service } from '../../model/service.js';
import type { ObjectChange } from './change.js';

/** Adds the exact host to the Sidecar's egress listener without port; to a new one, when all have ports. */
export function importHost(sidecar: Sidecar, row: Service, proxy: Proxy): ObjectChange {
  const { namespace = 'default', name } = sidecar.metadata;
  const entry = `${row.namespace === proxy.namespace ? '.' : row.namespace}/${row.hostname}`;
  const egress = sidecar.spec?.egress ?? [];
  const index = egress.findIndex(({ port }) => !port?.number);
  const changed =
    index < 0
      ? [...egress, { hosts: [entry] }]
      : egress.map((listener, i) =>
          i === index ? { ...listener, hosts: [...(listener.hosts ?? []), entry] } : listener,
        );
  const where = index < 0 ? 'a new egress listener without port' : `spec.egress[${index}].hosts`;
  return {
    summary: `add "${entry}" to Sidecar ${namespace}/${name}, ${where}`,
    before: sidecar,
    after: { ...sidecar, spec: { ...sidecar.spec, egress: changed } },
  };
}

/** Takes an exclusion out of the egress hosts. */
export function removeEgressHost(sidecar: Sidecar, listener: number, host: string): ObjectChange {
  const { namespace = 'default', name } = sidecar.metadata;
  const egress = (sidecar.spec?.egress ?? []).map((entry, i) =>
    i === listener ? { ...entry, hosts: (entry.hosts ?? []).filter((other) => other !== host) } : entry,
  );
  return {
    summary: `remove "${host}" from Sidecar ${namespace}/${name}, spec.egress[${listener}].hosts`,
    before: sidecar,
    after: { ...sidecar, spec: { ...sidecar.spec, egress } },
  };
}
