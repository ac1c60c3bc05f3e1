import { distinct } from '../../../model/distinct.js';
import type { Ingress } from '../../../model/kubernetes-ingress.js';
import type { Resource } from '../../../model/resource.js';
import type { Dump } from './dump.js';

const FILE = /(?:^|\/)cluster\/(k8s-resources|k8s-cluster-resources|crs|nodes|pods)$/;
/**
 * The files of an `istioctl bug-report` that hold objects; they have no ending in their names.
 * istio 1.24 and 1.30 tools/bug-report/pkg/content/content.go: GetK8sResources, GetCRs, GetNodeInfo, GetPodInfo
 */
export function isBugReportFile(path: string): boolean {
  return FILE.test(path.replaceAll('\\', '/'));
}

export function bugReport(paths: readonly string[]): Dump | undefined {
  const names = new Set(paths.flatMap((path) => FILE.exec(path.replaceAll('\\', '/'))?.[1] ?? []));
  if (names.size === 0) return undefined;
  return {
    tool: 'istioctl bug-report',
    holds: ({ kind, group, namespaced }, objects) => {
      const isCustom = group.endsWith('istio.io') || group === 'gateway.networking.k8s.io';
      // Every supported release of istioctl gets all kinds in one or two requests, and writes none of them when one fails.
      // Nobody asks for these, but they matter to Ingresses that name one alone.
      if (kind === 'IngressClass') return objects.some((one) => one.kind === kind) || !objects.some(namesClass);
      if (names.has(isCustom ? 'crs' : 'k8s-resources')) return (namespaced && someNamespaces(objects)) || true;
      const others = objects.filter((object) => object.kind === kind);
      if (kind === 'Pod' && others.length > 0) return { namespaces: distinct(others.map(namespaceOf)) };
      return others.length > 0;
    },
  };
}

function namesClass(object: Resource): boolean {
  return object.kind === 'Ingress' && (object as Ingress).spec?.ingressClassName !== undefined;
}

/** `--include` leaves namespaces out. Kubernetes puts a ConfigMap of this name into each. */
function someNamespaces(objects: readonly Resource[]): { namespaces: string[] } | undefined {
  const dumped = objects
    .filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'kube-root-ca.crt')
    .map(namespaceOf);
  const known = objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name);
  const all = dumped.length === 0 || known.every((name) => dumped.includes(name));
  return all ? undefined : { namespaces: dumped };
}

function namespaceOf({ metadata }: Resource): string {
  return metadata.namespace ?? 'default';
}
