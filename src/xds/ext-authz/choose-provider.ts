import type { CustomPolicy } from './custom-policies.js';
import type { ExtAuthzProvider } from './providers.js';

/** Why istiod put a deny in the place of a check. `message` is istiod's, without the marks of its error lists. */
export interface DenyReason {
  code: 'no-provider' | 'several-providers' | 'undefined-provider' | 'unusable-provider';
  message: string;
  /** The provider, when there is one of that name. */
  provider?: ExtAuthzProvider;
}

/** The provider of policies that share filters, or why they deny. istiod 1.28 pilot/pkg/security/authz/builder/extauthz.go: getExtAuthz */
export function chooseProvider(
  policies: readonly CustomPolicy[],
  providers: ReadonlyMap<string, ExtAuthzProvider>,
): ExtAuthzProvider | DenyReason {
  const names = policies.map(({ provider }) => provider);
  const [name = ''] = names;
  if (names.some((other) => other !== name)) {
    const message = `only 1 provider can be used per workload, found multiple providers: [${names.join(' ')}]`;
    return { code: 'several-providers', message };
  }
  const provider = providers.get(name);
  if (!provider) {
    const known = [...providers.keys()].sort().join(' ');
    const code = name === '' ? 'no-provider' : 'undefined-provider';
    return { code, message: `available providers are [${known}] but found "${name}"` };
  }
  const faults = provider.faults.map(({ message }) => message);
  if (faults.length === 0 && 'error' in provider.lookup) faults.push(provider.lookup.message);
  if (faults.length === 0) return provider;
  const message = `found errors in provider ${name}: ${faults.join('; ')}`;
  return { code: 'unusable-provider', message, provider };
}

/** From 1.30 on several providers need a switch; without it every provider's rules deny. istiod 1.30 …/builder.go: buildHTTP */
export function severalProviders(names: readonly string[]): DenyReason {
  const message = `multiple CUSTOM authorization providers per workload requires PILOT_ENABLE_MULTIPLE_CUSTOM_AUTHZ_PROVIDERS feature flag, found ${names.length} providers: [${names.join(' ')}]`;
  return { code: 'several-providers', message };
}
