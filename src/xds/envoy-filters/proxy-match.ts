import type { EnvoyFilterMatch } from '../../model/istio.js';
import type { Container } from '../../model/kubernetes.js';
import type { Proxy } from '../../model/proxy.js';
import { metadataOf, PROXY_METADATA, proxyContainer, type ProxyMetadata } from '../../model/proxy-metadata.js';
import type { Oracle } from '../../model/undetermined.js';

type ProxyMatch = NonNullable<EnvoyFilterMatch['proxy']>;

/** Longer expressions are no version; istiod compiles none of them from 1.31 on. */
const LONGEST_PATTERN = 1024;

/**
 * Whether a patch is meant for a proxy, by its version and metadata. What cannot be read is left to the oracle.
 * istiod 1.28 pilot/pkg/model/envoyfilter.go: proxyMatch
 */
export function proxyMatches(
  match: ProxyMatch | undefined,
  proxy: Proxy,
  istiodVersion: string,
  oracle: Oracle,
): boolean {
  if (!match) return true;
  const { proxyVersion = '', metadata = {} } = match;
  const known = Object.entries(metadata).every(([name, value]) => {
    const own = metadataValue(name, proxy);
    if (own !== undefined) return own === value;
    return likely(true, `whether the metadata ${name} of the proxy is ${JSON.stringify(value)} cannot be read`);
  });
  return known && (proxyVersion === '' || matchesVersion(proxyVersion));

  function matchesVersion(pattern: string): boolean {
    const version = proxy.version ?? istiodVersion;
    const matches = matchesPattern(pattern, version);
    if (matches === undefined) return likely(true, `the expression ${pattern} is too involved to be tried here`);
    if (proxy.version !== undefined || !proxy.pod) return matches;
    return likely(matches, `the image of the proxy does not tell its version, which is taken for ${version}`);
  }

  function likely(answer: boolean, because: string): boolean {
    return oracle.pick(2, { code: 'envoy-filter-proxy', because: `an EnvoyFilter asks for proxies: ${because}` }) === 0
      ? answer
      : !answer;
  }
}

/** `''` where the proxy has no such metadata; undefined where that cannot be told from its Pod. */
function metadataValue(name: string, proxy: Proxy): string | undefined {
  if (name === 'NAMESPACE') return proxy.namespace;
  if (name === 'ISTIO_VERSION') return proxy.version;
  if (!proxy.pod || !isReadable(name)) return undefined;
  return metadataOf(proxyContainer(proxy.pod as { spec?: { containers?: Container[] } }))(name);
}

function isReadable(name: string): name is ProxyMetadata {
  return (PROXY_METADATA as readonly string[]).includes(name);
}

/**
 * Undefined for what is not evaluated: expressions that JavaScript does not know, and those whose repetitions could take
 * for ever on a hostile version.
 */
function matchesPattern(pattern: string, version: string): boolean | undefined {
  const repetitions = pattern.match(/[*+]|\{\d+,/g)?.length ?? 0;
  if (pattern.length > LONGEST_PATTERN || repetitions > 3 || /\)[*+{]/.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, 'u').test(version);
  } catch {
    return undefined;
  }
}
