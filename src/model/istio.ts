import type { Labels } from './labels.js';
import type { Resource } from './resource.js';

/** The parts of Istio's kinds that decide registry, scope and clusters. */
export interface ServiceEntry extends Resource {
  spec?: {
    hosts?: string[];
    addresses?: string[];
    ports?: ServiceEntryPort[];
    location?: string | number;
    resolution?: string | number;
    endpoints?: WorkloadEntrySpec[];
    exportTo?: string[];
    workloadSelector?: { labels?: Record<string, string> } | null;
    subjectAltNames?: string[];
  };
}

export interface ServiceEntryPort {
  number: number;
  name?: string;
  protocol?: string;
  targetPort?: number;
}

export interface WorkloadEntrySpec {
  address?: string;
  ports?: Record<string, number>;
  labels?: Record<string, string>;
  network?: string;
  locality?: string;
  serviceAccount?: string;
}

export interface WorkloadEntry extends Resource {
  spec?: WorkloadEntrySpec;
}

export interface Sidecar extends Resource {
  spec?: {
    workloadSelector?: { labels?: Record<string, string> } | null;
    egress?: EgressListener[];
    ingress?: IngressListener[];
    outboundTrafficPolicy?: { mode?: string; egressProxy?: Destination | null } | null;
  };
}

export interface EgressListener {
  port?: { number?: number; protocol?: string; name?: string } | null;
  bind?: string;
  captureMode?: string;
  hosts?: string[];
}

export interface IngressListener {
  port?: { number?: number; protocol?: string; name?: string } | null;
  bind?: string;
  captureMode?: string;
}

export interface PortSelector {
  number?: number;
}

export interface Destination {
  host: string;
  subset?: string;
  port?: PortSelector | null;
}

export interface HttpMatch {
  name?: string;
  uri?: StringMatch;
  scheme?: StringMatch;
  method?: StringMatch;
  authority?: StringMatch;
  headers?: Record<string, StringMatch>;
  withoutHeaders?: Record<string, StringMatch>;
  queryParams?: Record<string, StringMatch>;
  port?: number;
  sourceLabels?: Record<string, string>;
  sourceNamespace?: string;
  gateways?: string[];
  ignoreUriCase?: boolean;
  statPrefix?: string;
}

export interface StringMatch {
  exact?: string;
  prefix?: string;
  regex?: string;
}

export interface HttpRoute {
  name?: string;
  match?: HttpMatch[];
  route?: { destination?: Destination; weight?: number }[];
  redirect?: unknown;
  directResponse?: unknown;
  delegate?: { name?: string; namespace?: string } | null;
  mirror?: Destination | null;
  mirrorPercentage?: { value?: number } | null;
  mirrorPercent?: number | null;
  mirrors?: { destination?: Destination; percentage?: { value?: number } | null }[];
}

export interface L4Match {
  destinationSubnets?: string[];
  port?: number;
  sourceLabels?: Record<string, string>;
  sourceNamespace?: string;
  gateways?: string[];
  sniHosts?: string[];
}

export interface L4Route {
  match?: L4Match[];
  route?: { destination?: Destination; weight?: number }[];
}

export interface VirtualService extends Resource {
  spec?: {
    hosts?: string[];
    gateways?: string[];
    http?: HttpRoute[];
    tcp?: L4Route[];
    tls?: L4Route[];
    exportTo?: string[];
  };
}

/** Of a DestinationRule or the mesh: localities are `region/zone/subzone`, `*` for any. */
export interface LocalityLbSetting {
  enabled?: boolean | null;
  distribute?: { from?: string; to?: Record<string, number> }[];
  /** Labels, some with a value: `label=value`. */
  failoverPriority?: string[];
}

export interface ZoneAwareLbSetting {
  enabled?: boolean | null;
  /** Labels, as above. */
  failoverPriority?: string[];
}

export interface TrafficPolicy {
  loadBalancer?: {
    simple?: string;
    localityLbSetting?: LocalityLbSetting | null;
    zoneAwareLbSetting?: ZoneAwareLbSetting | null;
    [field: string]: unknown;
  } | null;
  outlierDetection?: { minHealthPercent?: number; [field: string]: unknown } | null;
  tls?: { mode?: string; [field: string]: unknown } | null;
  connectionPool?: unknown;
  portLevelSettings?: (TrafficPolicy & { port?: PortSelector })[];
}

export interface Subset {
  name: string;
  labels?: Labels;
  trafficPolicy?: TrafficPolicy | null;
}

export interface DestinationRule extends Resource {
  spec?: {
    host?: string;
    trafficPolicy?: TrafficPolicy | null;
    subsets?: Subset[];
    exportTo?: string[];
    workloadSelector?: { matchLabels?: Record<string, string> } | null;
  };
}

export interface Gateway extends Resource {
  spec?: { selector?: Record<string, string> | null; servers?: GatewayServer[] };
}

export interface GatewayServer {
  name?: string;
  port?: { number?: number; name?: string; protocol?: string } | null;
  bind?: string;
  hosts?: string[];
  tls?: { mode?: string; httpsRedirect?: boolean; credentialName?: string } | null;
}

export interface PeerAuthentication extends Resource {
  spec?: {
    selector?: { matchLabels?: Record<string, string> } | null;
    mtls?: { mode?: string } | null;
    portLevelMtls?: Record<string, { mode?: string }>;
  };
}

export interface RequestAuthentication extends Resource {
  spec?: {
    selector?: { matchLabels?: Record<string, string> } | null;
    targetRef?: PolicyTarget | null;
    targetRefs?: PolicyTarget[];
    jwtRules?: { jwksUri?: string }[];
  };
}

export interface AuthorizationPolicy extends Resource {
  spec?: {
    action?: string | number;
    provider?: { name?: string } | null;
    selector?: { matchLabels?: Record<string, string> } | null;
    targetRef?: PolicyTarget | null;
    targetRefs?: PolicyTarget[];
    rules?: AuthorizationRule[];
  };
}

export interface PolicyTarget {
  group?: string;
  kind?: string;
  name?: string;
  namespace?: string;
}

export interface AuthorizationRule {
  from?: { source?: Record<string, string[]> }[];
  to?: { operation?: Record<string, string[]> }[];
  when?: { key?: string; values?: string[]; notValues?: string[] }[];
}

export interface EnvoyFilter extends Resource {
  spec?: {
    workloadSelector?: { labels?: Record<string, string> } | null;
    targetRefs?: PolicyTarget[];
    priority?: number;
    configPatches?: {
      applyTo?: string;
      match?: EnvoyFilterMatch | null;
      patch?: { operation?: string; value?: unknown } | null;
    }[];
  };
}

/** Where a patch of an EnvoyFilter applies. */
export interface EnvoyFilterMatch {
  context?: string;
  proxy?: { proxyVersion?: string; metadata?: Record<string, string> } | null;
  cluster?: { portNumber?: number; service?: string; subset?: string; name?: string } | null;
}

export interface Telemetry extends Resource {
  spec?: {
    selector?: { matchLabels?: Record<string, string> } | null;
    targetRef?: PolicyTarget | null;
    targetRefs?: PolicyTarget[];
    tracing?: {
      match?: { mode?: string | number } | null;
      providers?: { name?: string }[];
      disableSpanReporting?: boolean | null;
    }[];
    accessLogging?: {
      match?: { mode?: string | number } | null;
      providers?: { name?: string }[];
      disabled?: boolean | null;
    }[];
  };
}
