import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { withMeshConfig } from '../../src/cli/mesh-config-patch.js';
import type { Fix } from '../../src/explain/explanation.js';
import { explainExtAuthz } from '../../src/explain/ext-authz/ext-authz.js';
import type { ExtAuthzReport } from '../../src/explain/ext-authz/report.js';
import { proxyKey } from '../../src/model/proxy.js';
import type { Resource } from '../../src/model/resource.js';
import { read } from '../../src/sources/read.js';
import { entry, meshOf, pod } from '../xds/support/mesh.js';
import { engineOn, fixed } from './support/patch.js';

const CASES = 'test/explain/cases';

interface Call {
  fix?: Fix;
  missing?: string;
  works: boolean;
  id: string;
}

function callsOf({ items, handWritten, providers = [] }: ExtAuthzReport): Call[] {
  return [
    ...items.map((item) => ({ ...item, id: `${item.policy.namespace}/${item.policy.name}` })),
    ...handWritten.map((call) => ({ ...call, id: `${call.by.namespace}/${call.by.name} ${call.name}` })),
    ...providers.map((call) => ({ ...call, id: `${call.name} ${call.use}` })),
  ];
}

async function askAll(name: string, resources: readonly Resource[]): Promise<Map<string, Call[]>> {
  const mesh = await engineOn(name, resources);
  const answers = new Map<string, Call[]>();
  for (const proxy of mesh.proxies) {
    const report = await withMeshConfig(explainExtAuthz(mesh, proxy, { allProviders: true }), resources);
    answers.set(proxyKey(proxy), callsOf(report));
  }
  return answers;
}

describe('fixes of ext-authz', () => {
  it('make the call work, or leave nothing but endpoints to bring, when they are applied and run from scratch', async function () {
    let proven = 0;
    for (const name of readdirSync(CASES)) {
      const { snapshot } = await read({ filename: [`${CASES}/${name}/mesh.yaml`] });
      const { resources } = snapshot;
      if (!resources.some(({ kind }) => ['AuthorizationPolicy', 'EnvoyFilter', 'Telemetry'].includes(kind))) continue;
      for (const [key, calls] of await askAll(name, resources)) {
        for (const { fix, id, works, missing } of calls) {
          if (works) expect(fix ?? missing, `${name} ${key} ${id}`).to.equal(undefined);
          if (!fix) continue;
          proven++;
          const after = (await askAll(name, fixed(resources, fix))).get(key)!.find((call) => call.id === id)!;
          if (!after.works) expect(`${after.missing}`, `${name} ${key} ${id}`).to.match(/^a ready endpoint/);
          else expect(fix.summary).to.not.include('missing then');
        }
      }
    }
    expect(proven).to.be.at.least(15);
    this.test!.title += ` (${proven})`;
  }).timeout(180_000);

  const policy = (provider: string) => `
apiVersion: security.istio.io/v1
kind: AuthorizationPolicy
metadata: { name: ask, namespace: a }
spec: { action: CUSTOM, provider: { name: ${provider} }, rules: [{}] }
---`;

  /** What helps, or what is missing. */
  async function help(settings: string, { name = 'authz', ports = GRPC, more = '', host = 'auth.example.com' } = {}) {
    const spec = `hosts: [${host}], resolution: STATIC, ports: [${ports}], endpoints: [{ address: 192.0.2.1 }]`;
    const mesh = await meshOf(entry('auth', 'b', spec) + policy(name) + more + pod('client', 'a'), {
      meshConfig: `extensionProviders: [{ name: authz, envoyExtAuthzGrpc: { ${settings} } }]`,
    });
    const { items } = explainExtAuthz(mesh, mesh.proxies[0]!, { allProviders: false });
    return items[0]!.fix?.summary ?? `missing: ${items[0]!.missing}`;
  }
  const GRPC = '{ number: 80, name: grpc, protocol: GRPC }';
  const HTTP = '{ number: 8080, name: http, protocol: HTTP }';

  it('are for the port, the one that speaks what the provider speaks first', async () => {
    const ports = `${HTTP}, ${GRPC}`;
    for (const port of [81, 0, 8080]) {
      expect(await help(`service: auth.example.com, port: ${port}`, { ports }), String(port)).to.equal(
        'set envoyExtAuthzGrpc.port 80 for provider authz in the mesh config',
      );
    }
  });

  it('declare the protocol where no port has it', async () => {
    expect(await help('service: auth.example.com, port: 8080', { ports: HTTP })).to.equal(
      'declare port 8080 of ServiceEntry b/auth to be gRPC',
    );
  });

  it('spell the host out, and correct a slip', async () => {
    const host = 'auth.b.svc.cluster.local';
    expect(await help('service: auth.b, port: 80', { host })).to.match(/^set .*service auth.b.svc.cluster.local for/);
    expect(await help('service: auth.exmple.com, port: 80')).to.match(/^set .*service auth.example.com for/);
    expect(await help('service: z/auth.example.com, port: 80')).to.match(/^set .*service b\/auth.example.com for/);
    expect(await help('service: other.example.org, port: 80')).to.equal(
      'missing: a Service or ServiceEntry with host other.example.org that istiod reads',
    );
  });

  it('name the namespace whose service this proxy has', async () => {
    const spec = `hosts: [auth.example.com], resolution: STATIC, ports: [${GRPC}], exportTo: ["~"], endpoints: [{ address: 192.0.2.2 }]`;
    expect(await help('service: auth.example.com, port: 80', { more: entry('auth', 'aa', spec) })).to.match(
      /^set .*service b\/auth.example.com for/,
    );
  });

  it('name the provider that was meant, never one that merely exists', async () => {
    const settings = 'service: auth.example.com, port: 80';
    expect(await help(settings, { name: 'auhtz' })).to.equal(
      'name provider authz in AuthorizationPolicy a/ask, spec.provider.name',
    );
    expect(await help(settings, { name: 'login' })).to.equal(
      'missing: an ext_authz provider "login" in extensionProviders of the mesh config (there are: authz)',
    );
  });
});
