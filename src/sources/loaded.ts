import type { FieldRef } from '../model/resource.js';
import type { Snapshot } from '../model/snapshot.js';

/** What reading gives: the mesh, and where each field of it was written. */
export interface Loaded {
  snapshot: Snapshot;
  /** Sentences for stderr: doubles within one file, overrides in force. They change no answer. */
  notes: string[];
  /** The namespace that is meant when the user names none: of `-n`, of the kubeconfig context, else `default`. */
  namespace: string;
  /** File and line (from 1) of a field, or of its nearest parent that is written; undefined for live objects and JSON. */
  locate: (ref: FieldRef) => FileLine | undefined;
}

export interface FileLine {
  file: string;
  line: number;
}

/** What the user says on the command line that reading must know; the names are the flags'. */
export interface ReadFlags {
  /** `-f`: files, directories, `-`; empty or absent reads the live API. */
  filename?: string[];
  namespace?: string;
  /** Of the kubeconfig; several read one mesh of several Kubernetes clusters. */
  context?: string[];
  /** `NAME=CONTEXT`: a Kubernetes cluster by the name that istiod knows it by, and the context that reaches it. */
  clusterContext?: string[];
  kubeconfig?: string;
  cluster?: string;
  user?: string;
  as?: string;
  asGroup?: string[];
  /** As kubectl: `0` is no limit, `30s`, `2m`, or whole seconds. */
  requestTimeout?: string;
  istioNamespace?: string;
  revision?: string;
  istioVersion?: string;
}

/** The world around the reader; all of it has defaults. */
export interface ReadOptions {
  /** Called with a line of text whenever a step is done. */
  progress?: (line: string) => void;
  signal?: AbortSignal;
  /** Gives all of standard input, for `-f -`. */
  stdin?: () => Promise<Buffer>;
  env?: Record<string, string | undefined>;
  /** Where `.kube/config` is looked for. */
  home?: string;
}
