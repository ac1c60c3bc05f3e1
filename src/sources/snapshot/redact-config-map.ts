import { isDeepStrictEqual } from 'node:util';
import { parseYaml } from '../../yaml/parse.js';
import { toYaml } from '../../yaml/write.js';
import { mapValues, redactValues } from './redact-values.js';

/** A ConfigMap's data: mesh config without credentials, networks, and values of known variables of istiod. */
export function redactConfigMapData(data: unknown, referenced: ReadonlySet<string>): Record<string, unknown> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  const kept = Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'mesh') return [[key, redactMeshConfig(value)]];
    return key === 'meshNetworks' || referenced.has(key) ? [[key, value]] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * As text again, JSON when it was JSON; letter for letter where there is nothing to hide, so that a fix of it can be pasted. What is
 * no mesh config stays: istiod refuses it, and why must still be found.
 */
function redactMeshConfig(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return written(text, JSON.parse(text), JSON.stringify);
  } catch {
    const parsed = parseYaml(text);
    return 'value' in parsed ? written(text, parsed.value, toYaml) : text;
  }
}

/** Comments are dropped: nobody knows what they tell. */
function written(text: string, config: unknown, write: (config: unknown) => string): string {
  const hidden = hide(config);
  return isDeepStrictEqual(hidden, config) && !text.includes('#') ? text : write(hidden);
}

function hide(config: unknown): unknown {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return config;
  const hidden = redactValues(config) as Record<string, unknown>;
  const { defaultConfig } = hidden;
  if (typeof defaultConfig !== 'object' || defaultConfig === null) return hidden;
  // Proxies' settings decide nothing, but for whom they dial.
  const proxy = mapValues(defaultConfig as Record<string, unknown>, (value, field) =>
    field === 'discoveryAddress' || field === 'proxyMetadata' ? value : undefined,
  );
  return { ...hidden, defaultConfig: JSON.parse(JSON.stringify(proxy)) as unknown };
}
