import { expect } from 'chai';
import { KEPT_VARIABLES } from '../../../src/model/istiod-environment.js';
import { metadataVariable, PORT_VARIABLES, PROXY_METADATA } from '../../../src/model/proxy-metadata.js';
import type { Resource } from '../../../src/model/resource.js';
import { redact } from '../../../src/sources/snapshot/redact.js';
import { engineOn } from '../../xds/support/mesh.js';

type Container = Record<string, unknown>;

/** Every variable, to whose value nothing but its name leads. */
const names = [...KEPT_VARIABLES];
const values = Object.fromEntries(names.map((name) => [name, `of-${name.toLowerCase()}`]));

const istiod = (container: Container): Resource => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'istiod', namespace: 'istio-system', labels: { app: 'istiod' } },
  spec: { template: { spec: { containers: [{ name: 'discovery', image: 'pilot:1.28.2', ...container }] } } },
});

const configMap = (data: Record<string, string>): Resource => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'istio-system' },
  data,
});

async function environmentOf(resources: Resource[]): Promise<unknown> {
  const { snapshot } = await engineOn('test', resources);
  return snapshot.controlPlanes.map(({ env }) => env);
}

describe('a redacted snapshot', () => {
  const forms: Record<string, Resource[]> = {
    'as values': [istiod({ env: names.map((name) => ({ name, value: values[name] })) })],
    'as keys of a ConfigMap': [
      istiod({
        env: names.map((name, i) => ({
          name,
          valueFrom: { configMapKeyRef: { name: 'settings', key: `key${i}` } },
        })),
      }),
      configMap(Object.fromEntries(names.map((name, i) => [`key${i}`, values[name]!]))),
    ],
    'as a whole ConfigMap': [istiod({ envFrom: [{ configMapRef: { name: 'settings' } }] }), configMap(values)],
    'as a whole ConfigMap with a prefix': [
      istiod({ envFrom: [{ prefix: 'PILOT_', configMapRef: { name: 'settings' } }] }),
      configMap(
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace(/^PILOT_/, ''), value])),
      ),
    ],
  };
  for (const [form, resources] of Object.entries(forms)) {
    it(`keeps every variable of istiod that decides answers, given ${form}`, async () => {
      const before = await environmentOf(resources);
      expect(JSON.stringify(before)).to.include('of-pilot_enable_ambient');
      const decisive = (envs: unknown) =>
        (envs as Record<string, string>[]).map((env) =>
          Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
        );
      expect(decisive(await environmentOf(redact(resources)))).to.deep.equal(decisive(before));
    });
  }

  it('keeps the metadata of a proxy that decides answers', () => {
    const metadata = PROXY_METADATA.map(metadataVariable);
    const proxyMetadata = Object.fromEntries(metadata.map((name) => [name, 'kept']));
    const config = { discoveryAddress: 'istiod.istio-system.svc:15012', proxyMetadata };
    const env = [
      ...metadata.map((name) => ({ name, value: 'kept' })),
      ...PORT_VARIABLES.map((name) => ({ name, value: '15091' })),
      { name: 'PROXY_CONFIG', value: JSON.stringify(config) },
    ];
    const pod: Resource = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { containers: [{ name: 'istio-proxy', image: 'proxyv2:1.28.2', env }] },
    };
    const [kept] = redact([pod]) as { spec: { containers: { env: unknown }[] } }[];
    expect(kept!.spec.containers[0]!.env).to.deep.equal(env);
  });
});
