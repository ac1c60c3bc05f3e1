import type { Features } from '../../model/features.js';
import { groupBy } from '../../model/group.js';
import type { FieldRef } from '../../model/resource.js';
import { compareText } from '../../registry/creation-order.js';
import { chooseProvider, severalProviders, type DenyReason } from './choose-provider.js';
import type { CustomPolicy } from './custom-policies.js';
import type { ExtAuthzProvider } from './providers.js';
import { droppedOnTcp } from './tcp-rules.js';

/** HTTP requests and TCP connections pass different filters. */
export type Chain = 'http' | 'tcp';

/** What the filters of one kind of chain do for a group of CUSTOM policies. */
export interface ExtAuthzFilter {
  chain: Chain;
  /** Policies whose matches are checked or denied; none when all are dry runs. */
  policies: readonly CustomPolicy[];
  /** Conditions of these policies that a TCP chain cannot see and leaves out. */
  widened: readonly FieldRef[];
  /** The filter chains that carry it, where that is not every chain of the kind: of a waypoint, and towards some hosts. */
  on?: readonly string[];
  effect:
    | { kind: 'call'; provider: ExtAuthzProvider; cluster: string; host: string }
    /** Matching requests are denied. */
    | { kind: 'deny'; reason: DenyReason }
    /** Dry-run policies are built as rules that deny. */
    | { kind: 'deny-by-dry-run' }
    /** A provider of type HTTP cannot check TCP: no filter, connections pass. */
    | { kind: 'pass'; provider: ExtAuthzProvider }
    /** Only dry-run policies, and no usable provider: istiod up to 1.29 ends with a panic. */
    | { kind: 'crash'; reason: DenyReason };
}

/**
 * The filters that a proxy's chains carry for the CUSTOM policies in force.
 * istiod 1.28 and 1.30 pilot/pkg/security/authz/builder/builder.go: buildHTTP, buildTCP
 */
export function extAuthzFilters(
  policies: readonly CustomPolicy[],
  providers: ReadonlyMap<string, ExtAuthzProvider>,
  chains: ReadonlySet<Chain>,
  features: Features,
): ExtAuthzFilter[] {
  if (policies.length === 0) return [];
  const build = features.filtersPerProvider ? perProvider : oneProvider;
  return [...chains].flatMap((chain) => build(policies, providers, chain, features));
}

function oneProvider(
  policies: readonly CustomPolicy[],
  providers: ReadonlyMap<string, ExtAuthzProvider>,
  chain: Chain,
): ExtAuthzFilter[] {
  // The providers of dry-run policies count, their rules do not.
  const chosen = chooseProvider(policies, providers);
  const enforced = policies.filter(({ dryRun }) => !dryRun);
  if (isProvider(chosen)) return [call(chain, enforced, chosen)];
  return enforced.length > 0
    ? [filter(chain, enforced, { kind: 'deny', reason: chosen })]
    : [filter(chain, policies, { kind: 'crash', reason: chosen })];
}

function perProvider(
  policies: readonly CustomPolicy[],
  providers: ReadonlyMap<string, ExtAuthzProvider>,
  chain: Chain,
  features: Features,
): ExtAuthzFilter[] {
  const groups = [...groupBy(policies, ({ provider }) => provider)].sort(([a], [b]) => compareText(a, b));
  const refused =
    groups.length > 1 && !features.multipleCustomProviders ? severalProviders(groups.map(([name]) => name)) : undefined;
  return groups.flatMap(([, group]) => {
    const enforced = group.filter(({ dryRun }) => !dryRun);
    const dryRun = group.filter((policy) => policy.dryRun);
    const chosen = refused ?? chooseProvider(group, providers);
    if (!isProvider(chosen)) {
      return enforced.length > 0 ? [filter(chain, enforced, { kind: 'deny', reason: chosen })] : [];
    }
    const called = call(chain, enforced, chosen);
    if (called.effect.kind === 'pass' || dryRun.length === 0) return [called];
    return [called, filter(chain, dryRun, { kind: 'deny-by-dry-run' })];
  });
}

function call(chain: Chain, policies: readonly CustomPolicy[], provider: ExtAuthzProvider): ExtAuthzFilter {
  const { lookup } = provider;
  if ('error' in lookup) throw new Error(`provider ${provider.name} was chosen without a cluster`);
  if (chain === 'tcp' && provider.api === 'http') return filter(chain, policies, { kind: 'pass', provider });
  return filter(chain, policies, { kind: 'call', provider, cluster: lookup.cluster, host: lookup.host });
}

function filter(chain: Chain, policies: readonly CustomPolicy[], effect: ExtAuthzFilter['effect']): ExtAuthzFilter {
  const widened = chain === 'tcp' ? policies.flatMap(({ object }) => droppedOnTcp(object)) : [];
  return { chain, policies, widened, effect };
}

function isProvider(chosen: ExtAuthzProvider | DenyReason): chosen is ExtAuthzProvider {
  return 'lookup' in chosen;
}
