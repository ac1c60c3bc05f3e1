import { expect } from 'chai';
import { load } from 'js-yaml';
import { withMeshConfig } from '../../src/cli/mesh-config-patch.js';
import { run } from '../explain/support/run.js';

/** What a fix of the mesh config becomes where the ConfigMap holds this text. */
async function patched(mesh: string, field = 'port', value: string | number = 9191): Promise<unknown> {
  const edit = {
    configMap: { namespace: 'istio-system', name: 'istio' },
    provider: 'authz',
    kind: 'envoyExtAuthzGrpc',
  };
  const resource = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'istio', namespace: 'istio-system' },
    data: { mesh },
  };
  const answer = { items: [{ fix: { yaml: [], meshConfig: [{ ...edit, field, value }] } }] };
  const { items } = await withMeshConfig(answer, [resource]);
  return items[0]!.fix.yaml[0];
}

const text = (patch: unknown) => (patch as { data: { mesh: string } }).data.mesh;

describe('a fix of the mesh config', () => {
  it('changes one field of the text and leaves comments and order', async () => {
    const before =
      '# ours\ntrustDomain: td\nextensionProviders:\n  - name: authz # asks\n    envoyExtAuthzGrpc:\n      port: 80\n';
    expect(text(await patched(before))).to.equal(before.replace('80', '9191'));
  });

  it('renames a provider beside its settings', async () => {
    const before = 'extensionProviders:\n  - name: authz\n    envoyExtAuthzGrpc:\n      port: 80\n';
    expect(text(await patched(before, 'name', 'other'))).to.equal(before.replace('authz\n', 'other\n'));
  });

  it('takes JSON, and names of the protocol buffer', async () => {
    const json = '{"extension_providers":[{"name":"authz","envoy_ext_authz_grpc":{"port":80}}]}';
    expect(load(text(await patched(json)))).to.deep.equal(JSON.parse(json.replace('80', '9191')));
  });

  it('adds a field where the provider has none, in the form of its mapping', async () => {
    const block = 'extensionProviders:\n- name: authz\n  envoyExtAuthzGrpc:\n    service: a.b # c\n';
    expect(text(await patched(block))).to.equal(block.replace('service', 'port: 9191\n    service'));
    const flow = 'extensionProviders: [{ name: authz, envoyExtAuthzGrpc: { service: a.b } }]\n';
    expect(text(await patched(flow))).to.equal(flow.replace('{ service', '{"port": 9191,  service'));
    const empty = 'extensionProviders: [{ name: authz, envoyExtAuthzGrpc: {} }]\n';
    expect(text(await patched(empty))).to.equal(empty.replace('{}', '{"port": 9191}'));
  });

  it('replaces text in quotes with its quotes', async () => {
    const before = 'extensionProviders:\n  - name: "authz" # asks\n    envoyExtAuthzGrpc: { service: \'a.b\' }\n';
    expect(text(await patched(before, 'service', 'yes'))).to.equal(before.replace("'a.b'", '"yes"'));
    expect(text(await patched(before, 'name', 'yes'))).to.equal(before.replace('"authz"', '"yes"'));
  });

  it('gives the changed provider alone where its settings stand elsewhere or over several lines', async () => {
    const provider = { extensionProviders: [{ name: 'authz', envoyExtAuthzGrpc: { service: 'c' } }] };
    for (const settings of ['*s', '{ service: *t }', '\n      service: |-\n        a']) {
      const mesh = `s: &s { service: &t b }\nextensionProviders:\n  - name: authz\n    envoyExtAuthzGrpc: ${settings}\n`;
      expect(await patched(mesh, 'service', 'c')).to.deep.equal(provider);
    }
  });

  it('is the changed provider alone where the text must not be pasted or does not have it', async () => {
    const provider = { extensionProviders: [{ name: 'authz', envoyExtAuthzGrpc: { port: 9191 } }] };
    for (const mesh of [
      'trustDomain: td\n',
      'token: redacted\nextensionProviders: [{ name: authz, envoyExtAuthzGrpc: {} }]\n',
    ])
      expect(await patched(mesh)).to.deep.equal(provider);
  });

  it('is asked for one workload', async () => {
    const { exit, stderr } = await run('ext-authz', '-A', '--fix', '-f', 'examples/mesh');
    expect(exit).to.equal(2);
    expect(stderr).to.include('--fix is for one WORKLOAD');
  });
});
