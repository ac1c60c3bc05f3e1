import { expect } from 'chai';
import { readText } from './support/text.js';

const istio = (kind: string, spec: string, name = 'x') =>
  `apiVersion: networking.istio.io/v1\nkind: ${kind}\nmetadata: { name: '${name}', namespace: shop }\nspec: ${spec}\n`;

const service = (spec: string) =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: x, namespace: shop }\nspec: ${spec}\n`;

const API = 'The API server refuses such an object';

interface Case {
  what: string;
  text: string;
  path: string;
  message: string;
  allowed?: string[];
}

const CASES: Case[] = [
  {
    what: 'a location',
    text: istio('ServiceEntry', '{ hosts: [a.example], location: EXTERNAL }'),
    path: 'spec.location',
    message: `"EXTERNAL" is no value of this field. ${API}.`,
    allowed: ['MESH_EXTERNAL', 'MESH_INTERNAL'],
  },
  {
    what: 'a resolution',
    text: istio('ServiceEntry', '{ hosts: [a.example], resolution: FOO }'),
    path: 'spec.resolution',
    message: `"FOO" is no value of this field. ${API}.`,
    allowed: ['NONE', 'STATIC', 'DNS', 'DNS_ROUND_ROBIN', 'DYNAMIC_DNS'],
  },
  {
    what: 'a protocol',
    text: istio('ServiceEntry', '{ hosts: [a.example], ports: [{ number: 1, protocol: SMTP }] }'),
    path: 'spec.ports[0].protocol',
    message: `"SMTP" is no value of this field. Istio's webhook refuses such an object.`,
    allowed: [
      'HTTP',
      'HTTPS',
      'HTTP2',
      'GRPC',
      'GRPC-WEB',
      'TLS',
      'TCP',
      'UDP',
      'MONGO',
      'MYSQL',
      'REDIS',
      'HTTP_PROXY',
    ],
  },
  {
    what: 'an outbound traffic policy',
    text: istio('Sidecar', '{ outboundTrafficPolicy: { mode: DENY } }'),
    path: 'spec.outboundTrafficPolicy.mode',
    message: `"DENY" is no value of this field. ${API}.`,
    allowed: ['REGISTRY_ONLY', 'ALLOW_ANY'],
  },
  {
    what: 'a capture mode',
    text: istio('Sidecar', '{ egress: [{ hosts: [./*], captureMode: ALL }] }'),
    path: 'spec.egress[0].captureMode',
    message: `"ALL" is no value of this field. ${API}.`,
    allowed: ['DEFAULT', 'IPTABLES', 'NONE'],
  },
  {
    what: 'a TLS mode of one port',
    text: istio(
      'DestinationRule',
      '{ host: a.example, subsets: [{ name: s, trafficPolicy: { portLevelSettings: [{ tls: { mode: TLS } }] } }] }',
    ),
    path: 'spec.subsets[0].trafficPolicy.portLevelSettings[0].tls.mode',
    message: `"TLS" is no value of this field. ${API}.`,
    allowed: ['DISABLE', 'SIMPLE', 'MUTUAL', 'ISTIO_MUTUAL'],
  },
  {
    what: 'a load balancer',
    text: istio('DestinationRule', '{ host: a.example, trafficPolicy: { loadBalancer: { simple: FAIR } } }'),
    path: 'spec.trafficPolicy.loadBalancer.simple',
    message: `"FAIR" is no value of this field. ${API}.`,
    allowed: ['UNSPECIFIED', 'LEAST_CONN', 'RANDOM', 'PASSTHROUGH', 'ROUND_ROBIN', 'LEAST_REQUEST'],
  },
  {
    what: 'a Service without ports',
    text: service('{ selector: { app: x } }'),
    path: 'spec.ports',
    message: 'is empty. The API server refuses a Service without ports, unless it is headless or ExternalName.',
  },
  {
    what: 'a ServiceEntry without hosts',
    text: istio('ServiceEntry', '{ hosts: [] }'),
    path: 'spec.hosts',
    message: "is empty. Istio's webhook refuses a ServiceEntry without hosts.",
  },
  {
    what: 'a ServiceEntry for all names',
    text: istio('ServiceEntry', "{ hosts: ['*'] }"),
    path: 'spec.hosts[0]',
    message: `"*" alone is no host. Istio's webhook refuses it.`,
  },
  {
    what: 'a DestinationRule without a host',
    text: istio('DestinationRule', '{}'),
    path: 'spec.host',
    message: "is empty. Istio's webhook refuses a DestinationRule without host.",
  },
  {
    what: 'a Sidecar host without a namespace',
    text: istio('Sidecar', '{ egress: [{ hosts: [./*, api.example] }] }'),
    path: 'spec.egress[0].hosts[1]',
    message: `"api.example" has no namespace: write it as namespace/host, such as ./api.example or */api.example. Istio's webhook refuses it.`,
  },
  {
    what: 'a Sidecar host of nothing but a namespace',
    text: istio('Sidecar', '{ egress: [{ hosts: [shop/] }] }'),
    path: 'spec.egress[0].hosts[0]',
    message: `"shop/" lacks a namespace or a host. Istio's webhook refuses it.`,
  },
  {
    what: 'an egress listener without hosts',
    text: istio('Sidecar', '{ egress: [{ port: { number: 80 } }] }'),
    path: 'spec.egress[0].hosts',
    message: "is empty. Istio's webhook refuses an egress listener without hosts.",
  },
  {
    what: 'a name with a terminal escape',
    text: istio('Sidecar', '{}', 'x\u001b[31m').replace(/'x.*?'/, '"x\\e[31m"'),
    path: 'metadata.name',
    message: `"x\\u001b[31m" is no DNS name. ${API}.`,
  },
  {
    what: 'a kind that Istio does not have',
    text: istio('EgressPolicy', '{}'),
    path: 'kind',
    message: 'Istio has no kind EgressPolicy in networking.istio.io; the object is ignored.',
    allowed: [
      ...['ServiceEntry', 'WorkloadEntry', 'WorkloadGroup', 'Sidecar', 'VirtualService', 'DestinationRule'],
      ...['Gateway', 'EnvoyFilter', 'ProxyConfig'],
    ],
  },
  {
    what: 'a kind of another group',
    text: istio('PeerAuthentication', '{}').replace('networking', 'telemetry'),
    path: 'kind',
    message:
      'Istio has no kind PeerAuthentication in telemetry.istio.io; the object is ignored. It belongs to security.istio.io.',
    allowed: ['Telemetry'],
  },
  {
    what: 'an unquoted ~',
    text: istio('ServiceEntry', '{ hosts: [a.example], exportTo: [~] }'),
    path: 'spec.exportTo[0]',
    message: `must not be null: in YAML ~ means null unless quoted. ${API}; here the item is left out.`,
  },
  {
    what: 'text where a list belongs',
    text: istio('ServiceEntry', '{ hosts: a.example }'),
    path: 'spec.hosts',
    message: `must be a list. ${API}; here the field counts as absent.`,
  },
  {
    what: 'a list where a mapping belongs',
    text: istio('Sidecar', '[]'),
    path: 'spec',
    message: `must be a mapping. ${API}; here the field counts as absent.`,
  },
  {
    what: 'a port number in quotes',
    text: service("{ ports: [{ port: '80' }] }"),
    path: 'spec.ports[0].port',
    message: `must be a number. ${API}; here the field counts as absent.`,
  },
  {
    what: 'a label that is a number',
    text: 'apiVersion: v1\nkind: Pod\nmetadata: { name: x, namespace: shop, labels: { a.b/c: 1 } }\n',
    path: 'metadata.labels.a.b/c',
    message: `must be text. ${API}; here the field counts as absent.`,
  },
  {
    what: 'a time that is none',
    text: 'apiVersion: v1\nkind: Pod\nmetadata: { name: x, namespace: shop, creationTimestamp: soon }\n',
    path: 'metadata.creationTimestamp',
    message: `must be a time as 2025-01-31T12:00:00Z. ${API}; here the field counts as absent.`,
  },
];

