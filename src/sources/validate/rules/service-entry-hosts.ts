import type { ServiceEntry } from '../../../model/istio.js';
import type { Rule } from './rule.js';

/** A ServiceEntry must not claim all names. istiod 1.28 pkg/config/validation/validation.go: ValidateServiceEntry */
export const serviceEntryHosts: Rule = (resource) => {
  const { hosts } = (resource as ServiceEntry).spec ?? {};
  return (hosts ?? []).flatMap((host, index) =>
    host === '*'
      ? [{ path: `spec.hosts[${String(index)}]`, message: `"*" alone is no host. Istio's webhook refuses it.` }]
      : [],
  );
};
