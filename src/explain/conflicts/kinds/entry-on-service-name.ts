import type { Service } from '../../../model/service.js';
import { isKubernetes } from '../../../model/service.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { Conflict, Severity } from '../conflict.js';
import type { ConflictFinder } from '../context.js';
import { looksAt } from '../host-looks.js';
import { viewsOf, type Look } from '../views.js';

/**
 * A ServiceEntry on `name.namespace.svc.<domain>` of another namespace that exists. A Kubernetes Service beats it everywhere but
 * in the entry's own namespace and where the Service is not seen. istiod 1.28 pilot/pkg/model/sidecar.go: selectServices
 */
export const entryOnServiceName: ConflictFinder = {
  hosts: function* (rows, mesh) {
    for (const [host, claims] of rows) if (intrudersOf(host, claims, mesh).length > 0) yield host;
  },
  find: ({ rows, seen, mesh }) =>
    [...rows].flatMap(([host, claims]): Conflict[] => {
      const intruders = intrudersOf(host, claims, mesh);
      if (intruders.length === 0) return [];
      const service = claims.find(isKubernetes);
      // Entries that compete with each other and no Service are told as entries of several namespaces.
      if (!service && claims.length > 1) return [];
      const looks = looksAt(
        host,
        new Set([...intruders, ...(service ? [service] : [])].map(({ source }) => source)),
        seen,
      );
      const wins = looks.some(({ winner }) => winner && winner.kind !== 'Service');
      if (looks.length === 0 || (!wins && looks.every(({ losers }) => losers.length === 0))) return [];
      const severity: Severity = service && wins ? 'wrong-place' : 'surprising';
      return [
        {
          kind: 'entry-on-service-name',
          host,
          hosts: [host],
          severity,
          meaning: meaningOf(intruders, service, looks),
          views: viewsOf(service ? looks : looks.map((look) => ({ ...look, losers: [] }))),
        },
      ];
    }),
};

function meaningOf(intruders: readonly Service[], service: Service | undefined, looks: readonly Look[]): string {
  const owners = [...new Set(intruders.map(({ namespace }) => namespace))].join(', ');
  if (!service)
    return `There is no such Service: whoever may write ServiceEntries in ${owners} decides where this name of another namespace leads.`;
  const taken = [
    ...new Set(looks.filter(({ winner }) => winner?.kind !== 'Service').map(({ viewpoint }) => viewpoint.namespace)),
  ];
  const elsewhere = taken.some((namespace) => !intruders.some((intruder) => intruder.namespace === namespace));
  if (taken.length === 0)
    return `Whoever may write ServiceEntries in ${owners} claims the name of a Service of ${service.namespace}; the Service wins everywhere.`;
  const reach = elsewhere ? 'also in namespaces that do not see the Service' : 'for proxies of that namespace only';
  return `Whoever may write ServiceEntries in ${owners} takes requests that are meant for a Service of ${service.namespace}: ${reach}.`;
}

/** Entries whose namespace is not the one that the name belongs to. */
function intrudersOf(host: string, claims: readonly Service[], { controlPlane, admitted }: Mesh): Service[] {
  const suffix = `.svc.${controlPlane.domainSuffix}`;
  if (!host.endsWith(suffix)) return [];
  const parts = host.slice(0, -suffix.length).split('.');
  const owner = parts.at(-1)!;
  if (parts.length < 2 || !admitted.namespaces.has(owner)) return [];
  return claims.filter((claim) => !isKubernetes(claim) && claim.namespace !== owner);
}
