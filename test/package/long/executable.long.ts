import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { NODE_ARCHIVE, SBOM_FILE, SUMS_FILE } from '../../../scripts/package/artifacts.js';
import { bundle } from '../../../scripts/package/bundle.js';
import { programBlob } from '../../../scripts/package/executable.js';
import { OUT, PACKAGE, ROOT } from '../../../scripts/package/root.js';
import { ARCHIVE, cleanEnv, MESH, readText, run, temporaryFolder, unpack, type Ran } from './release.js';

const KUBECONFIG = join(ROOT, 'test/cli/bad-input/kubeconfig.yaml');

/** What is asked, and the exit code. */
const QUESTIONS: [args: string[], status: number][] = [
  [['explain', 'deployment/checkout.shop', '-f', MESH], 0],
  [['explain', 'deployment/checkout.shop', 'tax.example.com', '-f', MESH], 1],
  [['clusters', 'deployment/checkout.shop', '-f', MESH, '-o', 'json'], 0],
  [['registry', '-f', MESH, '-o', 'yaml'], 0],
  [['explain', 'deployment/checkout.shop', 'api.payments.example.com', '--fix', '-f', MESH], 1],
  [['conflicts', '-f', MESH], 1],
  [['ext-authz', '-A', '-f', MESH], 1],
  [['snapshot', '-f', MESH], 0],
  [['browse', '-f', MESH], 0],
  [['version', '-f', MESH], 0],
  [['__complete', 'explain', '--kubeconfig', KUBECONFIG, '--context', ''], 0],
  [['registry', '--help'], 0],
  [['explain'], 2],
  [['explain', 'a', 'b', 'c'], 2],
  [['explain', 'a', '--output', 'xml'], 2],
  [['explain', 'a', '--output'], 2],
  [['registry', '--no-such-flag', '-x'], 2],
  [['explode'], 2],
  [['registry'], 3],
  [[], 0],
];

const answers = new Map<string, Ran>();

/** The sources' answer; they start slowly, so each is asked for once. */
function fromSources(args: readonly string[], env: NodeJS.ProcessEnv): Ran {
  const key = args.join(' ');
  const answer = answers.get(key) ?? run(process.execPath, [join(OUT, '../bin/dev.js'), ...args], env);
  answers.set(key, answer);
  return answer;
}

describe('release', () => {
  const folder = temporaryFolder();
  const programs: Record<string, string> = {};
  let env: NodeJS.ProcessEnv;

  before(() => {
    for (const [name, archive] of [
      ['executable', ARCHIVE],
      ['node', join(OUT, NODE_ARCHIVE)],
    ] as const) {
      mkdirSync(join(folder(), name));
      unpack(archive, join(folder(), name));
      programs[name] = join(folder(), name, 'kubectl-mesh_registry');
    }
    env = cleanEnv(folder());
  });

  it('has the sums of its files', () => {
    for (const line of readText(OUT, SUMS_FILE).trimEnd().split('\n')) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(join(OUT, name)))
          .digest('hex'),
        name,
      ).to.equal(sum);
    }
  });

  for (const name of ['executable', 'node']) {
    it(`${name}: has licences, and an SBOM of what is in it`, () => {
      const files = readdirSync(join(folder(), name));
      expect(files).to.include.members(['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'kubectl_complete-mesh_registry']);
      const licences = readText(folder(), name, 'THIRD-PARTY-LICENSES.txt');
      const bom = JSON.parse(readText(folder(), name, SBOM_FILE)) as {
        bomFormat: string;
        components: { group?: string; name: string; version: string }[];
      };
      expect(bom.bomFormat).to.equal('CycloneDX');
      for (const part of ['@oclif/core', '@kubernetes/client-node', 'js-yaml']) {
        const component = bom.components.find((one) => [one.group, one.name].filter(Boolean).join('/') === part);
        expect(component, part).to.exist;
        expect(licences).to.include(`${part} ${component!.version} (`);
      }
      expect(licences.includes('Node.js')).to.equal(name === 'executable');
    });

    it(`${name}: tells its version`, () => {
      const { status, stdout, stderr } = run(programs[name]!, ['version', '-o', 'json'], env);
      expect(stderr).to.equal('');
      expect(status).to.equal(0);
      expect(JSON.parse(stdout)).to.have.nested.property('clientVersion.version', `v${PACKAGE.version}`);
    });

    for (const [args, status] of QUESTIONS) {
      it(`${name}: answers as the sources do to: ${args.filter((arg) => ![MESH, KUBECONFIG].includes(arg)).join(' ')}`, () => {
        const expected = fromSources(args, env);
        expect(expected.status, expected.stderr).to.equal(status);
        // The first run compiles, the second finds what V8 compiled.
        for (const time of ['first', 'second']) {
          expect(run(programs[name]!, args, env), `${time} run`).to.deep.equal(expected);
        }
      });
    }
  }

  it('keeps compiled code where only its user can write', () => {
    const code = join(folder(), '.cache/kubectl-mesh-registry/code');
    expect(readdirSync(code)).to.not.be.empty;
    for (const name of readdirSync(code)) expect(statSync(join(code, name)).mode & 0o077).to.equal(0);
    expect(statSync(code).mode & 0o077).to.equal(0);
  });

  it('keeps no compiled code of a run that ended early or gave help', () => {
    const fresh = cleanEnv(join(folder(), 'fresh'));
    /** The commands of which code is kept once a command line has been run. */
    const keptAfter = (...args: string[]): string[] => {
      run(programs.node!, args, fresh);
      const names = readdirSync(join(folder(), 'fresh/.cache/kubectl-mesh-registry/code'));
      const commands = names.map((name) => name.split(`-${process.arch}-`)[1]!.replace(/-mesh-registry.*/, ''));
      return [...new Set(commands)].sort();
    };
    expect(keptAfter('version')).to.deep.equal(['version']);
    expect(keptAfter('explain', '--no-such-flag')).to.deep.equal(['version']);
    expect(keptAfter('explain', 'nobody', '-f', MESH)).to.deep.equal(['version']);
    expect(keptAfter('explain', '--help')).to.deep.equal(['help', 'version']);
    expect(keptAfter('explain', 'deployment/checkout.shop', '-f', MESH)).to.deep.equal(['explain', 'help', 'version']);
  });

  it('is the same when it is built again', async () => {
    const again = await bundle(join(folder(), 'again'));
    for (const path of [again.loader, ...again.others]) {
      expect(readFileSync(path).equals(readFileSync(join(folder(), 'node', basename(path)))), path).to.equal(true);
    }
    // The executable is Node and this; the folder in which it was built must not be in it.
    expect(programBlob(again).includes(again.loader)).to.equal(false);
  });
});
