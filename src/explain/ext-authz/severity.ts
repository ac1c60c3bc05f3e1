import type { ChainEffect, ExtAuthzReport, HandWrittenCall, PolicyChain, ProviderCall } from './report.js';

const WEIGHTS: Record<ChainEffect['gets'] | ProviderCall['gets'], number> = {
  crash: 7,
  rejected: 6,
  denied: 5,
  failed: 4,
  'checked-elsewhere': 3,
  unchecked: 2,
  elsewhere: 1,
  lost: 1,
  nothing: 1,
  checked: 0,
  sent: 0,
};

/** How bad a report is: denials and failed calls before what passes unchecked, before lost logs. */
export function severity({ items, handWritten, providers = [] }: ExtAuthzReport): number {
  return Math.max(0, ...[...items, ...handWritten, ...providers].filter(({ works }) => !works).map(weight));
}

function weight(call: PolicyChain | HandWrittenCall | ProviderCall): number {
  if ('gets' in call) return WEIGHTS[call.gets];
  return 'effects' in call ? chainWeight(call) : WEIGHTS[call.effect.gets];
}

/** The worst that a policy does. */
export function chainWeight({ effects }: Pick<PolicyChain, 'effects'>): number {
  return Math.max(0, ...effects.map(({ gets }) => WEIGHTS[gets]));
}
