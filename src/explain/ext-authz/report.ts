import type { ProxyRef, ServiceRef } from '../explanation.js';
import type { Reason, Stage } from '../../model/reason.js';
import type { FieldRef } from '../../model/resource.js';
import type { Gap } from '../../model/snapshot.js';
import type { Undetermined } from '../../model/undetermined.js';
import type { Fix, GroundOfAnswer } from '../explanation.js';

/** What CUSTOM policies do at one workload. JSON of `ext-authz WORKLOAD`. */
export interface ExtAuthzReport {
  apiVersion: string;
  kind: 'ExtAuthzReport';
  proxy: ProxyRef;
  /** `none`: no CUSTOM policy holds; `broken`: at least one check cannot work as it is meant. */
  verdict: 'works' | 'broken' | 'none' | 'undetermined';
  items: PolicyChain[];
  /** CUSTOM policies of the namespace and the root namespace that do not hold here, and why. */
  others: { policy: FieldRef; why: string }[];
  /** Filters that EnvoyFilters spell out by hand. */
  handWritten: { by: FieldRef; name: string; chain: string; cluster: string; inCds: boolean }[];
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
  works: boolean;
  steps: ChainStep[];
  /** What requests get, for each kind of chain that the workload has. */
  effects: { chain: 'http' | 'tcp'; text: string }[];
  cluster?: string;
  /** The service that the provider names, in istiod's index of all services. */
  named?: ServiceRef;
  /** The service that the cluster really is in this proxy. */
  called?: ServiceRef;
  fix?: Fix;
}

export interface ChainStep {
  step: 'policy' | 'provider' | 'lookup' | 'cluster' | 'service' | 'port' | 'endpoints';
  outcome: 'passed' | 'failed' | 'warning' | 'not-reached';
  text: string;
  by?: FieldRef;
  /** Why the cluster is not in CDS: the explain walk's own reason. */
  reason?: { stage: Stage; reason: Reason };
}

export interface ProviderCall {
  name: string;
  kind: string;
  use: string;
  cluster?: string;
  works: boolean;
  text: string;
  by: FieldRef;
}

export interface ExtAuthzReportList {
  apiVersion: string;
  kind: 'ExtAuthzReportList';
  items: ExtAuthzReport[];
}
