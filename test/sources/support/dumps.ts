import { dump } from 'js-yaml';
import { apiGroup, type Resource } from '../../../src/model/resource.js';

/** Content by path. */
export type Files = Record<string, string>;

const CLUSTER_SCOPED = ['Node', 'Namespace', 'MutatingWebhookConfiguration'];

const yaml = (items: readonly Resource[]): string => dump({ apiVersion: 'v1', items, kind: 'List' });
const rootCertificate = (namespace: string): Resource => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'kube-root-ca.crt', namespace },
});

/** A mesh as `istioctl bug-report` lays it out, whole or `--include`d. */
export function bugReport(resources: readonly Resource[], included?: readonly string[]): Files {
  const namespaces = resources.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name);
  const held = resources.filter(
    ({ metadata }) => metadata.namespace === undefined || (included?.includes(metadata.namespace) ?? true),
  );
  const custom = held.filter((resource) => apiGroup(resource).endsWith('istio.io'));
  const plain = held.filter((resource) => !custom.includes(resource));
  return {
    'bug-report/versions': 'CLI version:\n1.28.2',
    'bug-report/bug-report.log': '{ not JSON\n',
    'bug-report/cluster/crs': yaml(custom),
    'bug-report/cluster/events': 'NAMESPACE   LAST SEEN   TYPE\n',
    'bug-report/cluster/k8s-cluster-resources': yaml(plain.filter(({ kind }) => CLUSTER_SCOPED.includes(kind))),
    'bug-report/cluster/k8s-resources': yaml([
      ...plain.filter(({ kind }) => !CLUSTER_SCOPED.includes(kind)),
      ...(included ?? namespaces).map(rootCertificate),
    ]),
    'bug-report/cluster/nodes': yaml(plain.filter(({ kind }) => kind === 'Node')),
    'bug-report/cluster/secrets': 'NAMESPACE   NAME   TYPE   DATA   AGE\n',
    'bug-report/istio/istio-system/istiod-0/debug/registryz': '[]',
    'bug-report/istio/istio-system/istiod-0/discovery.log': '{ not JSON\n',
    'bug-report/proxies/shop/checkout-0/config_dump?include_eds': '{}',
  };
}

const LISTS: Record<string, string> = {
  services: 'Service',
  deployments: 'Deployment',
  replicasets: 'ReplicaSet',
  pods: 'Pod',
  events: 'Event',
  daemonsets: 'DaemonSet',
  'replication-controllers': 'ReplicationController',
};

/** A mesh as `kubectl cluster-info dump --output-directory` lays it out: items of lists have no type. */
export function clusterInfo(
  resources: readonly Resource[],
  namespaces: readonly string[],
  format: 'json' | 'yaml' = 'json',
): Files {
  const write =
    format === 'json' ? (value: unknown) => JSON.stringify(value, undefined, 4) : (value: unknown) => dump(value);
  const list = (kind: string, namespace?: string): string => {
    const items = resources
      .filter((one) => one.kind === kind && one.metadata.namespace === namespace)
      .map((resource) => ({ ...resource, apiVersion: undefined, kind: undefined }));
    const apiVersion = ['Deployment', 'ReplicaSet', 'DaemonSet'].includes(kind) ? 'apps/v1' : 'v1';
    return write({ kind: `${kind}List`, apiVersion, metadata: { resourceVersion: '1' }, items });
  };
  const files: Files = { [`nodes.${format}`]: list('Node') };
  for (const namespace of namespaces) {
    for (const [name, kind] of Object.entries(LISTS)) files[`${namespace}/${name}.${format}`] = list(kind, namespace);
    files[`${namespace}/some-pod/logs.txt`] = '==== START logs for container x of pod y/z ====\n{ not JSON\n';
  }
  return files;
}
