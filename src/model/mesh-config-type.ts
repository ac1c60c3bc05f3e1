import { isMapping } from './mapping.js';

/** Why istiod would not take a mesh config. */
export interface Rejection {
  /** `outboundTrafficPolicy.mode`; empty for the document as a whole. */
  path: string;
  message: string;
  allowed?: string[];
}

type Check = (value: unknown) => string | undefined;

const isText = (value: unknown): value is string => typeof value === 'string';

const text: Check = (value) => (isText(value) ? undefined : 'is not text');
const number: Check = (value) => (typeof value === 'number' ? undefined : 'is not a number');
const object: Check = (value) => (isMapping(value) ? undefined : 'is not a mapping');
const listOf =
  (item: (value: unknown) => boolean, what: string): Check =>
  (value) =>
    Array.isArray(value) && value.every(item) ? undefined : `is not a list of ${what}`;

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null ? undefined : check(value);

const localitySetting: Check = (value) => {
  if (!isMapping(value)) return object(value);
  const distribute = optional(listOf(isMapping, 'mappings'))(value['distribute']);
  if (distribute !== undefined) return `distribute ${distribute}`;
  const failoverPriority = optional(listOf(isText, 'text'))(value['failoverPriority']);
  return failoverPriority && `failoverPriority ${failoverPriority}`;
};

const zoneAwareSetting: Check = (value) => {
  if (!isMapping(value)) return object(value);
  const failoverPriority = optional(listOf(isText, 'text'))(value['failoverPriority']);
  return failoverPriority && `failoverPriority ${failoverPriority}`;
};

const visibility: Check = (value) => {
  if (!isMapping(value)) return object(value);
  const rules = optional(listOf(isMapping, 'mappings'));
  const isPolicy = (policy: unknown) => isMapping(policy) && rules(policy['matchingRules']) === undefined;
  const policies = optional(listOf(isPolicy, 'policies'))(value['policies']);
  return policies && `policies ${policies}`;
};

const CHECKS: Record<string, Check> = {
  rootNamespace: text,
  trustDomain: text,
  defaultServiceExportTo: listOf(isText, 'text'),
  defaultVirtualServiceExportTo: listOf(isText, 'text'),
  defaultDestinationRuleExportTo: listOf(isText, 'text'),
  discoverySelectors: listOf(isMapping, 'label selectors'),
  outboundTrafficPolicy: object,
  localityLbSetting: localitySetting,
  zoneAwareLbSetting: zoneAwareSetting,
  extensionProviders: listOf(isMapping, 'mappings'),
  serviceEntryVisibility: visibility,
  serviceSettings: listOf(isMapping, 'mappings'),
  proxyListenPort: number,
  proxyInboundListenPort: number,
  proxyHttpPort: number,
  configSources: listOf(isMapping, 'mappings'),
  ingressClass: text,
  ingressService: text,
  ingressSelector: text,
  defaultConfig: object,
  defaultProviders: object,
};

const ENUMERATIONS: Record<string, string[]> = {
  'outboundTrafficPolicy.mode': ['REGISTRY_ONLY', 'ALLOW_ANY', 'ALLOW_ANY_DYNAMIC_DNS'],
  ingressControllerMode: ['UNSPECIFIED', 'OFF', 'DEFAULT', 'STRICT'],
};

/** The first field whose type the mesh config API does not have; one such field makes istiod refuse the whole document.
 *  istiod 1.28 pkg/config/mesh/mesh.go: ApplyMeshConfig, protomarshal.ApplyYAML */
export function rejectionOf(config: Record<string, unknown>): Rejection | undefined {
  for (const [path, check] of Object.entries(CHECKS)) {
    const value = config[path];
    if (value === undefined || value === null) continue;
    const message = check(value);
    if (message !== undefined) return { path, message: `${path} ${message}` };
  }
  for (const [path, allowed] of Object.entries(ENUMERATIONS)) {
    const value = path.split('.').reduce<unknown>((at, name) => (isMapping(at) ? at[name] : undefined), config);
    // Numbers are fine to the decoder, unknown names are not.
    if (isText(value) && !allowed.includes(value)) {
      return { path, message: `${path} has no value ${JSON.stringify(value)}`, allowed };
    }
  }
  return undefined;
}
