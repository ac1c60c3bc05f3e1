import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureOutput } from '@oclif/test';
import { expect } from 'chai';
import { main } from '../../src/cli/run.js';

const ROOT = 'test/cli/bad-input';
const GOOD = `${ROOT}/good.yaml`;
const HELP = (command: string) => `See 'kubectl mesh-registry ${command} --help' for usage.`;

async function run(...argv: string[]) {
  // Escapes are what these tests look for.
  const { result, stdout, stderr } = await captureOutput(() => main(argv), { stripAnsi: false });
  return { exit: result as number, stdout, stderr };
}

interface Case {
  argv: string[];
  exit: number;
  /** The whole of stderr, or what it begins with when it is an answer with warnings. */
  stderr: string[];
}

const explain = (...rest: string[]) => ['explain', 'web.shop', 'api.example.com', ...rest];
const on = (file: string) => ['-f', `${ROOT}/${file}`];

/** No answer: the whole of stderr, and nothing on stdout. */
const REFUSED: Record<string, Case> = {
  'a workload that is not there': {
    argv: ['explain', 'wob.shop', 'api.example.com', '-f', GOOD],
    exit: 3,
    stderr: ['error: pod "wob.shop" not found: neither in namespace default nor, as wob, in shop', 'Try: web.shop'],
  },
  'a workload of a namespace that has others': {
    argv: ['explain', 'checkout.shop', '-f', GOOD],
    exit: 3,
    stderr: [
      'error: pod "checkout.shop" not found: neither in namespace default nor, as checkout, in shop',
      'Try: web.shop',
    ],
  },
  'a Deployment that is not there': {
    argv: ['explain', 'deploy/chekout.shop', '-f', 'examples/mesh'],
    exit: 3,
    stderr: [
      'error: deployment "chekout.shop" not found: neither in namespace default nor, as chekout, in shop',
      'Try: deployment/checkout.shop',
    ],
  },
  'an ambiguous workload': {
    argv: ['explain', 'deploy/web', 'api.example.com', ...on('ambiguous.yaml')],
    exit: 2,
    stderr: [
      'error: "deploy/web" may mean the Deployment web, or a workload web in namespace deploy',
      'Try: deploy/web.default, web.deploy',
    ],
  },
  'an empty workload': {
    argv: ['explain', '', '-f', GOOD],
    exit: 2,
    stderr: ['error: WORKLOAD is empty', 'Name a pod, pod.namespace, or type/name.'],
  },
  'an empty host': {
    argv: ['explain', 'web.shop', '', '-f', GOOD],
    exit: 2,
    stderr: ['error: HOST is empty', 'Leave it out to ask for every host of the registry.'],
  },
  'a port that is none': {
    argv: ['explain', 'web.shop', 'api.example.com:99999', '-f', GOOD],
    exit: 2,
    stderr: ['error: 99999 is no port', 'Ports go from 1 to 65535.'],
  },
  'no workload': {
    argv: ['explain', '-f', GOOD],
    exit: 2,
    stderr: ['error: missing argument: WORKLOAD', HELP('explain')],
  },
  'a file that is not there': {
    argv: explain(...on('missing.yaml')),
    exit: 3,
    stderr: [`error: ${ROOT}/missing.yaml: no such file or directory.`],
  },
  'a directory without resources': {
    argv: explain(...on('nothing')),
    exit: 3,
    stderr: [`error: ${ROOT}/nothing: the directory holds no .json, .yaml, .yml, .jsonl or .gz file.`],
  },
  'an empty file': { argv: explain(...on('empty.yaml')), exit: 3, stderr: [`error: ${ROOT}/empty.yaml: is empty.`] },
  'broken YAML in document 7': {
    argv: explain(...on('document-7.yaml')),
    exit: 3,
    stderr: [`error: ${ROOT}/document-7.yaml:38: not YAML in document 7: a comma or a closing bracket is missing.`],
  },
  'no file name': {
    argv: explain('-f', ''),
    exit: 2,
    stderr: ['error: -f needs the name of a file or directory', 'Or - for stdin.'],
  },
  'an unknown format': {
    argv: explain('-f', GOOD, '-o', 'nonsense'),
    exit: 2,
    stderr: ['error: expected --output=nonsense to be one of: text, wide, json, yaml, name', HELP('explain')],
  },
  'an unknown colour mode': {
    argv: explain('-f', GOOD, '--color', 'pink'),
    exit: 2,
    stderr: ['error: expected --color=pink to be one of: auto, always, never', HELP('explain')],
  },
  'a version that is none': {
    argv: explain('-f', GOOD, '--istio-version', 'banana'),
    exit: 2,
    stderr: ['error: --istio-version banana: not a version', 'Write it as 1.28.2.'],
  },
  'a time limit that is none': {
    argv: explain('-f', GOOD, '--request-timeout', 'soon'),
    exit: 2,
    stderr: ['error: --request-timeout soon: not a duration', 'Write it as 30s or 2m; 0 is no limit.'],
  },
  'a revision that no istiod has': {
    argv: explain('-f', GOOD, '-r', 'canary'),
    exit: 3,
    stderr: ['error: No istiod has the revision or tag canary.', 'Found: default.'],
  },
  'labels that are none': {
    argv: explain('-f', GOOD, '-l', 'app'),
    exit: 2,
    stderr: ['error: -l takes key=value pairs separated by commas, not "app"', 'Example: -l app=web,version=v1'],
  },
  'an unknown flag': {
    argv: explain('--nonsense'),
    exit: 2,
    stderr: ['error: unknown flag: --nonsense', HELP('explain')],
  },
  'a workload with terminal escapes': {
    argv: ['explain', 'w\u001b[31meb', 'api.example.com', '-f', GOOD],
    exit: 3,
    stderr: [
      'error: pod "w\ufffd[31meb" not found in namespace default',
      'Name a pod, a pod.namespace, or a type/name such as deployment/web.',
    ],
  },
  'a file name with terminal escapes': {
    argv: explain('-f', `${ROOT}/\u001b[31mx`),
    exit: 3,
    stderr: [`error: ${ROOT}/\ufffd[31mx: no such file or directory.`],
  },
  'no kubeconfig': {
    argv: explain('--kubeconfig', `${ROOT}/no-kubeconfig`),
    exit: 3,
    stderr: [`error: --kubeconfig ${ROOT}/no-kubeconfig: no such file.`],
  },
};

