import type { Resource } from './resource.js';

/** What a Kubernetes cluster imports of a Service that may live in another: its addresses there. */
export interface ServiceImport extends Resource {
  spec?: { ips?: string[] };
}

/** Lets the other Kubernetes clusters see the endpoints of the Service of the same name. */
export type ServiceExport = Resource;
