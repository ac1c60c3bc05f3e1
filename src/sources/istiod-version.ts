import { versionOf } from './control-plane/version.js';
import type { IstiodWorkload } from './control-plane/workload.js';

/** An istiod that was found; `version` is undefined where nothing of it says one. */
export interface IstiodVersion {
  version: string | undefined;
  revision: string;
  /** Where the version was read, or the istiod that says none. */
  source: string;
}

export function istiodVersion(workload: IstiodWorkload): IstiodVersion {
  const { version, source, assumed } = versionOf(workload);
  const revision = workload.labels['istio.io/rev'] ?? 'default';
  return assumed ? { version: undefined, revision, source: workload.label } : { version, revision, source };
}
