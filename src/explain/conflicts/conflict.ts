import type { FieldRef } from '../../model/resource.js';
import type { Gap } from '../../model/snapshot.js';
import type { Undetermined } from '../../model/undetermined.js';
import type { Fix, GroundOfAnswer } from '../explanation.js';
import type { LossReason } from './loss-text.js';

/** What conflicts mean for traffic, worst first. */
export const SEVERITIES = ['wrong-place', 'lost', 'surprising'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Every kind of conflict, with what it is for people. */
export const CONFLICT_KINDS = {
  'service-and-entry': 'a Kubernetes Service and ServiceEntries of its namespace',
  'differs-between-clusters': 'a Service that differs between Kubernetes clusters',
  'entry-on-service-name': 'a ServiceEntry on the name of another namespace',
  'entries-of-namespaces': 'ServiceEntries of several namespaces',
  'entries-not-merged': 'ServiceEntries of one namespace that do not merge',
  'entries-merged': 'ServiceEntries of one namespace that merge',
  'wildcard-covers-host': 'a wildcard that covers hosts of others',
  'same-address-and-port': 'services with one address and port',
  'same-address': 'services with one address',
  'tcp-takes-port': 'TCP without address: one listener for the whole port',
  'protocols-on-port': 'HTTP and TCP or TLS on one port',
  'sidecars-of-one-workload': 'several Sidecars that select one workload',
  'sidecars-without-selector': 'several Sidecars without selector in one namespace',
  'ambiguous-provider': 'an extension provider whose host several namespaces hold',
  'rules-for-one-host': 'several DestinationRules for one host',
  'routes-for-one-host': 'several VirtualServices for one host and gateway',
} as const;

export type ConflictKind = keyof typeof CONFLICT_KINDS;

/** Everything that is claimed more than once. JSON of `conflicts [HOST]`. */
export interface ConflictList {
  apiVersion: string;
  kind: 'ConflictList';
  verdict: 'none' | 'conflicts' | 'undetermined';
  /** Worst first. */
  items: Conflict[];
  gaps: Gap[];
  ground: GroundOfAnswer;
}

export interface Conflict {
  kind: ConflictKind;
  /** What is claimed: a hostname, `address:port` of a listener, an address; empty for Sidecars. */
  host: string;
  /** What tells conflicts of one kind and host apart: the namespace of Sidecars, the gateway of routes, the provider. */
  subject?: string;
  /** Every hostname that is concerned. */
  hosts: string[];
  severity: Severity;
  /** One sentence on what it means; more than `kind` says. */
  meaning: string;
  /** Who wins, by groups of namespaces that see the same. */
  views: View[];
  /** Change after which the engine finds the conflict no more, or a lighter one. Looked for where one host is asked about. */
  fix?: Fix;
  /** Where no change of configuration was found to help: what is missing, as a sentence. */
  missing?: string;
}

export interface View {
  namespaces: string[];
  /** Namespaces of which only some proxies see this. */
  partly?: Part[];
  /** Absent where nobody wins. */
  winner?: Claim;
  losers: Loser[];
  /** Losers beyond those that are listed. */
  furtherLosers?: number;
  /** `namespace/kind/name` of workloads whose answer would change, were a loser alone. */
  workloads: string[];
  /** Workloads beyond those that are listed. */
  furtherWorkloads?: number;
  /** Who else may win: istiod does not determine it. */
  otherWinners?: Claim[];
  undetermined?: Undetermined[];
}

export interface Part {
  namespace: string;
  /** `Sidecar shop/default`, `no Sidecar`, `gateways`, `waypoints`, or workloads. */
  proxies: string;
}

/** An object that claims; the object is a field reference with an empty path. */
export interface Claim extends FieldRef {
  /** `Kubernetes` or `External`, of services. */
  provider?: string;
}

export interface Loser extends Claim {
  lost: 'all' | 'ports' | 'part' | 'nothing';
  /** The ports that it lost. */
  ports: number[];
  /** Its endpoints serve the winner's cluster nevertheless. */
  endpointsJoin?: boolean;
  /** The rule, in a few words: `own namespace`, `oldest`. */
  rule: string;
  reason: LossReason;
}
