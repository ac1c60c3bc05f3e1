import { isMapping } from '../../model/mapping.js';

const HIDDEN = 'redacted';

type Json = Record<string, unknown>;

/** Lists of `{ name, value }` whose values may be credentials. */
const NAMED_VALUES = new Set(['set', 'add', 'headers', 'httpHeaders']);
/** Mappings from names to values that may be credentials. */
const VALUES_BY_NAME = new Set([
  'set',
  'add',
  'environmentVariables',
  'includeAdditionalHeadersInCheck',
  'headersToAdd',
]);
/** Fields that are credentials, or keys and texts that nobody needs. */
const HIDDEN_FIELDS = new Set([
  'accessToken',
  'apiKey',
  'password',
  'token',
  'jwks',
  'inlineCode',
  'inlineString',
  'body',
]);

/** A copy of a spec of Istio or the Gateway API with every value hidden that is set on requests or identifies a caller. */
export function redactValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactValues);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, redactField(field, inner)]));
}

function redactField(field: string, value: unknown): unknown {
  if (HIDDEN_FIELDS.has(field) && value !== null) return typeof value === 'object' ? {} : HIDDEN;
  if (VALUES_BY_NAME.has(field) && isMapping(value)) return mapValues(value, () => HIDDEN);
  if (NAMED_VALUES.has(field) && Array.isArray(value)) return value.map(hideValue);
  if (field === 'literal' && isMapping(value)) return hideValue(value);
  if (field === 'when' && Array.isArray(value)) return value.map(hideCondition);
  return redactValues(value);
}

/** Who is let in: claims, headers and addresses. That there is a condition still shows. */
function hideCondition(condition: unknown): unknown {
  if (!isMapping(condition)) return condition;
  return mapValues(condition, (value, field) => (field === 'key' ? value : Array.isArray(value) ? [HIDDEN] : value));
}

function hideValue(item: unknown): unknown {
  return isMapping(item) && 'value' in item ? { ...item, value: HIDDEN } : redactValues(item);
}

/** What an EnvoyFilter inserts, with the texts that name things in Envoy alone. */
export function redactPatch(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => redactPatch(item, field));
  if (isMapping(value)) return mapValues(value, (inner, key) => redactPatch(inner, key));
  return typeof value !== 'string' || PATCH_NAMES.has(field) ? value : HIDDEN;
}

const PATCH_NAMES = new Set([
  ...['@type', 'type_url', 'name', 'type', 'operation', 'address', 'path'],
  ...['cluster', 'clusterName', 'cluster_name', 'serviceName', 'service_name', 'targetUri', 'target_uri'],
  ...['healthStatus', 'health_status'],
]);

export function mapValues(mapping: Json, change: (value: unknown, field: string) => unknown): Json {
  return Object.fromEntries(Object.entries(mapping).map(([field, value]) => [field, change(value, field)]));
}
