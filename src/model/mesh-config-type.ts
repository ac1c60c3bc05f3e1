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

/** The first field of a mapping that a check is wrong with; absent ones are right. */
function firstWrong(checks: Readonly<Record<string, Check>>, value: Record<string, unknown>): Rejection | undefined {
  for (const [path, check] of Object.entries(checks)) {
    const field = value[path];
    if (field === undefined || field === null) continue;
    const message = check(field);
    if (message !== undefined) return { path, message: `${path} ${message}` };
  }
  return undefined;
}

const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isMapping(value) ? firstWrong(checks, value)?.message : object(value);

const failoverPriority = listOf(isText, 'text');
const policy = fields({ matchingRules: listOf(isMapping, 'mappings') });

const CHECKS: Record<string, Check> = {
  rootNamespace: text,
  trustDomain: text,
  defaultServiceExportTo: listOf(isText, 'text'),
  defaultVirtualServiceExportTo: listOf(isText, 'text'),
  defaultDestinationRuleExportTo: listOf(isText, 'text'),
  discoverySelectors: listOf(isMapping, 'label selectors'),
  outboundTrafficPolicy: object,
  localityLbSetting: fields({ distribute: listOf(isMapping, 'mappings'), failoverPriority }),
  zoneAwareLbSetting: fields({ failoverPriority }),
  extensionProviders: listOf(isMapping, 'mappings'),
  serviceEntryVisibility: fields({ policies: listOf((one) => policy(one) === undefined, 'policies') }),
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
  const wrong = firstWrong(CHECKS, config);
  if (wrong) return wrong;
  for (const [path, allowed] of Object.entries(ENUMERATIONS)) {
    const value = path.split('.').reduce<unknown>((at, name) => (isMapping(at) ? at[name] : undefined), config);
    // Numbers are fine to the decoder, unknown names are not.
    if (isText(value) && !allowed.includes(value)) {
      return { path, message: `${path} has no value ${JSON.stringify(value)}`, allowed };
    }
  }
  return undefined;
}
