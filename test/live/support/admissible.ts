import type { Resource } from '../../../src/model/resource.js';

type Fields = Record<string, unknown>;

/** A recorded or hand-written object with what the API server asks for besides, and without what it sets itself. */
export function admissible(resource: Resource): Resource {
  const metadata = without(resource.metadata, 'uid', 'resourceVersion', 'creationTimestamp', 'managedFields');
  // No object has this uid, and nobody collects garbage here.
  const owners = metadata.ownerReferences?.map((owner) => ({ apiVersion: 'apps/v1', uid: 'none', ...owner }));
  const copy = { ...resource, metadata: { ...metadata, ...(owners && { ownerReferences: owners }) } };
  const complete = COMPLETE[resource.kind];
  return complete && !resource.apiVersion.includes('istio.io') ? complete(copy) : copy;
}

function without<T extends object>(object: T, ...fields: string[]): T {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field))) as T;
}

const COMPLETE: Record<string, (resource: Resource) => Resource> = {
  Pod: (pod) => ({ ...pod, spec: podSpec((pod.spec ?? {}) as Fields) }),
  Deployment: withTemplate,
  ReplicaSet: withTemplate,
  Namespace: (namespace) => without(namespace, 'spec', 'status'),
};

function withTemplate(resource: Resource): Resource {
  const spec = (resource.spec ?? {}) as Fields;
  const selector = spec.selector as { matchLabels?: object } | undefined;
  const labels = selector?.matchLabels ?? { app: resource.metadata.name };
  const template = (spec.template ?? { metadata: { labels } }) as Fields;
  return {
    ...resource,
    spec: {
      selector: { matchLabels: (template.metadata as Fields | undefined)?.labels ?? labels },
      ...spec,
      template: { ...template, spec: podSpec((template.spec ?? {}) as Fields) },
    },
  };
}

function podSpec(spec: Fields): Fields {
  const containers = (spec.containers ?? [{ name: 'app' }]) as Fields[];
  const withImage = (container: Fields) => ({ image: 'app', ...container });
  return {
    ...spec,
    containers: containers.map(withImage),
    ...(Array.isArray(spec.initContainers) && { initContainers: (spec.initContainers as Fields[]).map(withImage) }),
  };
}
