import type { Resource } from '../../model/resource.js';

/** Tags by revision: what `istioctl tag` and Helm write as injector webhooks with the label `istio.io/tag`. */
export function revisionTags(resources: readonly Resource[]): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const { kind, metadata } of resources) {
    if (kind !== 'MutatingWebhookConfiguration') continue;
    const revision = metadata.labels?.['istio.io/rev'];
    const tag = metadata.labels?.['istio.io/tag'];
    if (!revision || !tag) continue;
    const known = tags.get(revision) ?? [];
    if (!known.includes(tag)) tags.set(revision, [...known, tag].sort());
  }
  return tags;
}
