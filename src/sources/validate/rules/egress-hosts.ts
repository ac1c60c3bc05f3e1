import type { Sidecar } from '../../../model/istio.js';
import type { Misfit } from '../check-shape.js';
import type { Rule } from './rule.js';

/** Every egress listener of a Sidecar has hosts, each as `namespace/host`.
 *  istiod 1.28 pkg/config/validation/agent/validation.go: ValidateNamespaceSlashWildcardHostname */
export const egressHosts: Rule = (resource) => {
  return ((resource as Sidecar).spec?.egress ?? []).flatMap(({ hosts }, index): Misfit[] => {
    const path = `spec.egress[${String(index)}].hosts`;
    if (!hosts || hosts.length === 0) {
      return [{ path, message: "is empty. Istio's webhook refuses an egress listener without hosts." }];
    }
    return hosts.flatMap((host, at) => {
      const message = hostProblem(host);
      return message === undefined ? [] : [{ path: `${path}[${String(at)}]`, message }];
    });
  });
};

function hostProblem(host: string): string | undefined {
  const slash = host.indexOf('/');
  const text = JSON.stringify(host);
  if (slash < 0) {
    return `${text} has no namespace: write it as namespace/host, such as ./${host} or */${host}. Istio's webhook refuses it.`;
  }
  if (slash === 0 || slash === host.length - 1)
    return `${text} lacks a namespace or a host. Istio's webhook refuses it.`;
  return undefined;
}
