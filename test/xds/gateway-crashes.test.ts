import { expect } from 'chai';
import { groundOf } from '../../src/explain/ground.js';
import { meshOf, pod } from './support/mesh.js';

/** Each was put before istiod 1.30.3: it crashed, or did not. */
const HOSTS: [crashes: boolean, hosts: string[]][] = [
  [true, ['*/*', './x.com']],
  [true, ['*/*', '*/x.com']],
  [true, ['a.com', '*/*', './x.com']],
  [true, ['*/*', '*/*', './x.com']],
  [false, ['./x.com', '*/*']],
  [false, ['*/*', 'shop/x.com']],
  [false, ['*/*', 'x.com']],
  [false, ['*/*', '*/*']],
  [false, ['*/*']],
];

async function assumed(hosts: readonly string[], selector = 'gate', version = '1.30.3'): Promise<string[]> {
  const gateway = `
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: { name: public, namespace: edge }
spec:
  selector: { app: ${selector} }
  servers: [{ port: { number: 80, name: http, protocol: HTTP }, hosts: ${JSON.stringify(hosts)} }]
`;
  return groundOf(await meshOf(`${pod('gate-0', 'edge', 'router')}${gateway}`, { version })).assumed;
}

describe('a Gateway whose hosts follow those of every namespace', () => {
  for (const [crashes, hosts] of HOSTS) {
    it(`${crashes ? 'crashes' : 'does not crash'} istiod: ${hosts.join(' ')}`, async () => {
      const found = (await assumed(hosts)).filter((text) => text.includes('crashes on Gateway edge/public'));
      expect(found).to.have.length(crashes ? 1 : 0);
      if (crashes) expect(found[0]).to.include('when router edge/gate-0 connects');
    });
  }

  it('does nothing while no router serves it, or before the patches that brought it', async () => {
    expect(await assumed(['*/*', './x.com'], 'nobody')).to.deep.equal([]);
    for (const version of ['1.25.5', '1.26.4', '1.27.1'])
      expect(await assumed(['*/*', './x.com'], 'gate', version)).to.deep.equal([]);
    for (const version of ['1.26.5', '1.27.2', '1.28.0'])
      expect(await assumed(['*/*', './x.com'], 'gate', version)).to.have.length(1);
  });
});
