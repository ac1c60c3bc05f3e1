/** istiod's names of port protocols; `UnsupportedProtocol` means that Envoy detects it. */
export type Protocol =
  | 'TCP'
  | 'UDP'
  | 'GRPC'
  | 'GRPC-Web'
  | 'HTTP'
  | 'HTTP_PROXY'
  | 'HTTP2'
  | 'HTTPS'
  | 'TLS'
  | 'Mongo'
  | 'Redis'
  | 'MySQL'
  | 'UnsupportedProtocol';

const BY_NAME = new Map<string, Protocol>(
  (
    [
      'TCP',
      'UDP',
      'GRPC',
      'GRPC-Web',
      'HTTP',
      'HTTP_PROXY',
      'HTTP2',
      'HTTPS',
      'TLS',
      'Mongo',
      'Redis',
      'MySQL',
    ] as const
  ).map((protocol) => [protocol.toLowerCase(), protocol]),
);

/** istiod 1.28 pkg/config/protocol/instance.go: Parse */
export function parseProtocol(name: string | undefined): Protocol {
  return BY_NAME.get((name ?? '').toLowerCase()) ?? 'UnsupportedProtocol';
}

const WELL_KNOWN_TCP = new Set([25, 53, 3306, 27017]);

const APP_PROTOCOLS: Record<string, Protocol> = {
  'kubernetes.io/h2c': 'HTTP2',
  'kubernetes.io/ws': 'HTTP',
  'kubernetes.io/wss': 'HTTPS',
};

export interface ServicePortSpec {
  name?: string;
  port: number;
  protocol?: string;
  appProtocol?: string | null;
  targetPort?: number | string;
  nodePort?: number;
}

/** The protocol of a Kubernetes Service port. istiod 1.28 pkg/config/kube/conversion.go: ConvertProtocol */
export function protocolOfServicePort(port: ServicePortSpec): Protocol {
  if (port.protocol === 'UDP') return 'UDP';
  const name = port.appProtocol ?? port.name ?? '';
  const special = port.appProtocol ? APP_PROTOCOLS[port.appProtocol] : undefined;
  if (special) return special;
  if (name.toLowerCase().startsWith('grpc-web')) return 'GRPC-Web';
  const dash = name.indexOf('-');
  const protocol = parseProtocol(dash < 0 ? name : name.slice(0, dash));
  return protocol === 'UnsupportedProtocol' && WELL_KNOWN_TCP.has(port.port) ? 'TCP' : protocol;
}

export function isHttp(protocol: Protocol): boolean {
  return ['HTTP', 'HTTP2', 'HTTP_PROXY', 'GRPC', 'GRPC-Web'].includes(protocol);
}

/** istiod 1.28 pkg/config/protocol/instance.go: IsHTTP2 */
export function isHttp2(protocol: Protocol): boolean {
  return ['HTTP2', 'GRPC', 'GRPC-Web'].includes(protocol);
}