/** An answer with a warning: exit code and the warnings. */
const ANSWERED: Record<string, Case> = {
  'a Service without ports': {
    argv: ['explain', 'web.shop', 'api', ...on('service-without-ports.yaml')],
    exit: 1,
    stderr: [
      `invalid: Service shop/api spec.ports (${ROOT}/service-without-ports.yaml:23): is empty. The API server refuses a Service without ports, unless it is headless or ExternalName.`,
    ],
  },
  'a ServiceEntry without hosts': {
    argv: explain(...on('entry-without-hosts.yaml')),
    exit: 1,
    stderr: [
      `invalid: ServiceEntry shop/api spec.hosts (${ROOT}/entry-without-hosts.yaml:23): is empty. Istio's webhook refuses a ServiceEntry without hosts.`,
    ],
  },
  'a Sidecar host without a slash': {
    argv: explain(...on('sidecar-host-without-slash.yaml')),
    exit: 1,
    stderr: [
      `invalid: Sidecar shop/default spec.egress[0].hosts[0] (${ROOT}/sidecar-host-without-slash.yaml:28): "api.example.com" has no namespace: write it as namespace/host, such as ./api.example.com or */api.example.com. Istio's webhook refuses it.`,
    ],
  },
  'mesh config that is not YAML': {
    argv: explain(...on('mesh-config.yaml')),
    exit: 0,
    stderr: [
      'assumed: ConfigMap istio-system/istio holds mesh config that istiod refuses (not YAML at line 1 of it: unexpected end of the text within a flow collection); answers are those of an istiod started without it.',
      `invalid: ConfigMap istio-system/istio data.mesh (${ROOT}/mesh-config.yaml:18): istiod cannot use this mesh config: not YAML at line 1 of it: unexpected end of the text within a flow collection.`,
    ],
  },
  'one object twice': {
    argv: explain(...on('duplicates.yaml')),
    exit: 0,
    stderr: [
      `note: ServiceEntry shop/api stands twice: ${ROOT}/duplicates.yaml:20 and ${ROOT}/duplicates.yaml:25; the later one is taken.`,
    ],
  },
  'Windows line ends': { argv: explain(...on('windows.yaml')), exit: 0, stderr: [] },
  'a List inside a List': { argv: explain(...on('list-in-list.yaml')), exit: 0, stderr: [] },
};

