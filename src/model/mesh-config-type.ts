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
const object: Check = (value) => (isMapping(value) ? undefined : 'is not a mapping');
const listOf =
  (item: (value: unknown) => boolean, what: string): Check =>
  (value) =>
    Array.isArray(value) && value.every(item) ? undefined : `is not a list of ${what}`;

const CHECKS: Record<string, Check> = {
  rootNamespace: text,
  trustDomain: text,
  defaultServiceExportTo: listOf(isText, 'text'),
  defaultVirtualServiceExportTo: listOf(isText, 'text'),
  defaultDestinationRuleExportTo: listOf(isText, 'text'),
  discoverySelectors: listOf(isMapping, 'label selectors'),
  outboundTrafficPolicy: object,
  localityLbSetting: object,
  extensionProviders: listOf(isMapping, 'mappings'),
  serviceSettings: listOf(isMapping, 'mappings'),
  configSources: listOf(isMapping, 'mappings'),
  defaultConfig: object,
  defaultProviders: object,
};

const OUTBOUND_MODES = ['REGISTRY_ONLY', 'ALLOW_ANY', 'ALLOW_ANY_DYNAMIC_DNS'];

/** The first field whose type the mesh config API does not have; one such field makes istiod refuse the whole document.
 *  istiod 1.28 pkg/config/mesh/mesh.go: ApplyMeshConfig, protomarshal.ApplyYAML */
export function rejectionOf(config: Record<string, unknown>): Rejection | undefined {
  for (const [path, check] of Object.entries(CHECKS)) {
    const value = config[path];
    if (value === undefined || value === null) continue;
    const message = check(value);
    if (message !== undefined) return { path, message: `${path} ${message}` };
  }
  const mode = (config.outboundTrafficPolicy as { mode?: unknown } | undefined)?.mode;
  // Numbers are fine to the decoder, unknown names are not.
  if (isText(mode) && !OUTBOUND_MODES.includes(mode)) {
    const path = 'outboundTrafficPolicy.mode';
    return { path, message: `${path} has no value ${JSON.stringify(mode)}`, allowed: OUTBOUND_MODES };
  }
  return undefined;
}
