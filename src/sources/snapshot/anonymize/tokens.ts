/** Words that mean something to Kubernetes, Istio or a URL; they stay as they are. */
const RESERVED = new Set([
  ...['svc', 'cluster', 'local', 'default', 'istio', 'istio-system', 'kube-system', 'kubernetes', 'mesh', 'istiod'],
  ...[
    'discovery',
    'ztunnel',
    'istio-proxy',
    'proxy',
    'sidecar',
    'router',
    'waypoint',
    'istio-waypoint',
    'istio-remote',
    'istio-east-west',
  ],
  ...['app', 'version', 'http', 'https', 'grpc', 'unix', 'spiffe', 'ns', 'sa', 'td', 'outbound', 'inbound'],
  ...['ingressgateway', 'egressgateway', 'istio-ingressgateway', 'istio-egressgateway', 'redacted', 'none', 'None'],
  ...['true', 'false', 'enabled', 'disabled'],
  // Clusters that every proxy of a type has.
  ...['BlackHoleCluster', 'PassthroughCluster', 'InboundPassthroughCluster', 'AllowAnyDynamicDNSCluster'],
  ...['connect_originate', 'inner_connect_originate', 'outer_connect_originate', 'main_internal', 'encap'],
]);

/** Digits, durations and names of istiods (revisions are told anyway) stay, too. */
function isReserved(token: string): boolean {
  return RESERVED.has(token) || /^\d+(ms|s|m|h)?$/.test(token) || token.startsWith('istiod-');
}

/**
 * New words for the words of a mesh, in the same order of the alphabet: istiod sorts by name where times are equal.
 * Flaws that decide whether a name is valid, upper case and underscores, are kept.
 */
export function newWords(words: ReadonlySet<string>): Map<string, string> {
  const sorted = [...words].sort();
  const fixed = sorted.filter(isReserved);
  const free = sorted.filter((word) => !isReserved(word));
  const out = new Map(fixed.map((word) => [word, word]));
  const width = Math.max(4, String(free.length).length);
  let next = 0;
  free.forEach((word, index) => {
    while (next < fixed.length && fixed[next]! < word) next++;
    const prefix = prefixBetween(fixed[next - 1] ?? '', fixed[next]);
    const flaws = `${/[A-Z]/.test(word) ? 'X' : ''}${word.includes('_') ? '_x' : ''}`;
    out.set(word, `${prefix}${String(index + 1).padStart(width, '0')}${flaws}`);
  });
  return out;
}

/** The shortest start of names that stand between two words, whatever digits follow. */
function prefixBetween(low: string, high: string | undefined): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const fits = (prefix: string): boolean =>
    `${prefix}0` > low && prefix > low && (high === undefined || `${prefix}9` < high) && !/^(u|i)$/.test(prefix);
  const candidates = [...letters, ...letters.map((letter) => low + letter), `${low}-`, `${low}-0`];
  return candidates.find(fits) ?? `${low}-`;
}
