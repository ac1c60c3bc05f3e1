import type { Resource } from './resource.js';

/** The parts of a Kubernetes Ingress that istiod reads. */
export interface Ingress extends Resource {
  spec?: {
    ingressClassName?: string;
    defaultBackend?: IngressBackend | null;
    tls?: { hosts?: string[]; secretName?: string }[];
    rules?: IngressRule[];
  };
}

export interface IngressRule {
  host?: string;
  http?: { paths?: IngressPath[] } | null;
}

export interface IngressPath {
  path?: string;
  pathType?: string;
  backend?: IngressBackend;
}

export interface IngressBackend {
  service?: { name?: string; port?: { name?: string; number?: number } } | null;
}

export interface IngressClass extends Resource {
  spec?: { controller?: string };
}
