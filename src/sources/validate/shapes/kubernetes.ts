import { fields, flag, list, number, numberOrText, oneOf, text, type Shape } from '../shape.js';
import { labels, texts } from './common.js';

const container = fields({
  name: text,
  image: text,
  args: texts,
  env: list(fields({ name: text, value: text })),
  ports: list(fields({ name: text, containerPort: number, protocol: text })),
  restartPolicy: text,
});

const backend = fields({ service: fields({ name: text, port: fields({ name: text, number }) }) });

/** Shapes by kind of the fields that are read of Kubernetes' own objects. */
export const KUBERNETES_SHAPES: Readonly<Record<string, Shape>> = {
  'v1/Service': fields({
    spec: fields({
      type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
      clusterIP: text,
      clusterIPs: texts,
      externalIPs: texts,
      externalName: text,
      selector: labels,
      internalTrafficPolicy: oneOf('Cluster', 'Local'),
      ports: list(
        fields({
          name: text,
          port: number,
          targetPort: numberOrText,
          nodePort: number,
          protocol: oneOf('TCP', 'UDP', 'SCTP'),
          appProtocol: text,
        }),
      ),
    }),
    status: fields({ loadBalancer: fields({ ingress: list(fields({ ip: text, hostname: text })) }) }),
  }),
  'v1/Pod': fields({
    spec: fields({
      nodeName: text,
      serviceAccountName: text,
      containers: list(container),
      initContainers: list(container),
    }),
    status: fields({
      phase: text,
      podIP: text,
      podIPs: list(fields({ ip: text })),
      conditions: list(fields({ type: text, status: text })),
    }),
  }),
  'v1/Node': fields({ status: fields({ addresses: list(fields({ type: text, address: text })) }) }),
  'v1/ConfigMap': fields({ data: labels }),
  'discovery.k8s.io/EndpointSlice': fields({
    addressType: text,
    ports: list(fields({ name: text, port: number, protocol: text })),
    endpoints: list(
      fields({
        addresses: texts,
        nodeName: text,
        conditions: fields({ ready: flag, serving: flag, terminating: flag }),
        targetRef: fields({ kind: text, name: text, namespace: text }),
      }),
    ),
  }),
  'networking.k8s.io/Ingress': fields({
    spec: fields({
      ingressClassName: text,
      defaultBackend: backend,
      tls: list(fields({ hosts: texts, secretName: text })),
      rules: list(
        fields({
          host: text,
          http: fields({
            paths: list(fields({ path: text, pathType: oneOf('Exact', 'Prefix', 'ImplementationSpecific'), backend })),
          }),
        }),
      ),
    }),
  }),
  'networking.k8s.io/IngressClass': fields({ spec: fields({ controller: text }) }),
  'apps/Deployment': fields({
    spec: fields({ template: fields({ spec: fields({ containers: list(container) }) }) }),
  }),
};
