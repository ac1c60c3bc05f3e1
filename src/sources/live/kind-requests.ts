import { KINDS, type KindInfo } from '../kinds.js';
import type { ListOptions } from './list-pages.js';
import { DISCOVERED } from './served-versions.js';

/** Only names, labels and owners, where the rest decides nothing. */
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** How a kind is listed, where it is not simply all of it. */
const SPECIAL: Record<string, ListOptions> = {
  Deployment: { labelSelector: 'app=istiod' },
  // The link from Pods to Deployments and CronJobs.
  ReplicaSet: { accept: METADATA_ONLY },
  Job: { accept: METADATA_ONLY },
  MutatingWebhookConfiguration: { labelSelector: 'app=sidecar-injector' },
  CustomResourceDefinition: { accept: METADATA_ONLY },
};

/** The kinds that are listed; ConfigMaps are read by name. */
export const LISTED: readonly KindInfo[] = KINDS.filter(({ kind }) => kind !== 'ConfigMap');

/** What counts of a remote cluster, what tells the workloads there, and whether it has an istiod of its own. */
const OF_REMOTES = new Set([
  ...['Namespace', 'Node', 'Service', 'Pod', 'EndpointSlice', 'WorkloadEntry'],
  ...['ServiceImport', 'ServiceExport', 'ReplicaSet', 'Job', 'Deployment'],
]);

export const LISTED_OF_REMOTES: readonly KindInfo[] = LISTED.filter(({ kind }) => OF_REMOTES.has(kind));

export function listOptions({ group, kind }: KindInfo): ListOptions {
  // What a custom resource holds is free: another of its fields may have the name.
  if ((DISCOVERED as readonly string[]).includes(group)) return {};
  return { ...SPECIAL[kind], withoutManagedFields: true };
}
