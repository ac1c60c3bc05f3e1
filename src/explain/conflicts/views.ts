import { add } from '../../model/group.js';
import type { Proxy } from '../../model/proxy.js';
import type { Undetermined } from '../../model/undetermined.js';
import type { Claim, Loser, Part, View } from './conflict.js';
import { workloadsOf, type Viewpoint } from './viewpoints.js';

/** What one group of proxies sees: one line of a view before equal ones are joined. */
export interface Look {
  viewpoint: Viewpoint;
  winner?: Claim;
  losers: readonly Loser[];
  /** Of the viewpoint's proxies, those that see this; all when absent. */
  proxies?: readonly Proxy[];
  otherWinners?: readonly Claim[];
  undetermined?: readonly Undetermined[];
}

/** A thousand tenants that claim one host would fill pages with losers. */
const LISTED = 20;
const LISTED_WORKLOADS = 50;

/** Joins equal looks: views with most workloads first, and which proxies, where a namespace is in several. */
export function viewsOf(looks: readonly Look[]): View[] {
  const groups = new Map<string, Look[]>();
  const keys = new Map<readonly Loser[], string>();
  for (const look of looks) add(groups, keyOf(look, keys), look);
  const groupsOfNamespace = new Map<string, Set<string>>();
  for (const [key, group] of groups) {
    for (const { viewpoint } of group) {
      const of = groupsOfNamespace.get(viewpoint.namespace) ?? new Set<string>();
      groupsOfNamespace.set(viewpoint.namespace, of.add(key));
    }
  }
  return [...groups.values()]
    .map((group) => viewOf(group, (namespace) => (groupsOfNamespace.get(namespace)?.size ?? 0) > 1))
    .sort((a, b) => rank(b) - rank(a) || (a.namespaces.join() < b.namespaces.join() ? -1 : 1));
}

function viewOf(group: readonly Look[], isSplit: (namespace: string) => boolean): View {
  const [first] = group as [Look, ...Look[]];
  const { winner, losers, otherWinners, undetermined } = first;
  const partly = group.filter(({ viewpoint }) => isSplit(viewpoint.namespace)).map(partOf);
  const proxies = losers.length > 0 ? group.flatMap((look) => look.proxies ?? look.viewpoint.proxies) : [];
  const workloads = workloadsOf(proxies);
  return {
    namespaces: [...new Set(group.map(({ viewpoint }) => viewpoint.namespace))].sort(),
    ...(partly.length > 0 && { partly }),
    ...(winner && { winner }),
    losers: losers.slice(0, LISTED),
    ...(losers.length > LISTED && { furtherLosers: losers.length - LISTED }),
    workloads: workloads.slice(0, LISTED_WORKLOADS),
    ...(workloads.length > LISTED_WORKLOADS && { furtherWorkloads: workloads.length - LISTED_WORKLOADS }),
    ...(otherWinners?.length && { otherWinners: [...otherWinners] }),
    ...(undetermined?.length && { undetermined: [...undetermined] }),
  };
}

function partOf({ viewpoint, proxies }: Look): Part {
  const all = !proxies || proxies.length === viewpoint.proxies.length;
  const names = all
    ? viewpoint.label
    : workloadsOf(proxies)
        .map((name) => name.slice(name.indexOf('/') + 1))
        .join(', ');
  return { namespace: viewpoint.namespace, proxies: names };
}

function keyOf({ winner, losers, otherWinners, undetermined }: Look, keys: Map<readonly Loser[], string>): string {
  let lost = keys.get(losers);
  if (lost === undefined) keys.set(losers, (lost = losers.map(loserKey).join()));
  return `${JSON.stringify(winner)} ${lost} ${JSON.stringify(otherWinners ?? [])} ${JSON.stringify(undetermined ?? [])}`;
}

/** How istiod came to it may differ where the rule is the same: a gateway drops at another step than a sidecar. */
function loserKey({ kind, namespace, name, lost, ports, endpointsJoin, rule }: Loser): string {
  return JSON.stringify([kind, namespace, name, lost, ports, endpointsJoin, rule]);
}

function rank(view: View): number {
  return (view.losers.length > 0 ? 1_000_000 : 0) + hitCount(view);
}

/** How many workloads a view hits. */
export function hitCount({ workloads, furtherWorkloads = 0 }: View): number {
  return workloads.length + furtherWorkloads;
}
