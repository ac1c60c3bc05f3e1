import type { Reason } from '../../model/reason.js';
import type { Stage } from '../../model/stage.js';
import type { FieldRef } from '../../model/resource.js';
import type { Gap } from '../../model/snapshot.js';
import type { Undetermined } from '../../model/undetermined.js';
import type { Fix, GroundOfAnswer, ProxyRef, ServiceRef } from '../explanation.js';

/** What CUSTOM policies do at one workload. JSON of `ext-authz WORKLOAD`. */
export interface ExtAuthzReport {
  apiVersion: string;
  kind: 'ExtAuthzReport';
  proxy: ProxyRef;
  /** With `-A`: other proxies of the namespace that get the same answer, such as a Deployment's other pods. */
  alike?: string[];
  /** `none`: no CUSTOM policy holds; `broken`: at least one check, hand-written filter or asked provider cannot work. */
  verdict: 'works' | 'broken' | 'none' | 'undetermined';
  /** Policies that hold, those that cannot work first. */
  items: PolicyChain[];
  /** CUSTOM policies of the namespace and the root namespace that do not hold here, and why. */
  others: { policy: FieldRef; why: string }[];
  /** Filters that EnvoyFilters spell out by hand. */
  handWritten: HandWrittenCall[];
  /** Other providers that name a service, with `--all-providers`. */
  providers?: ProviderCall[];
  undetermined: Undetermined[];
  gaps: Gap[];
  ground: GroundOfAnswer;
}

/** One policy, followed to the cluster that is called and to what requests get. */
export interface PolicyChain {
  policy: FieldRef;
  dryRun: boolean;
  provider: { name: string; api?: 'grpc' | 'http'; service?: string; port?: number; by?: FieldRef };
  /** No link is broken. A dry run that istiod leaves alone always works. */
  works: boolean;
  /** Whether the proxy has the cluster follows from what was read. */
  determined: boolean;
  /** The links in order; the first that `failed` is what to mend. */
  steps: ChainStep[];
  /** What requests get, for each kind of chain that the workload has; empty when istiod builds nothing for the policy. */
  effects: ChainEffect[];
  cluster?: string;
  /** The service that the provider names, in istiod's index of all services. */
  named?: ServiceRef;
  /** The service that the cluster really is in this proxy. */
  called?: ServiceRef;
  fix?: Fix;
  /** Where no change of configuration was found to help. */
  missing?: string;
  undetermined: Undetermined[];
}

export interface ChainStep {
  step: 'policy' | 'provider' | 'lookup' | 'cluster' | 'service' | 'tls' | 'port' | 'endpoints';
  outcome: 'passed' | 'failed' | 'warning' | 'not-reached';
  text: string;
  by?: FieldRef;
  /** Why the cluster is not in CDS, or is another's: the explain walk's own reason. */
  reason?: { stage: Stage; reason: Reason };
}

export interface ChainEffect {
  chain: 'http' | 'tcp';
  /**
   * `denied`: by istiod, nobody is asked; `failed`: Envoy's call fails, and requests are refused; `unchecked`: they pass;
   * `nothing`: the policy matches nothing; `crash`: istiod itself ends.
   */
  gets: 'checked' | 'checked-elsewhere' | 'denied' | 'failed' | 'unchecked' | 'nothing' | 'crash';
  text: string;
  /** Of a waypoint: the filter chains that carry it, `direct-http` and `direct-tcp` for traffic to workloads. */
  on?: string[];
}

export interface HandWrittenCall {
  by: FieldRef;
  name: string;
  chain: 'http' | 'tcp';
  cluster: string;
  inCds: boolean;
  works: boolean;
  determined: boolean;
  /** The link that fails, or the last. */
  step: ChainStep;
  effect: ChainEffect;
  note?: string;
  fix?: Fix;
  /** Where no change of configuration was found to help. */
  missing?: string;
}

export interface ProviderCall {
  name: string;
  /** The field of the mesh config: `zipkin`, `envoyOtelAls`, … */
  kind: string;
  use: string;
  cluster?: string;
  works: boolean;
  determined: boolean;
  /** `rejected`: Envoy refuses the listeners; `lost`: nothing is exported; `elsewhere`: another service gets it. */
  gets: 'sent' | 'elsewhere' | 'lost' | 'rejected';
  text: string;
  effect: string;
  by: FieldRef;
  fix?: Fix;
  /** Where no change of configuration was found to help. */
  missing?: string;
}

/** Workloads whose checks cannot work, worst first. JSON of `ext-authz -A`. */
export interface ExtAuthzReportList {
  apiVersion: string;
  kind: 'ExtAuthzReportList';
  /** `none`: no workload has anything to check. */
  verdict: ExtAuthzReport['verdict'];
  /** Proxies that were looked at because something holds for them. */
  considered: number;
  items: ExtAuthzReport[];
  gaps: Gap[];
  ground: GroundOfAnswer;
}
