import type { ServiceEntry, Sidecar } from '../model/istio.js';
import type { Ingress } from '../model/kubernetes-ingress.js';
import { backendHosts } from '../scope/ingress/backend-hosts.js';
import { asksForClass } from '../scope/ingress/ingress-class.js';
import type { Gap } from '../model/snapshot.js';
import { isClusterSetHostname } from '../model/host.js';
import { isDns, isKubernetes, type Service } from '../model/service.js';
import type { Proxy } from '../model/proxy.js';
import type { Mesh } from '../xds/mesh.js';

/** Everything that is asked about one host. */
export interface HostAnswer {
  mesh: Mesh;
  proxy: Proxy;
  host: string;
  /** Rows of the registry that have the hostname. */
  rows: readonly Service[];
  /** The services of the host's clusters; empty when it has none. */
  kept: readonly Service[];
}

type Effect = (gap: Gap, answer: HostAnswer) => string | undefined;

/** Labels that a proxy has from its Node. */
const FROM_NODE =
  /^(topology\.(kubernetes|istio)\.io\/|failure-domain\.beta\.kubernetes\.io\/|kubernetes\.io\/hostname)/;

/** What a hidden object of the gap's kind could do to the verdict on a host; undefined when nothing. */
export function couldChange(gap: Gap, answer: HostAnswer): string | undefined {
  return EFFECTS[gap.kind]?.(gap, answer);
}

const EFFECTS: Record<string, Effect> = {
  Service: (gap, answer) => {
    const namespace = kubernetesNamespace(answer);
    if (namespace === undefined && !isFiltered(answer)) return undefined;
    if (namespace !== undefined && isRead(gap, namespace)) return undefined;
    if (answer.kept.length > 0 && answer.kept.every(isKubernetes)) return fromEarlierCluster(gap, answer);
    return answer.kept.length > 0 ? 'one could hold the host instead' : 'one could have the host';
  },

  ServiceEntry: (gap, answer) => {
    const { kept, proxy, mesh } = answer;
    if (kept.length === 0) return 'one could have the host';
    const ownRead = isRead(gap, proxy.namespace);
    // Nothing comes before the proxy's own namespace, and there nothing before a Kubernetes Service.
    const holds = ({ namespace, provider }: Service): boolean => {
      const kubernetes = provider === 'Kubernetes';
      if (namespace === proxy.namespace) return kubernetes || ownRead;
      return kubernetes && ownRead && mesh.features.unifiedSidecarScope;
    };
    return proxy.type === 'sidecar' && kept.every(holds) ? undefined : 'one could hold the host instead';
  },

  ServiceImport: (_, { host, kept, mesh }) =>
    mesh.features.clusterSetHosts && kept.length === 0 && isClusterSetHostname(host)
      ? 'one could make the host'
      : undefined,

  // What routes name is only ever added, and only from the registry.
  VirtualService: (_, { kept, rows }) =>
    kept.length === 0 && rows.length > 0 ? 'a route of one could name the host' : undefined,

  Sidecar: (_, { rows, kept }) => {
    if (rows.length === 0) return undefined;
    return kept.length > 0 ? 'one could govern this proxy and leave the host out' : 'one could import the host';
  },

  Gateway: ({ resource }, { kept, rows }) =>
    resource.startsWith('gateways.networking') && kept.length === 0 && rows.length > 0
      ? 'one could bind a route that names the host'
      : undefined,

  Ingress: (_, answer) => keptByFilter(answer, 'a path of one could lead to the host'),

  IngressClass: (_, answer) => {
    const { mesh, host } = answer;
    const { domainSuffix } = mesh.controlPlane;
    const hangs = (ingress: Ingress) => asksForClass(ingress) && backendHosts(ingress, domainSuffix).includes(host);
    return isFiltered(answer) && mesh.admitted.of<Ingress>('Ingress').some(hangs)
      ? 'its class says whether the Ingress that leads to the host is served'
      : undefined;
  },

  RequestAuthentication: (_, answer) => keptByFilter(answer, 'one could fetch its keys from the host'),
  EnvoyFilter: (_, answer) => keptByFilter(answer, 'the annotation of one could name the host'),

  Pod: (gap, answer) => {
    const { proxy, rows } = answer;
    if (needsEndpoints(answer)) return 'one could be the endpoint that its DNS cluster needs';
    // A gateway may be given the scope of a sidecar beside it.
    const beside = proxy.type === 'router' && rows.length > 0 && !isRead(gap, proxy.namespace);
    return beside ? 'the scope of a sidecar in its namespace may have become that of the gateway' : undefined;
  },
  WorkloadEntry: (_, answer) =>
    needsEndpoints(answer) ? 'one could be the endpoint that its DNS cluster needs' : undefined,

  Node: (_, { mesh, rows }) =>
    rows.length > 0 && mesh.admitted.of<Sidecar | ServiceEntry>('Sidecar').some(selectsByNode)
      ? 'a Sidecar selects by labels that come from the Node'
      : undefined,

  Cluster: (gap, answer) => {
    const effects = ['Service', 'Pod', 'WorkloadEntry', 'Node', 'Namespace'] as const;
    const selects = (answer.mesh.controlPlane.meshConfig.discoverySelectors ?? []).length > 0;
    const [first] = effects
      .filter((kind) => kind !== 'Namespace' || selects)
      .flatMap((kind) => EFFECTS[kind]?.(gap, answer) ?? []);
    return first;
  },

  Namespace: () => 'their labels decide what istiod reads and for whom',
  ConfigMap: () => 'mesh config decides what istiod reads and exports',
  Deployment: () => "istiod's version, settings and mesh config are assumed",
};

/** The config cluster comes first; among remotes nobody knows. */
function fromEarlierCluster(gap: Gap, { kept, mesh }: HostAnswer): string | undefined {
  const remote = kept.find(({ cluster }) => cluster !== undefined && cluster !== mesh.clusters[0]!.id);
  return gap.cluster !== undefined && remote
    ? `its copy could have come before that of cluster ${remote.cluster ?? ''}`
    : undefined;
}

/** The namespace of a Kubernetes hostname; undefined for a hostname that no Service can have. */
function kubernetesNamespace({ host, mesh }: HostAnswer): string | undefined {
  const suffix = `.svc.${mesh.controlPlane.domainSuffix}`;
  if (!host.endsWith(suffix)) return undefined;
  return /^[^.]+\.([^.]+)$/.exec(host.slice(0, -suffix.length))?.[1];
}

function isFiltered({ proxy, mesh }: HostAnswer): boolean {
  return proxy.type === 'router' && mesh.features.filterGatewayClusters;
}

function keptByFilter(answer: HostAnswer, effect: string): string | undefined {
  return isFiltered(answer) && answer.kept.length === 0 && answer.rows.length > 0 ? effect : undefined;
}

function needsEndpoints({ kept, rows }: HostAnswer): boolean {
  return kept.length === 0 && rows.some(isDns);
}

function selectsByNode({ spec }: Sidecar | ServiceEntry): boolean {
  return Object.keys(spec?.workloadSelector?.labels ?? {}).some((key) => FROM_NODE.test(key));
}

/** All of these namespaces were read although the list over all was refused. */
export function isRead({ namespace, readNamespaces = [] }: Gap, ...needed: string[]): boolean {
  if (namespace !== undefined) return !needed.includes(namespace);
  return needed.every((name) => readNamespaces.includes(name));
}
