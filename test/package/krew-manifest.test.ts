import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { unreleased } from '../../scripts/package/krew/unreleased.js';
import { krewFaults } from './krew-rules.js';

const root = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Manifest {
  spec: { version: string; homepage: string; caveats: string; platforms: { uri: string }[] };
}

describe('krew-manifest.yaml', () => {
  const text = root('krew-manifest.yaml');
  const { spec } = load(text) as Manifest;
  const pjson = JSON.parse(root('package.json')) as { version: string; repository: { url: string } };

  it('is what npm run krew-manifest writes', () => {
    expect(text).to.equal(unreleased());
  });

  it("keeps krew's rules", () => {
    expect(krewFaults(text, 'mesh-registry.yaml')).to.deep.equal([]);
  });

  it('has the version and the host of package.json', () => {
    const { host, pathname } = new URL(pjson.repository.url.replace(/^git\+/, ''));
    expect(spec.version).to.equal(`v${pjson.version}`);
    for (const { uri } of spec.platforms) {
      expect(new URL(uri).host).to.equal(host);
      expect(new URL(uri).pathname).to.include(
        `${pathname.replace(/\.git$/, '')}/releases/download/v${pjson.version}/`,
      );
    }
  });

  it('names the rights that reading needs', () => {
    for (const word of ['"get"', '"list"', 'services', 'endpointslices', 'ConfigMaps']) {
      expect(spec.caveats).to.include(word);
    }
  });

  const spoiled: [from: string | RegExp, to: string, rule: RegExp][] = [
    ['v1alpha2', 'v1', /apiVersion/],
    ['name: mesh-registry', 'name: kube_Mesh', /name/],
    [/version: v0/, 'version: 0', /semver/],
    ['0'.repeat(64), 'abc', /sha256/],
    ['uri: https:', 'uri: http:', /uri/],
    ['.tar.gz', '.rpm', /uri/],
    ['.exe', '', /exe/],
    ['arch: arm64', 'arch: amd64', /overlap/],
    ['arch: arm64', 'arch: mips', /exist/],
    ['      arch: amd64', '      cpu: amd64', /os and arch/],
    ['from: LICENSE', 'from: README.md', /LICENSE/],
    ['shortDescription: Explain', 'shortDescription: A kubectl plugin to explain', /shortDescription/],
  ];
  for (const [from, to, rule] of spoiled) {
    it(`would not pass with ${to || `no ${String(from)}`}`, () => {
      const faults = krewFaults(text.replace(from, to), 'mesh-registry.yaml');
      expect(faults.join('\n')).to.match(rule);
    });
  }
});
