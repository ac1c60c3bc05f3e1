import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { loadConfig } from '../../src/cli/config.js';

const PROGRAM = fileURLToPath(new URL('../../bin/dev.js', import.meta.url));
const CASE = fileURLToPath(new URL('../explain/registryz/1.28.2-7001/', import.meta.url));

interface Ran {
  exit: number;
  stdout: string;
  stderr: string;
}

/** The program with this on its standard input. */
function piped(file: string, ...argv: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...argv], (error, stdout, stderr) => {
      resolve({ exit: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
    child.stdin!.end(readFileSync(file));
  });
}

describe('standard input', () => {
  it('is read by -f -, and by nothing before it', async () => {
    const { exit, stdout, stderr } = await piped(`${CASE}mesh.yaml`, 'registry', '-f', '-', '-o', 'name');
    expect(exit, stderr).to.equal(0);
    expect(stdout).to.include('.svc.cluster.local');
  });

  it('is read by --against -', async () => {
    const page = `${CASE}registryz.json`;
    const { exit, stdout, stderr } = await piped(page, 'registry', '-f', `${CASE}mesh.yaml`, '--against', '-');
    expect(exit, stderr).to.equal(0);
    expect(stdout).to.match(/^standard input: 8 rows of 8 are the same here\.$/m);
  });

  it('is no argument of any command', async () => {
    const { commands } = await loadConfig();
    for (const command of commands) {
      const { args } = await command.load();
      for (const [name, arg] of Object.entries(args))
        expect(arg, `${command.id} ${name}`).to.include({ ignoreStdin: true });
    }
  });
});
