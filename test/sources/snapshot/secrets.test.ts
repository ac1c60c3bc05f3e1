import { expect } from 'chai';
import type { Resource } from '../../../src/model/resource.js';
import { anonymize } from '../../../src/sources/snapshot/anonymize/anonymize.js';
import { redact } from '../../../src/sources/snapshot/redact.js';

const SECRET = 'hunter2';
const object = (apiVersion: string, kind: string, rest: object): Resource => ({
  apiVersion,
  kind,
  ...rest,
  metadata: {
    name: 'acme-billing',
    namespace: 'acme-prod',
    labels: { app: 'acme-billing', 'acme.example/team': 'acme-payments' },
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': SECRET,
      'acme.example/token': SECRET,
      'proxy.istio.io/config': SECRET,
      'sidecar.istio.io/bootstrapOverride': SECRET,
      'sidecar.istio.io/status': JSON.stringify({ revision: 'default', imagePullSecrets: [SECRET] }),
      'networking.istio.io/exportTo': 'acme-prod',
    },
    managedFields: [{ manager: SECRET }],
  } as unknown as Resource['metadata'],
});

const NETWORKING = 'networking.istio.io/v1';
const env = [
  { name: 'PASSWORD', value: SECRET },
  { name: 'API_KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'api' } } },
];
const container = { name: 'app', image: `registry/app:${SECRET}`, env, args: [`--token=${SECRET}`], command: [SECRET] };
const header = { name: 'authorization', value: SECRET };

const MESH_CONFIG = {
  other: SECRET,
  mesh: JSON.stringify({
    defaultConfig: { tracing: { lightstep: { accessToken: SECRET } } },
    extensionProviders: [
      { name: 'a', lightstep: { service: 's', accessToken: SECRET } },
      { name: 'b', opentelemetry: { service: 's', http: { headers: [header] } } },
      { name: 'c', envoyExtAuthzHttp: { service: 's', includeAdditionalHeadersInCheck: { key: SECRET } } },
    ],
  }),
};

/** Every place in which a mesh holds what is nobody's business. */
const LEAKY: Resource[] = [
  object('v1', 'Secret', { data: { token: SECRET } }),
  object('v1', 'Namespace', { status: { message: SECRET } }),
  object('v1', 'Service', { spec: { clusterIP: '10.96.3.7', ports: [{ port: 80, name: 'http-acme-billing' }] } }),
  object('v1', 'Pod', {
    spec: {
      imagePullSecrets: [{ name: SECRET }],
      volumes: [{ name: SECRET }],
      containers: [
        container,
        { ...container, name: 'istio-proxy', image: 'proxyv2:1.28.2', args: ['proxy', 'sidecar', SECRET] },
      ],
    },
    status: { podIP: '10.244.3.7', message: SECRET, containerStatuses: [{ imageID: SECRET }] },
  }),
  object('v1', 'ConfigMap', { data: { other: SECRET } }),
  {
    ...object('v1', 'ConfigMap', { data: MESH_CONFIG }),
    metadata: { name: 'istio', namespace: 'istio-system' },
  },
  {
    ...object('apps/v1', 'Deployment', {
      spec: { template: { spec: { containers: [{ ...container, name: 'discovery', image: 'pilot:1.28.2' }] } } },
    }),
    metadata: { name: 'istiod', namespace: 'istio-system', labels: { app: 'istiod' } },
  },
  object('apps/v1', 'Deployment', { spec: { template: { spec: { containers: [container] } } } }),
  object(NETWORKING, 'VirtualService', {
    spec: {
      hosts: ['billing.acme.example'],
      http: [
        {
          headers: { request: { set: { authorization: SECRET }, add: { x: SECRET } } },
          directResponse: { body: { string: SECRET } },
        },
      ],
    },
  }),
  object(NETWORKING, 'EnvoyFilter', {
    spec: {
      configPatches: [
        {
          applyTo: 'HTTP_FILTER',
          patch: { operation: 'ADD', value: { typed_config: { inlineCode: SECRET, key: SECRET } } },
        },
      ],
    },
  }),
  object(NETWORKING, 'ProxyConfig', { spec: { environmentVariables: { KEY: SECRET } } }),
  object('security.istio.io/v1', 'AuthorizationPolicy', {
    spec: { rules: [{ when: [{ key: 'request.headers[x-key]', values: [SECRET], notValues: [SECRET] }] }] },
  }),
  object('security.istio.io/v1', 'RequestAuthentication', { spec: { jwtRules: [{ issuer: 'acme', jwks: SECRET }] } }),
  object('telemetry.istio.io/v1', 'Telemetry', {
    spec: { tracing: [{ customTags: { x: { literal: { value: SECRET } } } }] },
  }),
  object('gateway.networking.k8s.io/v1', 'HTTPRoute', {
    spec: {
      rules: [
        { filters: [{ type: 'RequestHeaderModifier', requestHeaderModifier: { set: [header], add: [header] } }] },
      ],
    },
  }),
  object('acme.example/v1', 'Licence', { spec: { key: SECRET } }),
];

describe('what a snapshot leaves out', () => {
  for (const resource of LEAKY) {
    it(`secrets of ${resource.apiVersion} ${resource.kind}`, () => {
      expect(JSON.stringify(resource)).to.include(SECRET);
      expect(JSON.stringify(redact([resource]))).to.not.include(SECRET);
    });
  }

  it('objects that decide nothing', () => {
    const kinds = redact(LEAKY).map(({ kind }) => kind);
    expect(kinds).to.not.include.members(['Secret', 'Licence']);
  });

  it('names and addresses, where others are asked for', () => {
    const content = {
      ground: { source: 'live' as const, from: ['acme-context'] },
      namespace: 'acme-prod',
      gaps: [],
      invalid: [],
    };
    const gaps = [
      {
        cause: 'forbidden' as const,
        verb: 'list',
        resource: 'pods',
        kind: 'Pod',
        message: 'User "acme-jo" cannot',
        readNamespaces: ['acme-prod'],
      },
    ];
    const text = JSON.stringify(anonymize({ ...content, gaps, resources: redact(LEAKY) }).content);
    expect(text.match(/.{30}(acme|billing)/)?.[0]).to.equal(undefined);
    expect(text).to.not.match(/acme|billing|10\.96\.3\.7|10\.244\.3\.7/);
    expect(text).to.include('"http-');
  });
});
