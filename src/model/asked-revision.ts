import type { Pod } from './kubernetes.js';
import { injectedConfig, proxyContainer } from './proxy-metadata.js';
import type { ObjectMeta, Resource } from './resource.js';

/** A Pod, or what is known of one that does not exist yet: its namespace and labels. */
export interface Workload {
  metadata: Pick<ObjectMeta, 'namespace' | 'labels' | 'annotations'>;
  spec?: unknown;
}

export interface AskedRevision {
  /** A revision or a tag of one. */
  name: string;
  /** Injection is done: the name is a revision first, and a tag only if no revision has it. */
  injected: boolean;
  /** The namespace of the istiod, where it is known. */
  namespace?: string;
  /** What says so, for people. */
  by: string;
}

/** The revision that a workload belongs to: as it was injected, else as it would be; undefined when nothing says. */
export function askedRevision(workload: Workload, namespace: Resource | undefined): AskedRevision | undefined {
  return injectedRevision(workload) ?? dialledRevision(workload) ?? injectableRevision(workload, namespace);
}

/** The injector writes its revision on the Pod. istiod 1.28 pkg/kube/inject/webhook.go: getInjectionStatus */
function injectedRevision(workload: Workload): AskedRevision | undefined {
  const annotations = workload.metadata.annotations ?? {};
  const dialled = dialledRevision(workload);
  const where = dialled?.namespace === undefined ? {} : { namespace: dialled.namespace };
  const status = statusRevision(annotations['sidecar.istio.io/status']);
  const name = annotations['istio.io/rev'] ?? status;
  if (!name) return undefined;
  const annotation = name === annotations['istio.io/rev'] ? 'istio.io/rev' : 'sidecar.istio.io/status';
  return { name, injected: true, ...where, by: `annotation ${annotation} of the Pod` };
}

function statusRevision(status: string | undefined): string | undefined {
  const revision = (parseJson(status) as { revision?: unknown } | undefined)?.revision;
  return typeof revision === 'string' ? revision : undefined;
}

/** The address that the proxy dials: `istiod-canary.istio-system.svc:15012`, also of a tag's Service (charts from 1.28 on). */
function dialledRevision({ spec }: Workload): AskedRevision | undefined {
  const address = injectedConfig(proxyContainer({ spec } as Pick<Pod, 'spec'>))?.['discoveryAddress'];
  if (typeof address !== 'string') return undefined;
  const match = /^istiod(?:-(?:revision-tag-)?([^.]+))?\.([^.]+)\.svc/.exec(address);
  if (!match) return undefined;
  const by = `discoveryAddress ${address} of the Pod`;
  return { name: match[1] ?? 'default', injected: true, namespace: match[2]!, by };
}

/** What the injector's webhooks would select. manifests/charts/istio-control/istio-discovery/templates/mutatingwebhook.yaml */
function injectableRevision({ metadata }: Workload, namespace: Resource | undefined): AskedRevision | undefined {
  const own = metadata.labels ?? {};
  const labels = namespace?.metadata.labels ?? {};
  const by = (what: string): string => `label ${what}`;
  // istio-injection on the namespace outweighs istio.io/rev there.
  if (labels['istio-injection'] === 'enabled') {
    return { name: 'default', injected: false, by: by('istio-injection=enabled of the namespace') };
  }
  if (labels['istio.io/rev']) {
    return { name: labels['istio.io/rev'], injected: false, by: by('istio.io/rev of the namespace') };
  }
  if (own['istio.io/rev']) return { name: own['istio.io/rev'], injected: false, by: by('istio.io/rev of the Pod') };
  if (own['sidecar.istio.io/inject'] === 'true') {
    return { name: 'default', injected: false, by: by('sidecar.istio.io/inject=true of the Pod') };
  }
  return undefined;
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
