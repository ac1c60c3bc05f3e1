import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { COMPLETION_EXECUTABLE, COMPLETION_SCRIPT } from '../src/cli/completion/script.js';
import type { Entry } from './package/archive-entry.js';
import { archiveOf, NODE_ARCHIVE, SBOM_FILE, SUMS_FILE } from './package/artifacts.js';
import { bundle } from './package/bundle.js';
import { executable, programBlob } from './package/executable.js';
import { thirdPartyLicences } from './package/licences.js';
import { manifestYaml } from './package/krew/manifest.js';
import { nodeLicence } from './package/node-binary.js';
import { OUT, ROOT } from './package/root.js';
import { sbom } from './package/sbom.js';
import { binaryOf, nameOf, targetNamed, TARGETS } from './package/targets.js';
import { tarGz } from './package/tar.js';
import { zip } from './package/zip.js';

/**
 * Builds what a release consists of into release/: an archive for Node, one with a single executable for each platform (or
 * only for those named as arguments, as linux_amd64, `host` or `none`), SBOM, sums, and krew's manifest of what was built.
 */
const named = process.argv.slice(2);
const targets = named.length > 0 ? named.filter((name) => name !== 'none').map(targetNamed) : TARGETS;

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const sums = new Map<string, string>();

function write(name: string, content: Buffer | string): void {
  writeFileSync(join(OUT, name), content);
  sums.set(name, createHash('sha256').update(content).digest('hex'));
  console.log(`release/${name}  ${(content.length / 1e6).toFixed(1)} MB`);
}

const built = await bundle(join(OUT, 'bundle'));
const licences = thirdPartyLicences(built.metafile);
const bom = sbom(built.metafile);

const file = (name: string, content: Buffer | string): Entry => ({ name, content: Buffer.from(content) });
const program = (name: string, content: Buffer | string): Entry => ({ ...file(name, content), executable: true });
const common = [
  file('LICENSE', readFileSync(join(ROOT, 'LICENSE'))),
  file('README.md', readFileSync(join(ROOT, 'README.md'))),
  file(SBOM_FILE, bom),
];
const completion = program(COMPLETION_EXECUTABLE, COMPLETION_SCRIPT);

write(
  NODE_ARCHIVE,
  tarGz([
    program('kubectl-mesh_registry', readFileSync(built.loader)),
    ...built.others.map((path) => file(basename(path), readFileSync(path))),
    // Or a package.json of a folder above could make the program an ES module.
    file('package.json', '{ "type": "commonjs" }\n'),
    ...[completion, ...common, file('THIRD-PARTY-LICENSES.txt', licences)],
  ]),
);
write(SBOM_FILE, bom);

if (targets.length > 0) {
  const blob = programBlob(built);
  const allLicences = file('THIRD-PARTY-LICENSES.txt', `${licences}\n${'='.repeat(80)}\nNode.js\n\n${nodeLicence()}`);
  for (const target of targets) {
    const path = join(OUT, 'bundle', `${nameOf(target)}-${binaryOf(target)}`);
    await executable(target, blob, path);
    const entries = [program(binaryOf(target), readFileSync(path)), ...common, allLicences];
    // The completion of kubectl is a shell script.
    const windows = target.os === 'windows';
    write(archiveOf(target), windows ? zip(entries) : tarGz([completion, ...entries]));
  }
}

writeFileSync(join(OUT, SUMS_FILE), [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(''));
writeFileSync(
  join(OUT, 'mesh-registry.yaml'),
  manifestYaml(targets, (target) => sums.get(archiveOf(target))!),
);
