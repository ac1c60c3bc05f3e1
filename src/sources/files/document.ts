import type { Resource } from '../../model/resource.js';

/** One value of a file: a document of YAML, or a JSON value. */
export interface FileDocument {
  value: unknown;
  /** Where it stands, for messages: `mesh.yaml:12`, or only the file. */
  at: string;
  /** Line of a field of this document; absent for JSON. */
  lineOf?: (path: string) => number | undefined;
}

/** An object of a file, and where it came from. */
export interface FileObject {
  resource: Resource;
  file: string;
  at: string;
  /** Line of a field of this object; absent for JSON. */
  lineOf?: (path: string) => number | undefined;
}
