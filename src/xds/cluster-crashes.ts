import { groupBy } from '../model/group.js';
import type { Proxy } from '../model/proxy.js';
import type { Reason } from '../model/reason.js';
import type { ReasonCode } from '../model/reasons.js';
import { isDns, serviceText, type Service } from '../model/service.js';
import { FIRST } from '../model/undetermined.js';
import type { Scope } from '../scope/scope.js';
import { ruleFor } from './build-clusters.js';
import { crashingFailover } from './crashing-failover.js';
import { crashingOutlierDetection } from './crashing-outlier-detection.js';
import { failoverByLabels } from './failover-by-labels.js';
import { crashSuspects, type Suspect } from './crash-suspects.js';
import type { Mesh } from './mesh.js';

/** A service that makes istiod itself crash when a proxy asks for its clusters. */
export interface ClusterCrash {
  service: Service;
  /** One of those that get a cluster of it. */
  proxy: Proxy;
  reason: Reason;
}

const KNOWN = new WeakMap<Mesh, readonly ClusterCrash[]>();
const CRASHES: readonly ReasonCode[] = ['failover-crashes-istiod', 'outlier-detection-crashes-istiod'];
const NO_HOSTS: ReadonlySet<string> = new Set();

/** A policy for the whole mesh may concern many objects, of which a few show where to look. */
export const SHOWN_CRASHES = 3;
/** One more tells that there are more. */
const ENOUGH = SHOWN_CRASHES + 1;

/** Objects of whose clusters one makes istiod crash, while a proxy of the mesh waits for it: all, or enough of them. */
export function clusterCrashes(mesh: Mesh): readonly ClusterCrash[] {
  let known = KNOWN.get(mesh);
  if (!known) KNOWN.set(mesh, (known = find(mesh)));
  return known;
}

/** `ServiceEntry shop/partner, when sidecar shop/web asks for its clusters` */
export function clusterCrashText({ service, proxy }: ClusterCrash): string {
  return `${serviceText(service)}, when ${proxy.type} ${proxy.namespace}/${proxy.name} asks for its clusters`;
}

/** Namespaces of the suspects come first: there somebody most likely gets the cluster, and no further scope is computed. */
function find(mesh: Mesh): ClusterCrash[] {
  const suspects = crashSuspects(mesh);
  if (suspects.length === 0) return [];
  const proxies = groupBy(mesh.proxies, ({ namespace }) => namespace);
  const found = new Map<string, ClusterCrash>();
  for (const namespace of new Set([...suspects.map(({ service }) => service.namespace), ...proxies.keys()])) {
    const ofNamespace = proxies.get(namespace);
    if (!ofNamespace) continue;
    const open = suspects.filter(
      ({ service }) =>
        !found.has(serviceText(service)) &&
        mesh.world.visible.isVisible(service, namespace) &&
        mayCrash(service, namespace, mesh),
    );
    for (const crash of open.length > 0 ? crashesAmong(ofNamespace, open, mesh) : []) {
      found.set(serviceText(crash.service), crash);
      if (found.size === ENOUGH) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** Whether one of the rules that a namespace finds, or the lack of one, makes istiod crash. */
function mayCrash(service: Service, namespace: string, { world }: Mesh): boolean {
  // Hardly any rule takes it back.
  if (service.trafficDistribution) return true;
  const rules = world.rules.lookup(service, namespace) ?? [];
  const forAll = rules.some(({ selector }) => selector === undefined);
  return service.ports.some((port) =>
    (forAll ? rules : [...rules, undefined]).some((rule) => {
      const query = { service, port, rule };
      if (isDns(service)) return failoverByLabels({ ...query, subset: '' }, world.clusterContext);
      const subsets = ['', ...(rule?.subsets ?? []).map(({ name }) => name)];
      return subsets.some((subset) => crashingOutlierDetection({ ...query, subset }));
    }),
  );
}

/** Proxies of a namespace that differ in nothing that counts are asked once. */
function* crashesAmong(proxies: readonly Proxy[], suspects: readonly Suspect[], mesh: Mesh): Iterable<ClusterCrash> {
  const held = new Map<Scope | Proxy, readonly Suspect[]>();
  const asked = new Map<readonly Suspect[], Set<string>>();
  for (const proxy of proxies) {
    const scoped = isScoped(proxy, mesh) ? mesh.world.scopeOf(proxy, FIRST) : undefined;
    const key = scoped ?? proxy;
    if (!held.has(key)) held.set(key, heldOf(suspects, proxy, scoped, mesh));
    const candidates = held.get(key)!.filter(({ forViews }) => !forViews || proxy.networkView);
    if (candidates.length === 0) continue;
    const { type, cluster, network, networkView, labels } = proxy;
    const likeness = JSON.stringify([type, cluster, network, networkView, labels]);
    const known = asked.get(held.get(key)!) ?? new Set();
    asked.set(held.get(key)!, known);
    if (known.has(likeness)) continue;
    known.add(likeness);
    for (const { service } of candidates) {
      const reason = proxy.type === 'waypoint' ? crashAtWaypoint(service, proxy, mesh) : crashOf(service, proxy, mesh);
      if (reason) yield { service, proxy, reason };
    }
  }
}

function crashOf(service: Service, proxy: Proxy, { world }: Mesh): Reason | undefined {
  const context = world.clusterContext;
  const rule = ruleFor(service, proxy, proxy.namespace, context);
  for (const port of service.ports) {
    if (port.protocol === 'UDP') continue;
    const query = { service, port, subset: '', rule, proxy };
    const reason = crashingFailover(query, context) ?? crashingOutlierDetection(query);
    if (reason) return reason;
  }
  return undefined;
}

/** A waypoint has further clusters of what it owns, for which other rules hold. */
function crashAtWaypoint({ hostname }: Service, proxy: Proxy, { world }: Mesh): Reason | undefined {
  const { clusters } = world.configOf(proxy, FIRST);
  return clusters.find(({ service, flaw }) => service.hostname === hostname && flaw && CRASHES.includes(flaw.code))
    ?.flaw;
}

/** The suspects that the proxy gets clusters of, as its scope holds them. */
function heldOf(suspects: readonly Suspect[], proxy: Proxy, scope: Scope | undefined, { world }: Mesh): Suspect[] {
  const config = scope ? undefined : world.configOf(proxy, FIRST, undefined, NO_HOSTS);
  const services = [...(config?.services ?? []), ...(config?.owned ?? [])];
  return suspects.flatMap(({ service: { hostname, namespace }, forViews }) => {
    const service = scope ? scope.byHost.get(hostname) : services.find((one) => one.hostname === hostname);
    return service?.namespace === namespace ? [{ service, forViews }] : [];
  });
}

/** Whether the proxy gets clusters of all that its scope holds. */
function isScoped({ type }: Proxy, { features }: Mesh): boolean {
  return type === 'sidecar' || (type === 'router' && !features.filterGatewayClusters);
}
