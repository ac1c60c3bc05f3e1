import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import { connectionFor } from '../../src/sources/live/connection.js';
import type { ReadFlags } from '../../src/sources/read.js';
import { KUBECONFIG } from './support/api.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const KUBECONFIG_OF = (server: string) => `
current-context: a
contexts: [{ name: a, context: { cluster: a } }]
clusters: [{ name: a, cluster: { server: '${server}' } }]
`;

describe('sources: kubeconfig', () => {
  const home = temporaryFolder();

  const file = (name: string, text: string): string => {
    const path = join(home(), name);
    writeFileSync(path, text);
    return path;
  };

  const connect = (flags: ReadFlags, env: Record<string, string> = {}) => connectionFor(flags, { env, home: home() });

  it('takes the current context, or the one that is named', () => {
    const connection = connect({ kubeconfig: KUBECONFIG });
    expect(connection.context).to.equal('mesh');
    expect(connection.namespace).to.equal('default');
    expect(connection.user?.token).to.equal('from-file');
    expect(connect({ kubeconfig: KUBECONFIG, context: ['shop'] }).namespace).to.equal('shop');
    expect(connect({ kubeconfig: KUBECONFIG, context: ['shop'], namespace: 'other' }).namespace).to.equal('other');
  });

  it('joins the files of KUBECONFIG: the first entry of a name counts, missing files do not', () => {
    const second = file(
      'second.yaml',
      `
current-context: other
contexts: [{ name: other, context: { cluster: second, user: dev, namespace: far } }]
clusters:
  - { name: mesh, cluster: { server: 'https://not-this:6443' } }
  - { name: second, cluster: { server: 'https://second:6443' } }
users: [{ name: dev, user: { token: not-this } }]
`,
    );
    const env = { KUBECONFIG: [join(home(), 'missing.yaml'), KUBECONFIG, second].join(delimiter) };
    expect(connect({}, env).cluster.server).to.equal('https://mesh.example:6443');
    const other = connect({ context: ['other'] }, env);
    expect(other.cluster.server).to.equal('https://second:6443');
    expect(other.user?.token).to.equal('from-file');
    expect(other.namespace).to.equal('far');
  });

  it('takes another cluster and user than the context has', () => {
    expect(connect({ kubeconfig: KUBECONFIG, user: 'plugin' }).user?.name).to.equal('plugin');
    expect(connect({ kubeconfig: KUBECONFIG, cluster: 'mesh' }).cluster.name).to.equal('mesh');
  });

  it('goes through the proxy of the environment', () => {
    const proxy = { HTTPS_PROXY: 'proxy.example:3128' };
    expect(connect({ kubeconfig: KUBECONFIG }, proxy).cluster.proxyUrl).to.equal('http://proxy.example:3128');
    for (const NO_PROXY of ['.example', 'mesh.example', '10.0.0.0/8,*.example', '*']) {
      expect(connect({ kubeconfig: KUBECONFIG }, { ...proxy, NO_PROXY }).cluster.proxyUrl, NO_PROXY).to.equal(
        undefined,
      );
    }
  });

  const broken: [string, () => [ReadFlags, Record<string, string>?], string | RegExp][] = [
    ['no kubeconfig', () => [{}], 'No kubeconfig: there is no ~/.kube/config, and KUBECONFIG is not set.'],
    ['a missing file', () => [{ kubeconfig: '/no/such' }], '--kubeconfig /no/such: no such file.'],
    ['only missing files', () => [{}, { KUBECONFIG: '/no/such' }], 'KUBECONFIG=/no/such: no such file.'],
    [
      'an unknown context',
      () => [{ kubeconfig: KUBECONFIG, context: ['moon'] }],
      'The kubeconfig has no context "moon".',
    ],
    ['an unknown user', () => [{ kubeconfig: KUBECONFIG, user: 'moon' }], 'The kubeconfig has no user "moon".'],
    [
      'an unknown cluster',
      () => [{ kubeconfig: KUBECONFIG, cluster: 'moon' }],
      'The kubeconfig has no cluster "moon".',
    ],
    [
      'a server that is no address',
      () => [{ kubeconfig: file('server', KUBECONFIG_OF('mesh.example')) }],
      'Cluster a of the kubeconfig has no usable server: "mesh.example".',
    ],
    ['an empty file', () => [{ kubeconfig: file('empty', '') }], 'The kubeconfig has no current context.'],
    ['broken YAML', () => [{ kubeconfig: file('broken', 'a: [') }], /broken: not a kubeconfig: /],
  ];
  for (const [what, flags, message] of broken) {
    it(`explains ${what}`, () => {
      const attempt = () => connect(...flags());
      if (typeof message === 'string') expect(attempt).to.throw(Error, message).with.property('name', 'ReadError');
      else expect(attempt).to.throw(message).with.property('name', 'ReadError');
    });
  }
});
