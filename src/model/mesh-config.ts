import type { LocalityLbSetting, ZoneAwareLbSetting } from './istio.js';
import type { LabelSelector } from './labels.js';

/** The fields of istiod's effective mesh config that decide answers. Unknown fields are kept. */
export interface MeshConfig {
  rootNamespace: string;
  defaultServiceExportTo?: string[];
  defaultVirtualServiceExportTo?: string[];
  defaultDestinationRuleExportTo?: string[];
  discoverySelectors?: LabelSelector[];
  outboundTrafficPolicy?: { mode?: string };
  /** Where sidecars listen as HTTP proxies; 0 or absent: nowhere. */
  proxyHttpPort?: number;
  localityLbSetting?: LocalityLbSetting | null;
  zoneAwareLbSetting?: ZoneAwareLbSetting | null;
  extensionProviders: ExtensionProvider[];
  serviceSettings?: { settings?: { clusterLocal?: boolean }; hosts?: string[] }[];
  /** `OFF`, `DEFAULT`, `STRICT` or its number. */
  ingressControllerMode?: string | number;
  ingressClass?: string;
  ingressService?: string;
  ingressSelector?: string;
  serviceEntryVisibility?: ServiceEntryVisibility;
  trustDomain?: string;
  /** Ports that every sidecar listens on for itself. */
  proxyListenPort?: number;
  proxyInboundListenPort?: number;
  /** Where istiod reads Istio's objects from; the Kubernetes API when there are none. */
  configSources?: { address?: string }[];
  defaultConfig?: { discoveryAddress?: string; proxyMetadata?: Record<string, string>; [field: string]: unknown };
  [field: string]: unknown;
}

export interface ExtensionProvider {
  name: string;
  [kind: string]: unknown;
}

export interface ServiceEntryVisibility {
  applyToSidecars?: boolean;
  defaultVisibility?: string;
  policies?: { visibility?: string; matchingRules?: { namespaceSelector?: LabelSelector }[] }[];
}
