/** Below these fields keys are the user's own words, not field names. */
const USER_KEYS = new Set(['matchLabels', 'proxyMetadata', 'labels', 'includeAdditionalHeadersInCheck', 'customTags']);

/** Field names in their JSON spelling: istiod's decoder takes `extension_providers` as well as `extensionProviders`. */
export function jsonNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonNames);
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    const name = camelCase(key);
    out[name] = USER_KEYS.has(name) ? child : jsonNames(child);
  }
  return out;
}

function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