describe('sources: kinds of other groups', () => {
  const SHARED = {
    'serving.knative.dev/v1': ['Service'],
    'gateway.solo.io/v1': ['VirtualService', 'Gateway'],
    'metrics.k8s.io/v1beta1': ['Pod', 'Node'],
    'example.com/v1': ['Sidecar', 'ServiceEntry', 'Namespace', 'ConfigMap', 'HTTPRoute', 'Deployment'],
  };
  for (const [apiVersion, kinds] of Object.entries(SHARED)) {
    it(`of ${apiVersion} are not taken for those that istiod reads`, async () => {
      const objects = kinds.map(
        (kind) =>
          `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: istio, namespace: istio-system, labels: { app: istiod } }\nspec: { hosts: x }\n`,
      );
      const { snapshot } = await readText(objects.join('---\n'));
      expect(snapshot.resources).to.deep.equal([]);
      expect(snapshot.invalid).to.deep.equal([]);
      expect(snapshot.controlPlanes[0]).to.not.have.property('workload');
    });
  }
});

describe('sources: invalid values', () => {
  for (const { what, text, path, message, allowed } of CASES) {
    const isIgnored = message.includes('the object is ignored');
    it(`reports ${what}, and ${isIgnored ? 'leaves out' : 'keeps'} the object`, async () => {
      const { snapshot } = await readText(text);
      expect(snapshot.resources).to.have.length(isIgnored ? 0 : 1);
      expect(snapshot.invalid).to.have.length(1);
      const [found] = snapshot.invalid;
      expect(found?.message).to.equal(message);
      expect(found?.at).to.include({ path, file: 'standard input' });
      expect(found?.allowed).to.deep.equal(allowed);
    });
  }

  it('leaves out only what no rule could read', async () => {
    const { snapshot } = await readText(
      istio('ServiceEntry', "{ hosts: [a.example, 7], exportTo: '*', resolution: FOO, unknown: [] }"),
    );
    expect(snapshot.resources[0]?.spec).to.deep.equal({ hosts: ['a.example'], resolution: 'FOO', unknown: [] });
  });

  const FINE: [string, string][] = [
    ['a headless Service without ports', service('{ clusterIP: None }')],
    ['an ExternalName without ports', service('{ type: ExternalName, externalName: a.example }')],
    ['protocols in any case', istio('ServiceEntry', '{ hosts: [a.example], ports: [{ number: 1, protocol: http }] }')],
    ['a delegate without hosts', istio('VirtualService', '{ http: [] }')],
    ['null for an absent field', istio('Sidecar', '{ workloadSelector: null, egress: null }')],
    ['a kind that is not read', 'apiVersion: extensions.istio.io/v1alpha1\nkind: WasmPlugin\nmetadata: { name: x }\n'],
    ["another project's kind", 'apiVersion: example.com/v1\nkind: EgressPolicy\nmetadata: { name: X_y }\nspec: []\n'],
  ];
  for (const [what, text] of FINE) {
    it(`takes ${what}`, async () => {
      expect((await readText(text)).snapshot.invalid).to.deep.equal([]);
    });
  }
});
