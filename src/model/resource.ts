/** A Kubernetes object as the API returns it. `spec` is read through the typed views of this folder. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: unknown;
  status?: unknown;
  /** The Kubernetes cluster that it was read from, unless that is the config cluster or the only one. */
  remoteCluster?: string;
  [field: string]: unknown;
}

export interface ObjectMeta {
  name: string;
  /** Empty or absent for cluster-scoped objects. */
  namespace?: string;
  /** RFC 3339, whole seconds; absent for objects that never were in a cluster. */
  creationTimestamp?: string | null;
  deletionTimestamp?: string | null;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
}

export interface OwnerReference {
  apiVersion?: string;
  kind: string;
  name: string;
  controller?: boolean;
}

/** Points at a field of an object; `file` and `line` are known when the object came from YAML. */
export interface FieldRef {
  kind: string;
  namespace: string;
  name: string;
  /** As kubectl explain writes it, with indexes: `spec.egress[0].hosts[1]`. Empty: the object as a whole. */
  path: string;
  /** The Kubernetes cluster, unless it is the config cluster or the only one. */
  cluster?: string;
  file?: string;
  line?: number;
}

export function fieldOf(resource: Resource, path: string): FieldRef {
  const { kind, metadata, remoteCluster } = resource;
  const ref = { kind, namespace: metadata.namespace ?? '', name: metadata.name, path };
  return remoteCluster === undefined ? ref : { ...ref, cluster: remoteCluster };
}

/** Seconds since the epoch; 0 where the object has no timestamp, as istiod's zero time sorts first. */
export function createdAt(resource: Resource): number {
  const stamp = resource.metadata.creationTimestamp;
  return stamp ? Math.floor(Date.parse(stamp) / 1000) : 0;
}

export function apiGroup(resource: Resource): string {
  const slash = resource.apiVersion.indexOf('/');
  return slash < 0 ? '' : resource.apiVersion.slice(0, slash);
}
