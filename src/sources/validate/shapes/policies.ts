import { fields, list, map, number, oneOf, text, type Shape } from '../shape.js';
import { matchLabels, texts } from './common.js';

const target = fields({ group: text, kind: text, name: text, namespace: text });
const attached = { selector: matchLabels, targetRef: target, targetRefs: list(target) };
const mtls = fields({ mode: oneOf('UNSET', 'DISABLE', 'PERMISSIVE', 'STRICT') });

const reference = { group: text, kind: text, name: text, namespace: text, port: number };
const backends = list(fields({ ...reference, weight: number }));
const values = list(fields({ type: text, name: text, value: text }));
const route = (match: Record<string, Shape> = {}): Shape =>
  fields({
    spec: fields({
      hostnames: texts,
      parentRefs: list(fields({ ...reference, sectionName: text })),
      rules: list(
        fields({ backendRefs: backends, filters: list(fields({ type: text })), matches: list(fields(match)) }),
      ),
    }),
  });

/** Shapes by group and kind of Istio's policies and of the Gateway API. */
export const POLICY_SHAPES: Readonly<Record<string, Shape>> = {
  'security.istio.io/AuthorizationPolicy': fields({
    spec: fields({
      ...attached,
      action: oneOf('ALLOW', 'DENY', 'AUDIT', 'CUSTOM'),
      provider: fields({ name: text }),
      rules: list(
        fields({
          from: list(fields({ source: map(texts) })),
          to: list(fields({ operation: map(texts) })),
          when: list(fields({ key: text, values: texts, notValues: texts })),
        }),
      ),
    }),
  }),
  'security.istio.io/PeerAuthentication': fields({
    spec: fields({ selector: matchLabels, mtls, portLevelMtls: map(mtls) }),
  }),
  'security.istio.io/RequestAuthentication': fields({
    spec: fields({ ...attached, jwtRules: list(fields({ jwksUri: text })) }),
  }),
  'telemetry.istio.io/Telemetry': fields({ spec: fields({ ...attached }) }),
  'gateway.networking.k8s.io/Gateway': fields({
    spec: fields({
      gatewayClassName: text,
      addresses: list(fields({ type: text, value: text })),
      listeners: list(fields({ name: text, hostname: text, port: number, protocol: text })),
    }),
    status: fields({ addresses: list(fields({ type: text, value: text })) }),
  }),
  'gateway.networking.k8s.io/GatewayClass': fields({ spec: fields({ controllerName: text }) }),
  'gateway.networking.k8s.io/HTTPRoute': route({
    path: fields({ type: text, value: text }),
    headers: values,
    queryParams: values,
    method: text,
  }),
  'gateway.networking.k8s.io/GRPCRoute': route({
    headers: values,
    method: fields({ type: text, service: text, method: text }),
  }),
  'gateway.networking.k8s.io/TCPRoute': route(),
  'gateway.networking.k8s.io/TLSRoute': route(),
  'multicluster.x-k8s.io/ServiceImport': fields({ spec: fields({ ips: list(text) }) }),
  'gateway.networking.k8s.io/ReferenceGrant': fields({
    spec: fields({ from: list(fields(reference)), to: list(fields(reference)) }),
  }),
};
