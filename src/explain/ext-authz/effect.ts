import type { CustomPolicy } from '../../xds/ext-authz/custom-policies.js';
import type { Chain, ExtAuthzFilter } from '../../xds/ext-authz/filters.js';
import type { ExtAuthzProvider } from '../../xds/ext-authz/providers.js';
import type { ChainEffect, ChainStep } from './report.js';
import { ruleScope } from './rule-scope.js';

/** What became of the call: the first link that makes it fail, or the other service that is asked. */
export interface Call {
  failed?: ChainStep | undefined;
  otherService?: string | undefined;
}

/** What the requests or connections that a policy takes in get from one filter. */
export function effectOf(
  { chain, effect }: ExtAuthzFilter,
  { object }: CustomPolicy,
  { failed, otherService }: Call,
): ChainEffect {
  const answer = (gets: ChainEffect['gets'], text: string): ChainEffect => ({ chain, gets, text });
  if (effect.kind === 'crash') return answer('crash', 'istiod ends with a panic when it builds the filter');
  const scope = ruleScope(object, chain);
  if (scope.reach === 'none') {
    const what = effect.kind === 'call' || effect.kind === 'pass' ? 'checked' : 'denied';
    return answer('nothing', `nothing is ${what}: the policy has no rules, so it matches no ${unit(chain)}`);
  }
  const what = scopeText(chain, scope);
  switch (effect.kind) {
    case 'deny':
    case 'deny-by-dry-run':
      return answer('denied', `${what} are ${chain === 'http' ? 'denied (403)' : 'closed'}, and nobody is asked`);
    case 'pass':
      return answer('unchecked', 'TCP connections pass unchecked: an HTTP provider cannot check them');
    case 'call':
      if (failed) return { chain, ...failure(what, chain, effect.provider, failed) };
      return otherService
        ? answer('checked-elsewhere', `${what} are checked by ${otherService}`)
        : answer('checked', `${what} are checked`);
  }
}

function unit(chain: Chain): string {
  return chain === 'http' ? 'request' : 'connection';
}

function scopeText(chain: Chain, { reach, widened }: ReturnType<typeof ruleScope>): string {
  if (chain === 'http') return reach === 'all' ? 'all requests' : 'requests that match the rules';
  if (reach === 'all') {
    return widened ? 'all TCP connections (TCP has no HTTP conditions: the rules lose them)' : 'all TCP connections';
  }
  return `TCP connections that match the rules${widened ? ' without their HTTP conditions' : ''}`;
}

function failure(
  what: string,
  chain: Chain,
  { failOpen, statusOnError }: ExtAuthzProvider,
  { step }: ChainStep,
): Pick<ChainEffect, 'gets' | 'text'> {
  if (step === 'tls') {
    const text = `${what} are refused: a TLS port that is spoken to in plain text permits nothing`;
    return { gets: 'failed', text: failOpen ? `${text}; they pass where it closes the connection (failOpen)` : text };
  }
  if (failOpen)
    return { gets: 'unchecked', text: `${what} pass unchecked: the call fails, and the provider is failOpen` };
  if (chain === 'tcp') return { gets: 'failed', text: `${what} are closed: the call fails` };
  const status = statusOnError === undefined ? '403' : `${statusOnError} (statusOnError)`;
  return { gets: 'failed', text: `${what} get ${status}: the call fails` };
}
