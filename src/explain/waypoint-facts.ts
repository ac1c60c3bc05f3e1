import { fieldOf, type FieldRef } from '../model/resource.js';
import { waypointAnswer } from '../xds/ext-authz/waypoint-answer.js';
import type { Mesh } from '../xds/mesh.js';
import type { ProxyConfig } from '../xds/world.js';
import { targetsOf } from '../scope/policy-attachment.js';
import type { InternalCluster } from '../xds/waypoint/internal-clusters.js';

/** What a waypoint has besides clusters of hosts. */
export interface WaypointFacts {
  /** The clusters that belong to no service. */
  internal: InternalCluster[];
  /** CUSTOM policies that hold somewhere in it, in istiod's order. */
  policies: PolicyAtWaypoint[];
}

/** A CUSTOM policy, and the filter chains that carry its check. */
export interface PolicyAtWaypoint {
  policy: FieldRef;
  /** `Service cart` */
  targets: string[];
  /** Of listener main_internal: `inbound-vip|80|http|host`, `direct-http` … */
  on: string[];
}

export function waypointFacts(mesh: Mesh, config: ProxyConfig): WaypointFacts {
  return { internal: [...(config.internal ?? [])], policies: policiesAt(mesh, config) };
}

/** Those whose chains lead to a host, or all. */
export function policiesAt(mesh: Mesh, config: ProxyConfig, host?: string): PolicyAtWaypoint[] {
  const { considered, filters } = waypointAnswer(mesh, config);
  return considered
    .filter(({ outcome }) => outcome === 'in-force')
    .map(({ object }) => {
      const own = filters.filter(({ policies }) => policies.some((policy) => policy.object === object));
      const on = own.flatMap((filter) => filter.on ?? []);
      const targets = targetsOf(object).map(({ kind = '', name = '' }) => `${kind} ${name}`);
      return {
        policy: fieldOf(object, object.spec?.targetRefs?.length ? 'spec.targetRefs' : 'spec.targetRef'),
        targets,
        on: on.filter((chain) => host === undefined || chain.endsWith(`|${host}`)),
      };
    })
    .filter(({ on }) => host === undefined || on.length > 0);
}
