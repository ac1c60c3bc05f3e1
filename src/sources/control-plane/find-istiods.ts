import type { Resource } from '../../model/resource.js';
import type { ReadFlags } from '../loaded.js';
import type { Container, IstiodWorkload } from './workload.js';

interface PodSpec {
  containers?: Container[];
}

/**
 * Every istiod among the objects, in the namespace of `-i` when it is given:
 * Deployments labelled `app: istiod`, else Pods that run one (vendors rename Deployments).
 */
export function findIstiods(
  resources: readonly Resource[],
  { istioNamespace }: Pick<ReadFlags, 'istioNamespace'> = {},
): IstiodWorkload[] {
  const all = allIstiods(resources);
  return istioNamespace === undefined ? all : all.filter(({ namespace }) => namespace === istioNamespace);
}

function allIstiods(resources: readonly Resource[]): IstiodWorkload[] {
  const deployments = resources.filter(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.labels?.app === 'istiod',
  );
  const found = deployments.flatMap((resource) => {
    const template = (resource.spec as { template?: { spec?: PodSpec } } | undefined)?.template;
    return istiodIn(resource, template?.spec, () => true);
  });
  if (found.length > 0) return found;
  const pods = resources
    .filter(({ kind }) => kind === 'Pod')
    .flatMap((resource) => istiodIn(resource, resource.spec as PodSpec, ({ args }) => args?.[0] === 'discovery'));
  return pods.filter((pod, index) => index === pods.findIndex((other) => sameIstiod(pod, other)));
}

function istiodIn(
  { kind, metadata }: Resource,
  spec: PodSpec | undefined,
  accept: (container: Container) => boolean,
): IstiodWorkload[] {
  const container = spec?.containers?.find(({ name }) => name === 'discovery');
  if (!container || !accept(container)) return [];
  const { name, namespace = 'default', labels = {} } = metadata;
  return [{ label: `${kind} ${namespace}/${name}`, kind, name, namespace, labels, container }];
}

/** Replicas of one istiod. */
function sameIstiod(a: IstiodWorkload, b: IstiodWorkload): boolean {
  return a.namespace === b.namespace && a.labels['istio.io/rev'] === b.labels['istio.io/rev'];
}
