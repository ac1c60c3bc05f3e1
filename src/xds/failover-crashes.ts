import { groupBy } from '../model/group.js';
import type { Proxy } from '../model/proxy.js';
import { serviceText, type Service } from '../model/service.js';
import { FIRST } from '../model/undetermined.js';
import type { Scope } from '../scope/scope.js';
import { ruleFor } from './build-clusters.js';
import { crashingFailover } from './crashing-failover.js';
import { failoverByLabels } from './failover-by-labels.js';
import { failoverSuspects, type Suspect } from './failover-suspects.js';
import type { Mesh } from './mesh.js';

/** A service that makes istiod itself crash when a proxy asks for its clusters. */
export interface FailoverCrash {
  service: Service;
  /** One of those that get a cluster of it. */
  proxy: Proxy;
}

const KNOWN = new WeakMap<Mesh, readonly FailoverCrash[]>();
const NO_HOSTS: ReadonlySet<string> = new Set();

/** A policy for the whole mesh may concern many objects, of which a few show where to look. */
const ENOUGH = 4;

/** Objects whose endpoints fail over so that istiod crashes, while a proxy of the mesh waits for them: all, or enough of them. */
export function failoverCrashes(mesh: Mesh): readonly FailoverCrash[] {
  if (!mesh.features.dnsFailoverByLabels) return [];
  let known = KNOWN.get(mesh);
  if (!known) KNOWN.set(mesh, (known = find(mesh)));
  return known;
}

/** `ServiceEntry shop/partner, when sidecar shop/web asks for its clusters` */
export function failoverCrashText({ service, proxy }: FailoverCrash): string {
  return `${serviceText(service)}, when ${proxy.type} ${proxy.namespace}/${proxy.name} asks for its clusters`;
}

/** Namespaces of the suspects come first: there somebody most likely gets the cluster, and no further scope is computed. */
function find(mesh: Mesh): FailoverCrash[] {
  const suspects = failoverSuspects(mesh);
  if (suspects.length === 0) return [];
  const proxies = groupBy(mesh.proxies, ({ namespace }) => namespace);
  const found = new Map<string, FailoverCrash>();
  for (const namespace of new Set([...suspects.map(({ service }) => service.namespace), ...proxies.keys()])) {
    const ofNamespace = proxies.get(namespace);
    if (!ofNamespace) continue;
    const open = suspects.filter(
      ({ service }) =>
        !found.has(serviceText(service)) &&
        mesh.world.visible.isVisible(service, namespace) &&
        mayFailOver(service, namespace, mesh),
    );
    for (const { service, proxy } of open.length > 0 ? crashesAmong(ofNamespace, open, mesh) : []) {
      found.set(serviceText(service), { service, proxy });
      if (found.size === ENOUGH) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** Whether one of the rules that a namespace finds, or the lack of one, lets endpoints fail over by labels. */
function mayFailOver(service: Service, namespace: string, { world }: Mesh): boolean {
  // Hardly any rule takes it back.
  if (service.trafficDistribution) return true;
  const rules = world.rules.lookup(service, namespace) ?? [];
  const forAll = rules.some(({ selector }) => selector === undefined);
  return service.ports.some((port) =>
    (forAll ? rules : [...rules, undefined]).some((rule) =>
      failoverByLabels({ service, port, rule, subset: '' }, world.clusterContext),
    ),
  );
}

/** Proxies of a namespace that differ in nothing that counts are asked once. */
function* crashesAmong(proxies: readonly Proxy[], suspects: readonly Suspect[], mesh: Mesh): Iterable<FailoverCrash> {
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
    for (const { service } of candidates) if (crashes(service, proxy, mesh)) yield { service, proxy };
  }
}

function crashes(service: Service, proxy: Proxy, { world }: Mesh): boolean {
  const context = world.clusterContext;
  const rule = ruleFor(service, proxy, proxy.namespace, context);
  return service.ports.some(
    (port) => port.protocol !== 'UDP' && crashingFailover({ service, port, subset: '', rule, proxy }, context),
  );
}

/** The suspects that the proxy gets clusters of, as its scope holds them. */
function heldOf(suspects: readonly Suspect[], proxy: Proxy, scope: Scope | undefined, { world }: Mesh): Suspect[] {
  const services = scope ? undefined : world.configOf(proxy, FIRST, undefined, NO_HOSTS).services;
  return suspects.flatMap(({ service: { hostname, namespace }, forViews }) => {
    const service = scope ? scope.byHost.get(hostname) : services!.find((one) => one.hostname === hostname);
    return service?.namespace === namespace ? [{ service, forViews }] : [];
  });
}

/** Whether the proxy gets clusters of all that its scope holds. */
function isScoped({ type }: Proxy, { features }: Mesh): boolean {
  return type === 'sidecar' || (type === 'router' && !features.filterGatewayClusters);
}
