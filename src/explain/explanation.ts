import type { ProxyType } from '../model/proxy.js';
import type { Reason } from '../model/reason.js';
import type { Stage } from '../model/stage.js';
import type { FieldRef } from '../model/resource.js';
import type { Gap } from '../model/snapshot.js';
import type { Undetermined } from '../model/undetermined.js';
import type { MeshConfigEdit } from './fixes/change.js';
import type { RefusedRoute } from './refused-routes.js';
import type { PolicyAtWaypoint, WaypointFacts } from './waypoint-facts.js';

export type Verdict = 'present' | 'absent' | 'undetermined';

/** Whether one host is in one proxy's CDS, and the record of why. JSON of `explain WORKLOAD HOST`. */
export interface Explanation {
  apiVersion: string;
  kind: 'Explanation';
  proxy: ProxyRef;
  host: string;
  /** The port that was asked for. */
  port?: number;
  /** The subset that was asked for. */
  subset?: string;
  verdict: Verdict;
  /** Names of the host's clusters in this proxy's CDS. */
  clusters: string[];
  /** Every Service and ServiceEntry that claims the hostname. */
  candidates: Candidate[];
  /** For a negative verdict: what stands in the way of the candidate that came furthest, in order. */
  blockers?: Blocker[];
  /** The stages that the candidate that came furthest went through. */
  walk: Step[];
  /** Where requests to an absent host go. */
  instead?: Instead;
  /** Names that may have been meant, when nothing has the hostname. */
  nearMisses?: NearMiss[];
  /** Change that makes the verdict positive: tried on a copy of the mesh. */
  fix?: Fix;
  /** Routes that lead to the host by a cluster which CDS lacks. */
  dangling?: DanglingReference[];
  /** What istiod leaves out of routes of the Gateway API. */
  refusedRoutes?: RefusedRoute[];
  /** For a Pod in ambient mode: what ztunnel knows under the hostname. */
  ztunnel?: ZtunnelService[];
  /** For a waypoint: CUSTOM policies on the chains of the host. */
  policies?: PolicyAtWaypoint[];
  undetermined: Undetermined[];
  /** Each answer that istiod may give, the likeliest first; absent when there is one. */
  possible?: PossibleAnswer[];
  sidecars: SidecarFate[];
  notes: string[];
  gaps: Gap[];
  ground: GroundOfAnswer;
}

export interface ProxyRef {
  name: string;
  namespace: string;
  /** `none` when the workload runs no proxy that istiod serves. */
  type: ProxyType | 'none';
  /** The Kubernetes cluster, in a mesh of several. */
  cluster?: string;
}

export interface ServiceRef {
  provider: string;
  namespace: string;
  /** Of the object. */
  name: string;
  hostname: string;
}

export interface Candidate {
  service: ServiceRef;
  /** The object. */
  source: FieldRef;
  outcome: 'kept' | 'dropped';
  /** Where it was dropped. */
  stage?: Stage;
  reason?: Reason;
  /** What let it in: an egress host, a route, a gateway's route or a provider. */
  enteredBy?: FieldRef;
  /** Ports that it lost, or that joined another service. */
  notes: Reason[];
  /** RFC 3339; absent when the object has no creation time, which decides order. */
  created?: string;
}

export interface PossibleAnswer {
  verdict: 'present' | 'absent';
  clusters: string[];
  /** The object whose clusters these are. */
  from?: string;
  endpoints?: number;
  /** The first of them, as `address:port`. */
  addresses?: string[];
}

export interface Blocker {
  stage: Stage;
  reason: Reason;
}

export interface Step {
  stage: Stage;
  outcome: 'passed' | 'failed' | 'not-reached';
  text: string;
  /** Passed, and yet requests will fail. */
  problem?: Reason;
  by?: FieldRef;
  details?: string[];
}

export interface Instead {
  /** The cluster that takes the request, when one does. */
  cluster?: string;
  text: string;
}

export interface NearMiss {
  host: string;
  why: 'other-namespace' | 'similar' | 'wildcard';
  text: string;
}

export interface Fix {
  summary: string;
  /** The changed fields as a resource to paste; a ConfigMap with mesh config as a whole. */
  yaml: unknown[];
  /** Objects to remove. */
  remove?: FieldRef[];
  /** Fields of the mesh config that change. */
  meshConfig?: MeshConfigEdit[];
  clustersGained: number;
  clustersLost: number;
  workloadsAffected: number;
}

export interface SidecarFate {
  namespace: string;
  name: string;
  outcome: 'governs' | 'does-not-select' | 'later' | 'root-with-selector' | 'not-read';
  by: FieldRef;
  /** Why it is not read. */
  reason?: Reason;
}

/** What an answer rests on. */
export interface GroundOfAnswer {
  source: 'live' | 'files';
  from: string[];
  takenAt?: string;
  istiod: { version: string; versionSource: string; revision: string; namespace: string };
  meshConfig: string;
  assumed: string[];
}

export interface ExplanationList {
  apiVersion: string;
  kind: 'ExplanationList';
  proxy: ProxyRef;
  items: Explanation[];
  /** Why the workload has no proxy that istiod serves, when it has none. */
  notes?: string[];
  /** For a Pod in ambient mode. */
  ztunnel?: ZtunnelView;
  /** For a waypoint. */
  waypoint?: WaypointFacts;
  /** Routes and listeners of the proxy that name clusters which its CDS lacks. */
  dangling?: DanglingReference[];
  /** What istiod leaves out of routes of the Gateway API. */
  refusedRoutes?: RefusedRoute[];
  ground: GroundOfAnswer;
}

/** A route or listener that names a cluster which CDS of the same proxy lacks: what takes it gets 503 (NC). */
export interface DanglingReference {
  cluster: string;
  host: string;
  /** `http`, `tcp`, `tls`, `mirror`, `default`, … */
  kind: string;
  listener: string;
  /** The route's field; absent for what istiod makes of a service by itself. */
  by?: FieldRef;
  why: string;
}

/** What istiod tells ztunnel, whichever Pod it carries: who may reach what is not part of it. */
export interface ZtunnelView {
  services: ZtunnelService[];
  /** Of requests to the Pod's own address. */
  own?: WaypointChoice;
}

/** Which waypoint requests pass. */
export interface WaypointChoice {
  /** `namespace/name`; absent when none does. */
  waypoint?: string;
  /** The label that asked for it. */
  by?: FieldRef;
  /** Why none. */
  reason?: Reason;
}

/** A Service or ServiceEntry as ztunnel knows it. */
export interface ZtunnelService extends WaypointChoice {
  host: string;
  service: ServiceRef;
  source: FieldRef;
  /** Whether ztunnel knows it at all. */
  known: boolean;
  /** By which ztunnel tells that a request is to it. */
  addresses: string[];
}
