import { fields, flag, list, map, number, oneOf, text, type Shape } from '../shape.js';
import { labels, matchLabels, protocol, texts, workloadLabels } from './common.js';

const port = fields({ number, name: text, protocol, targetPort: number });

const workloadEntry = {
  address: text,
  ports: map(number),
  labels,
  network: text,
  locality: text,
  serviceAccount: text,
  weight: number,
};

const captureMode = oneOf('DEFAULT', 'IPTABLES', 'NONE');

const policy = {
  loadBalancer: fields({
    simple: oneOf('UNSPECIFIED', 'LEAST_CONN', 'RANDOM', 'PASSTHROUGH', 'ROUND_ROBIN', 'LEAST_REQUEST'),
    localityLbSetting: fields({
      enabled: flag,
      distribute: list(fields({ from: text, to: map(number) })),
      failoverPriority: texts,
    }),
    zoneAwareLbSetting: fields({ enabled: flag, failoverPriority: texts }),
  }),
  outlierDetection: fields({ minHealthPercent: number }),
  tls: fields({ mode: oneOf('DISABLE', 'SIMPLE', 'MUTUAL', 'ISTIO_MUTUAL') }),
};
const trafficPolicy = fields({
  ...policy,
  portLevelSettings: list(fields({ ...policy, port: fields({ number }) })),
});

const serverTls = oneOf('PASSTHROUGH', 'SIMPLE', 'MUTUAL', 'AUTO_PASSTHROUGH', 'ISTIO_MUTUAL', 'OPTIONAL_MUTUAL');

const destination = fields({ host: text, subset: text, port: fields({ number }) });
const match = { port: number, sourceLabels: labels, sourceNamespace: text, gateways: texts };
const string = fields({ exact: text, prefix: text, regex: text });
const httpMatch = {
  ...match,
  ...{ uri: string, scheme: string, method: string, authority: string, ignoreUriCase: flag },
  ...{ headers: map(string), withoutHeaders: map(string), queryParams: map(string) },
};
const l4Route = (matches: Record<string, Shape>): Shape =>
  list(fields({ match: list(fields(matches)), route: list(fields({ destination, weight: number })) }));

const spec = (of: Record<string, Shape>): Shape => fields({ spec: fields(of) });

/** Shapes by kind of networking.istio.io; closed sets as in the schemas of istio 1.31 manifests/charts/base/files/crd-all.gen.yaml. */
export const NETWORKING_SHAPES: Readonly<Record<string, Shape>> = {
  ServiceEntry: spec({
    hosts: texts,
    addresses: texts,
    ports: list(port),
    location: oneOf('MESH_EXTERNAL', 'MESH_INTERNAL'),
    resolution: oneOf('NONE', 'STATIC', 'DNS', 'DNS_ROUND_ROBIN', 'DYNAMIC_DNS'),
    endpoints: list(fields(workloadEntry)),
    exportTo: texts,
    subjectAltNames: texts,
    workloadSelector: workloadLabels,
  }),
  WorkloadEntry: fields({
    spec: fields(workloadEntry),
    status: fields({ conditions: list(fields({ type: text, status: text })) }),
  }),
  WorkloadGroup: spec({ metadata: fields({ labels, annotations: labels }), template: fields(workloadEntry) }),
  Sidecar: spec({
    workloadSelector: workloadLabels,
    outboundTrafficPolicy: fields({ mode: oneOf('REGISTRY_ONLY', 'ALLOW_ANY') }),
    egress: list(fields({ port, bind: text, captureMode, hosts: texts })),
    ingress: list(fields({ port, bind: text, captureMode, tls: fields({ mode: serverTls }) })),
  }),
  DestinationRule: spec({
    host: text,
    exportTo: texts,
    trafficPolicy,
    workloadSelector: matchLabels,
    subsets: list(fields({ name: text, labels, trafficPolicy })),
  }),
  VirtualService: spec({
    hosts: texts,
    gateways: texts,
    exportTo: texts,
    http: list(
      fields({
        name: text,
        match: list(fields(httpMatch)),
        route: list(fields({ destination, weight: number })),
        delegate: fields({ name: text, namespace: text }),
        mirror: destination,
        mirrors: list(fields({ destination })),
      }),
    ),
    tcp: l4Route(match),
    tls: l4Route({ ...match, sniHosts: texts }),
  }),
  Gateway: spec({
    selector: labels,
    servers: list(fields({ name: text, port, bind: text, hosts: texts, tls: fields({ mode: serverTls }) })),
  }),
  EnvoyFilter: spec({
    workloadSelector: workloadLabels,
    priority: number,
    configPatches: list(
      fields({
        applyTo: text,
        match: fields({
          context: text,
          proxy: fields({ proxyVersion: text, metadata: labels }),
          cluster: fields({ portNumber: number, service: text, subset: text, name: text }),
        }),
        patch: fields({ operation: text }),
      }),
    ),
  }),
};
