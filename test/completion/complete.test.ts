import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureOutput } from '@oclif/test';
import { expect } from 'chai';
import { main } from '../../src/cli/run.js';

describe('__complete', () => {
  const saved = { ...process.env };
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mesh-registry-complete-'));
    Object.assign(process.env, { XDG_CACHE_HOME: join(folder, 'cache'), KUBECONFIG: join(folder, 'kubeconfig') });
  });

  afterEach(() => {
    for (const name of ['XDG_CACHE_HOME', 'KUBECONFIG']) {
      if (saved[name] === undefined) delete process.env[name];
      else process.env[name] = saved[name];
    }
    rmSync(folder, { recursive: true });
  });

  /** Candidates without what they mean, and the directive. */
  async function complete(...words: string[]): Promise<string[]> {
    const { result, stdout, stderr } = await captureOutput(() => main(['__complete', ...words]));
    expect(result).to.equal(0);
    expect(stderr).to.equal('');
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]!);
  }

  const mesh = ['-f', 'examples/mesh'];

  it('offers commands and what they do', async () => {
    const { stdout } = await captureOutput(() => main(['__complete', 'exp']));
    expect(stdout).to.match(/^explain\t\S.*\n:4\n$/);
  });

  it('offers flags, short ones after one dash', async () => {
    expect(await complete('explain', '--na')).to.deep.equal(['--namespace', ':4']);
    expect(await complete('explain', '-')).to.include.members(['-n', '--namespace', '--help']);
  });

  it('offers the values of a flag', async () => {
    expect(await complete('explain', '-o', '')).to.deep.equal(['text', 'wide', 'json', 'yaml', 'name', ':4']);
    expect(await complete('explain', '--output=y')).to.deep.equal(['yaml', ':4']);
  });

  it('leaves files to the shell', async () => {
    expect(await complete('explain', '-f', '')).to.deep.equal([':0']);
  });

  it('offers namespaces, workloads, hosts and revisions of the mesh', async () => {
    expect(await complete('explain', ...mesh, '-n', 'pa')).to.deep.equal(['partners', 'payments', ':4']);
    expect(await complete('explain', ...mesh, '-n', 'payments', 'd')).to.deep.equal(['deployment/ledger', ':4']);
    expect(await complete('registry', ...mesh, 'ledger.')).to.deep.equal(['ledger.payments.svc.cluster.local', ':4']);
    expect(await complete('explain', ...mesh, '-r', '')).to.deep.equal(['default', ':4']);
  });

  it('offers workloads of every namespace after a dot, and pods after a namespace', async () => {
    expect(await complete('explain', ...mesh, '-n', 'shop', 'deployment/ledger.')).to.deep.equal([
      'deployment/ledger.payments',
      ':4',
    ]);
    expect(await complete('explain', ...mesh, '-n', 'shop', 'payments/c')).to.deep.equal([
      'payments/card-vault-0',
      ':4',
    ]);
  });

  it('offers the contexts, clusters and users of the kubeconfig', async () => {
    writeFileSync(
      process.env.KUBECONFIG!,
      'contexts: [{name: east, context: {}}, {name: west, context: {}}]\nclusters: [{name: c1}]\nusers: [{name: me}]\n',
    );
    expect(await complete('explain', '--context', '')).to.deep.equal(['east', 'west', ':4']);
    expect(await complete('explain', '--cluster', '')).to.deep.equal(['c1', ':4']);
    expect(await complete('explain', '--user', '')).to.deep.equal(['me', ':4']);
  });

  it('offers nothing, and says nothing, where the mesh cannot be read', async () => {
    expect(await complete('explain', '')).to.deep.equal([':4']);
    expect(await complete('explain', '-f', 'no-such-file', '')).to.deep.equal([':4']);
    expect(await complete('explain', '-f', '-', '')).to.deep.equal([':4']);
    expect(await complete('explain', '--context', '')).to.deep.equal([':4']);
  });

  describe('cache', () => {
    const cached = () => join(folder, 'cache/kubectl-mesh-registry/complete');
    const only = () => join(cached(), readdirSync(cached())[0]!);
    const change = (hosts: string[]) => {
      writeFileSync(only(), JSON.stringify({ namespace: 'x', namespaces: [], workloads: [], hosts, revisions: [] }), {
        mode: 0o600,
      });
    };

    beforeEach(async () => {
      await complete('registry', ...mesh, '');
    });

    it('is used for a minute', async () => {
      change(['kept.example.com']);
      expect(await complete('registry', ...mesh, 'k')).to.deep.equal(['kept.example.com', ':4']);
      const old = new Date(Date.now() - 61_000);
      utimesSync(only(), old, old);
      expect(await complete('registry', ...mesh, 'kept')).to.deep.equal([':4']);
    });

    it('is not shared between meshes', async () => {
      change(['kept.example.com']);
      expect(await complete('registry', '-f', 'examples/mesh/shop.yaml', 'kept')).to.deep.equal([':4']);
    });

    it('can be read by its user only', () => {
      expect(statSync(only()).mode & 0o077).to.equal(0);
      expect(statSync(cached()).mode & 0o077).to.equal(0);
    });

    it('is not trusted when others may write it', async () => {
      change(['planted.example.com']);
      chmodSync(only(), 0o666);
      expect(await complete('registry', ...mesh, 'planted')).to.deep.equal([':4']);
    });

    it('may be impossible', async () => {
      rmSync(join(folder, 'cache'), { recursive: true });
      writeFileSync(join(folder, 'cache'), 'a file, no folder');
      expect(await complete('registry', ...mesh, 'ledger.')).to.have.length(2);
      rmSync(join(folder, 'cache'));
      mkdirSync(join(folder, 'cache'));
    });
  });
});
