import { distinct } from '../../model/distinct.js';
import type { Pod } from '../../model/kubernetes.js';
import type { Resource } from '../../model/resource.js';
import { findIstiods } from '../control-plane/find-istiods.js';

/**
 * The name by which istiod knows a Kubernetes cluster, as the cluster itself says it: its own istiod's CLUSTER_ID, else what
 * the injected proxies carry. The key of the remote secret, which is the name itself, is content that nobody reads here.
 * Undefined where neither says one, or several.
 */
export function clusterNameOf(resources: readonly Resource[]): string | undefined {
  const ofIstiods = findIstiods(resources).flatMap(({ container }) => valuesOf(container.env, 'CLUSTER_ID'));
  const names = distinct(ofIstiods.length > 0 ? ofIstiods : ofProxies(resources));
  return names.length === 1 ? names[0] : undefined;
}

function ofProxies(resources: readonly Resource[]): string[] {
  const pods = resources.filter(({ kind }) => kind === 'Pod') as Pod[];
  return pods.flatMap(({ spec }) =>
    [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
      .filter(({ name }) => name === 'istio-proxy')
      .flatMap(({ env }) => valuesOf(env, 'ISTIO_META_CLUSTER_ID')),
  );
}

function valuesOf(env: readonly { name: string; value?: string }[] | undefined, name: string): string[] {
  return (env ?? []).flatMap((variable) => (variable.name === name && variable.value ? [variable.value] : []));
}
