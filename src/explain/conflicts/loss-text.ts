import { REASONS, type ReasonCode } from '../../model/reasons.js';
import type { FieldRef } from '../../model/resource.js';

/** Why something lost that is not dropped on its way into CDS: listeners, rules, routes, Sidecars, providers. */
export const LOSSES = {
  'copy-differs': 'cluster {first} comes first; this copy differs in {fields}, and that counts for nothing',
  'wildcard-behind-exact': 'requests to {host} go to its own entry: an exact host comes before the wildcard',
  'covered-and-not-seen': 'these proxies do not see it, so the wildcard takes its requests',
  'listener-taken': '{winner} comes first and has the listener {listener}; of equal TCP chains the first stays',
  'listener-shared': 'shares the listener {listener}; TLS is told apart by SNI, HTTP by host',
  'address-shared': 'has the address too, on other ports',
  'port-sniffed': 'what is plain HTTP on port {port} follows the HTTP routes, what is not goes to {winner}',
  'port-sniffed-tls': 'TLS on port {port} goes by SNI to {winner}, plain HTTP by its routes',
  'sidecar-later': '{winner} is older; only one Sidecar governs a workload, they are not merged',
  'provider-ambiguous': 'provider {provider} names {host} without a namespace, and istiod refuses to choose',
  'rule-merged': 'it is merged into {winner}: adds {adds}, loses {loses}',
  'rule-not-last': 'of several rules of one namespace that do not merge the last holds: {winner}',
  'rule-selector': '{winner} selects these workloads and comes before rules for all',
  'rule-not-selecting': 'its workloadSelector does not select these workloads',
  'rule-swallowed': 'it was merged into {winner}, which does not select these workloads, and is not kept beside it',
  'rule-level': 'rules are looked up in the namespaces {path}, and {winner} is found first; nothing is inherited',
  'rule-not-on-path': 'rules are looked up in the namespaces {path} only; exportTo alone does not make it apply',
  'rule-not-exported': 'it is not exported to this namespace',
  'routes-ignored': '{winner} comes first and has the host: sidecars take the routes of one VirtualService',
  'routes-later':
    'gateways join the routes of all; those of {winner} come first, and a route that matches all ends the list',
} as const;

export type LossCode = ReasonCode | keyof typeof LOSSES;

export interface LossReason {
  code: LossCode;
  by?: FieldRef;
  args: Record<string, string | number>;
}

/** A reason as a clause for people, with its values filled in. */
export function lossText({ code, args }: LossReason): string {
  const text = code in LOSSES ? LOSSES[code as keyof typeof LOSSES] : REASONS[code as ReasonCode].text;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? '?'));
}
