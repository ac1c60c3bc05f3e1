import { fields, list, map, oneOfAnyCase, text, time, type Shape } from '../shape.js';

export const texts = list(text);
export const labels = map(text);

export const metadata: Shape = fields({
  creationTimestamp: time,
  labels,
  annotations: labels,
  ownerReferences: list(fields({ kind: text, name: text })),
});

/** istiod 1.28 pkg/config/protocol/instance.go: Parse, which takes any case. */
export const protocol = oneOfAnyCase(
  ...['HTTP', 'HTTPS', 'HTTP2', 'GRPC', 'GRPC-WEB', 'TLS', 'TCP', 'UDP', 'MONGO', 'MYSQL', 'REDIS', 'HTTP_PROXY'],
);

export const matchLabels = fields({ matchLabels: labels });
export const workloadLabels = fields({ labels });
