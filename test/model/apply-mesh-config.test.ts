import { expect } from 'chai';
import { applyMeshConfig } from '../../src/model/apply-mesh-config.js';
import { defaultMeshConfig } from '../../src/model/default-mesh-config.js';
import type { MeshConfig } from '../../src/model/mesh-config.js';

function apply(...documents: unknown[]): MeshConfig {
  return documents.reduce<MeshConfig>((config, document) => {
    const applied = applyMeshConfig(document, config);
    if ('rejected' in applied) throw new Error(applied.rejected.message);
    return applied.config;
  }, defaultMeshConfig());
}

describe('applyMeshConfig', () => {
  it('changes nothing for an empty document, and never its arguments', () => {
    const base = Object.freeze(defaultMeshConfig());
    expect(applyMeshConfig(null, base)).to.deep.equal({ config: base });
    expect(apply({})).to.deep.equal(base);
    apply({ extensionProviders: [{ name: 'envoy', x: {} }], defaultConfig: { proxyMetadata: { A: 'b' } } });
    expect(defaultMeshConfig()).to.deep.equal(base);
  });

  it('replaces fields, lists included', () => {
    const config = apply(
      { rootNamespace: 'a', defaultServiceExportTo: ['.'], outboundTrafficPolicy: { mode: 'REGISTRY_ONLY' } },
      { rootNamespace: 'b', defaultServiceExportTo: ['x', 'y'], outboundTrafficPolicy: {} },
    );
    expect(config.rootNamespace).to.equal('b');
    expect(config.defaultServiceExportTo).to.deep.equal(['x', 'y']);
    expect(config.outboundTrafficPolicy).to.deep.equal({});
  });

  it('takes an empty default list, and null, as not written', () => {
    const config = apply(
      { defaultServiceExportTo: ['.'], rootNamespace: 'a' },
      { defaultServiceExportTo: [], rootNamespace: null },
    );
    expect(config.defaultServiceExportTo).to.deep.equal(['*']);
    expect(config.rootNamespace).to.equal('a');
  });

  it('joins providers by name: the last wins in the place of the first', () => {
    const { extensionProviders } = apply(
      {
        extensionProviders: [
          { name: 'a', envoyExtAuthzHttp: { port: 1 } },
          { name: 'envoy', datadog: {} },
        ],
      },
      { extensionProviders: [{ name: 'a', envoyExtAuthzGrpc: { port: 2 } }] },
    );
    expect(extensionProviders).to.deep.equal([
      { name: 'prometheus', prometheus: {} },
      { name: 'stackdriver', stackdriver: {} },
      { name: 'envoy', datadog: {} },
      { name: 'a', envoyExtAuthzGrpc: { port: 2 } },
    ]);
  });

  it('merges the proxy config and its metadata, default providers, and trust domain aliases', () => {
    const config = apply(
      { defaultConfig: { proxyMetadata: { A: '1' } }, defaultProviders: { tracing: ['x'] }, trustDomainAliases: ['b'] },
      { defaultConfig: { proxyMetadata: { B: '2' } }, defaultProviders: { metrics: ['y'] }, trustDomainAliases: ['a'] },
    );
    expect(config.defaultConfig).to.deep.equal({
      discoveryAddress: 'istiod.istio-system.svc:15012',
      proxyMetadata: { A: '1', B: '2' },
    });
    expect(config.defaultProviders).to.deep.equal({ tracing: ['x'], metrics: ['y'] });
    expect(config.trustDomainAliases).to.deep.equal(['a', 'b']);
  });

  it('takes the names of the protocol buffers, but not inside the user’s maps', () => {
    const config = apply({
      root_namespace: 'a',
      extension_providers: [{ name: 'a', envoy_ext_authz_grpc: { service: 's', fail_open: true } }],
      discovery_selectors: [{ match_labels: { my_key: 'x' } }],
    });
    expect(config.rootNamespace).to.equal('a');
    expect(config.extensionProviders.at(-1)).to.deep.equal({
      name: 'a',
      envoyExtAuthzGrpc: { service: 's', failOpen: true },
    });
    expect(config.discoverySelectors).to.deep.equal([{ matchLabels: { my_key: 'x' } }]);
  });

  it('rejects what the decoder rejects', () => {
    const rejected = (document: unknown) => applyMeshConfig(document, defaultMeshConfig());
    expect(rejected([])).to.deep.equal({ rejected: { path: '', message: 'mesh config is not a mapping' } });
    expect(rejected({ discoverySelectors: {} })).to.deep.equal({
      rejected: { path: 'discoverySelectors', message: 'discoverySelectors is not a list of label selectors' },
    });
    expect(rejected({ serviceEntryVisibility: { policies: [{ matchingRules: {} }] } })).to.deep.equal({
      rejected: {
        path: 'serviceEntryVisibility',
        message: 'serviceEntryVisibility policies is not a list of policies',
      },
    });
    expect(rejected({ zoneAwareLbSetting: { failoverPriority: 'app' } })).to.deep.equal({
      rejected: { path: 'zoneAwareLbSetting', message: 'zoneAwareLbSetting failoverPriority is not a list of text' },
    });
  });
});
