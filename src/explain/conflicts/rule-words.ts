import type { Reason } from '../../model/reason.js';

const WORDS: Partial<Record<Reason['code'], string>> = {
  'own-namespace-preferred': 'own namespace',
  'kubernetes-preferred': 'Kubernetes over others',
  'shadowed-by-kubernetes': 'Kubernetes over others',
  'replaced-by-kubernetes': 'Kubernetes over others',
  'alphabetical-preferred': 'alphabetical (before 1.30)',
  'not-merged': 'does not merge',
  'ports-merged': 'ports merge',
  'same-ports': 'same ports',
  'older-in-namespace': 'one service a host and namespace',
};

/** The rule that decided between two services, in a few words. */
export function ruleWords({ code, by }: Reason): string {
  const words = WORDS[code];
  if (words) return words;
  if (code !== 'earlier-preferred') return 'same port numbers';
  const path = by?.path ?? '';
  if (path === 'metadata.creationTimestamp') return 'oldest';
  if (path === 'metadata.name' || path === 'metadata.namespace') return 'same second: alphabetical';
  return path === '' || path === 'metadata' ? 'earlier egress listener' : 'exported before public';
}