describe('bad input', () => {
  for (const [name, { argv, exit, stderr }] of Object.entries(REFUSED)) {
    it(`is refused with exit code ${exit}: ${name}`, async () => {
      expect(await run(...argv)).to.deep.equal({ exit, stdout: '', stderr: `${stderr.join('\n')}\n` });
    });
  }

  for (const [name, { argv, exit, stderr }] of Object.entries(ANSWERED)) {
    it(`is answered with exit code ${exit} in every format: ${name}`, async () => {
      for (const format of ['text', 'wide', 'json', 'yaml', 'name']) {
        const ran = await run(...argv, '-o', format);
        expect({ exit: ran.exit, stderr: ran.stderr }, format).to.deep.equal({
          exit,
          stderr: stderr.map((line) => `${line}\n`).join(''),
        });
        expect(ran.stdout, format).to.not.equal('');
      }
    });
  }

  it('keeps the exit code of a refusal in every format', async () => {
    for (const format of ['text', 'wide', 'json', 'yaml', 'name']) {
      expect((await run('explain', 'nobody', '-f', GOOD, '-o', format)).exit, format).to.equal(3);
      expect((await run('registry', 'nothing.example.com', '-f', GOOD, '-o', format)).exit, format).to.equal(1);
      expect((await run('clusters', 'nobody', '-f', GOOD, '-o', format)).exit, format).to.equal(3);
    }
  });

  for (const format of ['text', 'wide', 'json', 'yaml', 'name']) {
    it(`prints nothing raw of a resource with terminal escapes: ${format}`, async () => {
      for (const argv of [
        ['registry'],
        ['explain', 'web.shop'],
        explain(),
        ['clusters', 'web.shop'],
        explain('--fix'),
      ]) {
        const { stdout, stderr } = await run(...argv, ...on('escapes.yaml'), '-o', format);
        expect(stdout + stderr).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      }
    });
  }

  it('reads a file of 50 MB', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mesh-registry-'));
    try {
      const filler = { apiVersion: 'v1', kind: 'ConfigMap', data: { filler: 'x'.repeat(1 << 20) } };
      const items = Array.from({ length: 50 }, (_, i) => ({
        ...filler,
        metadata: { name: `big-${i}`, namespace: 'shop' },
      }));
      writeFileSync(join(folder, 'big.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
      const { exit, stderr } = await run(...explain('-f', GOOD, '-f', join(folder, 'big.json')));
      expect({ exit, stderr }).to.deep.equal({ exit: 0, stderr: '' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }).timeout(60_000);
});

describe('a live API that cannot be used', () => {
  let folder: string;
  let server: Server;
  let kubeconfig: string;
  let port: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mesh-registry-'));
    server = createServer((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ kind: 'Status', status: 'Failure', code: 401, message: 'Unauthorized' }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    ({ port } = server.address() as AddressInfo);
    kubeconfig = join(folder, 'config');
    writeFileSync(kubeconfig, readFileSync(`${ROOT}/kubeconfig.yaml`, 'utf8').replace('PORT', String(port)));
  });

  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('exits with 3 when the token has expired', async () => {
    const { exit, stdout, stderr } = await run(...explain('--kubeconfig', kubeconfig));
    expect({ exit, stdout }).to.deep.equal({ exit: 3, stdout: '' });
    expect(stderr).to.equal(
      `error: http://127.0.0.1:${port} refused the credentials of user dev (401: Unauthorized).\n` +
        'A token may have expired: log in again. `kubectl get namespaces` uses the same credentials.\n',
    );
  });

  it('exits with 3 when the server cannot be reached', async () => {
    await new Promise((done) => server.close(done));
    const { exit, stdout, stderr } = await run(...explain('--kubeconfig', kubeconfig, '-o', 'json'));
    expect({ exit, stdout }).to.deep.equal({ exit: 3, stdout: '' });
    expect(stderr).to.equal(
      `error: Cannot reach the API server http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}.\n` +
        'Is context here the right one, the cluster running, the VPN up?\n',
    );
  });
});
