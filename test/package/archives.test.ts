import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { tarGz } from '../../scripts/package/tar.js';
import { zip } from '../../scripts/package/zip.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ENTRIES = [
  { name: 'program', content: Buffer.from('#!/bin/sh\necho it runs\n'), executable: true },
  { name: 'empty', content: Buffer.alloc(0) },
  { name: 'blocks', content: Buffer.alloc(1024, 'x') },
];

describe('archives', () => {
  const folder = temporaryFolder('test');

  const unpacked = {
    'tar.gz': () => execFileSync('tar', ['xzf', 'a.tar.gz'], { cwd: folder() }),
    // Python comes with the systems that have no unzip.
    zip: () =>
      execFileSync('python3', ['-c', "import zipfile; zipfile.ZipFile('a.zip').extractall()"], { cwd: folder() }),
  };
  for (const [format, pack] of [
    ['tar.gz', tarGz],
    ['zip', zip],
  ] as const) {
    it(`${format} gives its files back`, () => {
      writeFileSync(join(folder(), `a.${format}`), pack(ENTRIES));
      unpacked[format]();
      for (const { name, content } of ENTRIES) expect(readFileSync(join(folder(), name))).to.deep.equal(content);
    });

    it(`${format} is the same every time`, () => {
      expect(pack(ENTRIES).equals(pack(ENTRIES))).to.equal(true);
    });
  }

  it('tar.gz keeps what is executable', () => {
    writeFileSync(join(folder(), 'a.tar.gz'), tarGz(ENTRIES));
    unpacked['tar.gz']();
    expect(statSync(join(folder(), 'program')).mode & 0o777).to.equal(0o755);
    expect(execFileSync(join(folder(), 'program'), { encoding: 'utf8' })).to.equal('it runs\n');
  });
});
