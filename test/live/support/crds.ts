import { setTimeout as sleep } from 'node:timers/promises';
import { KINDS, resourceName, type KindInfo } from '../../../src/sources/kinds.js';
import type { AdminApi } from './admin-api.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The versions in which the public API serves a kind, newest first. */
const VERSIONS: Record<string, string[]> = {
  'networking.istio.io': ['v1', 'v1beta1', 'v1alpha3'],
  'networking.istio.io/EnvoyFilter': ['v1alpha3'],
  'networking.istio.io/ProxyConfig': ['v1beta1'],
  'security.istio.io': ['v1', 'v1beta1'],
  'telemetry.istio.io': ['v1', 'v1alpha1'],
  'gateway.networking.k8s.io': ['v1', 'v1beta1'],
  'gateway.networking.k8s.io/GRPCRoute': ['v1'],
  'gateway.networking.k8s.io/TCPRoute': ['v1alpha2'],
  'gateway.networking.k8s.io/TLSRoute': ['v1alpha3', 'v1alpha2'],
  'gateway.networking.k8s.io/ReferenceGrant': ['v1beta1'],
  'multicluster.x-k8s.io': ['v1alpha1'],
};

export const CUSTOM_KINDS: readonly KindInfo[] = KINDS.filter(({ group }) => group in VERSIONS);

export function publicVersions({ group, kind }: KindInfo): readonly string[] {
  return VERSIONS[`${group}/${kind}`] ?? VERSIONS[group]!;
}

export function crdPath(info: KindInfo): string {
  return `${CRDS}/${resourceName(info)}`;
}

/** Istio's and the Gateway API's kinds, without schemas: only what a client sees of them matters here. */
export async function installCrds(api: AdminApi): Promise<void> {
  for (const info of CUSTOM_KINDS) await installCrd(api, info);
}

/** One kind, in the versions of the public API or in those given. */
export async function installCrd(
  api: AdminApi,
  info: KindInfo,
  versions: readonly string[] = publicVersions(info),
): Promise<void> {
  const { kind, group, plural, namespaced } = info;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await api.must('POST', CRDS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: resourceName(info),
      // The API server keeps the group k8s.io to approved definitions.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
    },
    spec: {
      group,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema,
        subresources: { status: {} },
      })),
    },
  });
  await served(api, info, versions[0]!, 200);
}

export async function removeCrd(api: AdminApi, info: KindInfo, version = publicVersions(info)[0]!): Promise<void> {
  await api.must('DELETE', crdPath(info));
  await served(api, info, version, 404);
}

/** The server's handlers follow a definition some moments later. */
async function served(api: AdminApi, { group, plural }: KindInfo, version: string, status: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if ((await api.send('GET', `/apis/${group}/${version}/${plural}?limit=1`)).status === status) return;
    await sleep(100);
  }
  throw new Error(`${plural}.${group} is not answered with ${String(status)}`);
}
