import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect } from 'chai';

const SOURCES = resolve(import.meta.dirname, '../../src/sources');

/** Packages that importing a module loads at once, also through others; `await import()` does not count. */
function packagesOf(file: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(file)) return packages;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, names = '', from = ''] of text.matchAll(/^(?:import|export) ([^;]*?)from '([^']+)'/gms)) {
    if (names.startsWith('type ')) continue;
    if (!from.startsWith('.')) packages.add(from);
    else packagesOf(resolve(dirname(file), from.replace(/\.js$/, '.ts')), seen, packages);
  }
  return packages;
}

const thirdParty = (file: string): string[] =>
  [...packagesOf(resolve(SOURCES, file))].filter((name) => !name.startsWith('node:'));

describe('sources: what is loaded', () => {
  it('loads nothing to begin with, and no package to read JSON', () => {
    expect(thirdParty('read.ts')).to.deep.equal([]);
    expect(thirdParty('files/read-files.ts')).to.deep.equal([]);
  });

  it('loads js-yaml for YAML only, and the client for clusters only', () => {
    expect(thirdParty('files/yaml-documents.ts')).to.deep.equal(['js-yaml']);
    expect(thirdParty('live/read-live.ts')).to.deep.equal(['@kubernetes/client-node']);
  });
});
