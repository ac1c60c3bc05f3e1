import type { ControlPlane } from './control-plane.js';
import type { FieldRef, Resource } from './resource.js';

/** Everything that was read of one mesh, at one time. Plain data: the engine computes on nothing else. */
export interface Snapshot {
  /** Of the only Kubernetes cluster, or of the config cluster: the one whose Istio objects and mesh config count. */
  resources: readonly Resource[];
  /** What the reader calls the config cluster of a mesh of several; istiod's own name for it is CLUSTER_ID. */
  configCluster?: string;
  /** Further Kubernetes clusters of the mesh. Of their Istio objects only WorkloadEntries count. */
  remotes?: readonly RemoteCluster[];
  /** The remotes stand in the order in which istiod got to know them, which decides whose copy of a Service counts. */
  remotesInOrder?: boolean;
  /** Every istiod that was found; exactly one, assumed, when none was. */
  controlPlanes: readonly ControlPlane[];
  gaps: readonly Gap[];
  /** Values that Istio's API does not have; istiod's answer for the rest still stands. */
  invalid: readonly InvalidValue[];
  ground: Ground;
}

/** A Kubernetes cluster that istiod reads besides its own, under the name that its remote secret gives it. */
export interface RemoteCluster {
  name: string;
  resources: readonly Resource[];
}

/** What could not be read, so that an answer which depends on it can say so. */
export interface Gap {
  cause: 'forbidden' | 'not-installed' | 'failed';
  /** `get`, `list` or `watch`; `reach` of a whole Kubernetes cluster. */
  verb: string;
  /** Resource with group as RBAC names it: `sidecars.networking.istio.io`. */
  resource: string;
  /** The kind whose absence matters: `Sidecar`; `Cluster` where nothing of a Kubernetes cluster was read. */
  kind: string;
  /** The Kubernetes cluster, when it is a remote one. */
  cluster?: string;
  /** Set when only this namespace could not be read. */
  namespace?: string;
  /** Namespaces that were read although the mesh-wide list was refused. */
  readNamespaces?: string[];
  message: string;
}

export interface InvalidValue {
  at: FieldRef;
  message: string;
  /** Values that the API allows, when they are a closed set. */
  allowed?: string[];
  /** The API server itself refuses such an object (its schema has no such value), so istiod can never see it. */
  refused?: boolean;
}

export interface Ground {
  source: 'live' | 'files';
  /** The kubeconfig context, or the files. */
  from: string[];
  /** RFC 3339; when the live state was read or the snapshot was taken. */
  takenAt?: string;
}
