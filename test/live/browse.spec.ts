import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readFiles } from '../../src/sources/files/read-files.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { liveServer } from './support/global.js';
import { kubectlGetAll } from './support/kubectl.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLE = join(ROOT, 'examples/mesh');

/** What is typed line by line, and what it leads to. */
const WALKS: Record<string, [lines: string[], to: RegExp]> = {
  'the reason of a host and its fix': [
    ['shop', '2', '/policy', '1', 'm', 'b', 'q'],
    /^policy-agent\S+ is NOT in the CDS of shop\/checkout-[^]*^12\. Fix: /m,
  ],
  conflicts: [['catalog', 'c', '1', 'b', 'b', 'b', 'q'], /^1\. \S+, host \S+, kind /m],
  'what ext_authz calls': [['shop', '2', 'e', 'q'], /^1 CUSTOM policy holds for shop\/checkout-\S+ .*it cannot work/m],
};

describe('browsing a real API server line by line', () => {
  let api: AdminApi;
  let made: string[] = [];
  let file: string;

  before(async () => {
    const { server } = liveServer();
    api = adminApi(server);
    made = await loadMesh(api, (await readFiles([EXAMPLE])).snapshot.resources);
    file = join(server.directory, 'browsed.json');
    writeFileSync(file, await kubectlGetAll());
  });
  after(() => removeMesh(api, made));

  for (const [where, [lines, to]] of Object.entries(WALKS)) {
    it(`leads to ${where} as files of kubectl do`, async () => {
      const live = await browse(['--kubeconfig', liveServer().kubeconfig], lines);
      const files = await browse(['-f', file], lines);
      expect(live.stdout, live.stderr).to.match(to);
      expect({ ...live, stderr: '' }).to.deep.equal({ ...files, stderr: '' });
    });
  }
});

interface Browsed {
  status: number | null;
  stdout: string;
  stderr: string;
}

async function browse(source: readonly string[], lines: readonly string[]): Promise<Browsed> {
  const child = spawn(process.execPath, ['bin/dev.js', 'browse', '--plain', ...source], { cwd: ROOT });
  child.stdin.end(`${lines.join('\n')}\n`);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, stdout, stderr };
}
