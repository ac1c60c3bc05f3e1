/** A point where istiod's answer depends on something that no client can read (map order, order of arrival). */
export interface Undetermined {
  code: UndeterminedCode;
  /** What decides, for people. */
  because: string;
  /** Hostname that is affected, when it is one. */
  host?: string;
}

export const UNDETERMINED = {
  'creation-tie':
    'ServiceEntries of one namespace and host were created in the same second; istiod keeps them in no order',
  'gateway-scope':
    'a gateway takes over the default scope of its namespace when a sidecar there, without a Sidecar resource, was served before it',
  'namespace-tie': 'services of several namespaces are equally old; istiod takes the first it comes across',
  'hidden-endpoints':
    'the Service is exported to ~, so istiod keeps the endpoints that it happened to know when it saw the Service',
  'cluster-order':
    'several remote clusters hold copies of a Service that differ; istiod takes that of the cluster it got to know first',
  'listener-certificate':
    'certificates are Secrets, which are not read; a listener whose certificate istiod does not find serves no routes',
  'ambient-entry':
    'ServiceEntries of one namespace and host ask for different waypoints, and ambient knows one of them',
  'waypoint-host':
    'services of several namespaces share a hostname and a waypoint, which serves one of them; istiod takes any',
  'workload-name':
    'Pods or WorkloadEntries of several clusters share namespace and name; ServiceEntries know the last that arrived',
  'ingress-name': 'hosts that differ in dots and dashes only get one name in what istiod makes of an Ingress',
  'round-robin-order': 'of several ServiceEntries with DNS_ROUND_ROBIN the one that arrived first keeps its endpoint',
  'envoy-filter-proxy':
    'an EnvoyFilter asks for proxies of a version or with metadata that cannot be read from outside the proxy',
  unread: 'objects that could turn the answer around could not be read',
} as const;

export type UndeterminedCode = keyof typeof UNDETERMINED;

/** Decides at such points. The first option is istiod's most likely one, or the only one that is stable. */
export interface Oracle {
  pick(options: number, point: Undetermined): number;
}

/** Takes the first option everywhere. */
export const FIRST: Oracle = { pick: () => 0 };

export interface Outcome<T> {
  result: T;
  /** The points that were met; empty when the result is determined. */
  points: Undetermined[];
}

/**
 * Runs `compute` once for every combination of options, the first options first, up to `limit` runs.
 * Every outcome carries the points of its run.
 */
export function outcomes<T>(compute: (oracle: Oracle) => T, limit = 32): Outcome<T>[] {
  const found: Outcome<T>[] = [];
  let plan: number[] | undefined = [];
  while (plan && found.length < limit) {
    const taken: number[] = [];
    const sizes: number[] = [];
    const points: Undetermined[] = [];
    const current: number[] = plan;
    const result = compute({
      pick(options, point) {
        if (options < 2) return 0;
        const choice = current[taken.length] ?? 0;
        taken.push(choice);
        sizes.push(options);
        points.push(point);
        return choice;
      },
    });
    found.push({ result, points });
    plan = nextPlan(taken, sizes);
  }
  return found;
}

/** The combination after `taken`, or undefined after the last. */
function nextPlan(taken: readonly number[], sizes: readonly number[]): number[] | undefined {
  for (let i = taken.length - 1; i >= 0; i--) {
    if (taken[i]! + 1 < sizes[i]!) return [...taken.slice(0, i), taken[i]! + 1];
  }
  return undefined;
}

/** The `index`-th order of `items`; 0 is the order as given. */
export function permutation<T>(items: readonly T[], index: number): T[] {
  const rest = [...items];
  const out: T[] = [];
  let remainder = index;
  for (let size = rest.length; size > 0; size--) {
    const block = factorial(size - 1);
    out.push(...rest.splice(Math.floor(remainder / block) % size, 1));
    remainder %= block;
  }
  return out;
}

/** How many orders of `n` things are told apart: more tell nothing new. */
export function orders(n: number): number {
  return Math.min(factorial(n), 24);
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}
