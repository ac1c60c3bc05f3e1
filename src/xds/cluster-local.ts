import type { ControlPlane } from '../model/control-plane.js';
import { isWildcard, mostSpecific } from '../model/host.js';

/**
 * Hosts whose endpoints a proxy gets from its own Kubernetes cluster alone: kube-system, the API server and istiod by
 * default, and what the mesh config's serviceSettings say.
 * istiod 1.28 pilot/pkg/model/cluster_local.go
 */
export class ClusterLocalHosts {
  readonly #exact = new Map<string, boolean>();
  readonly #wildcards = new Map<string, boolean>();

  constructor(controlPlane: ControlPlane) {
    const { serviceSettings = [] } = controlPlane.meshConfig;
    let defaults = defaultHosts(controlPlane);
    for (const { settings, hosts = [] } of serviceSettings) {
      const local = settings?.clusterLocal ?? false;
      for (const host of hosts) {
        // One host below a default takes the whole default away.
        if (!local) defaults = defaults.filter((known) => !undoes(host, known));
        this.#set(host, local);
      }
    }
    for (const host of defaults) this.#set(host, true);
  }

  has(hostname: string): boolean {
    return mostSpecific(hostname, this.#exact, this.#wildcards) ?? false;
  }

  #set(host: string, local: boolean): void {
    (isWildcard(host) ? this.#wildcards : this.#exact).set(host, local);
  }
}

function undoes(host: string, known: string): boolean {
  return host === known || (isWildcard(known) && host.endsWith(known.slice(1)));
}

function defaultHosts({ meshConfig, domainSuffix, namespace }: ControlPlane): string[] {
  const address = meshConfig.defaultConfig?.discoveryAddress ?? `istiod.${namespace}.svc:15012`;
  const host = address.replace(/:\d+$/, '');
  return [
    `*.kube-system.svc.${domainSuffix}`,
    `kubernetes.default.svc.${domainSuffix}`,
    host.endsWith(domainSuffix) ? host : `${host}.${domainSuffix}`,
  ];
}
