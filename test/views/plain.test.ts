import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Runs `browse` from source without a terminal. */
function browse(args: readonly string[], input: string): { stdout: string; stderr: string; status: number | null } {
  const run = spawnSync(process.execPath, ['bin/dev.js', 'browse', ...args], { input, encoding: 'utf8' });
  return { stdout: run.stdout, stderr: run.stderr, status: run.status };
}

const plain = (...answers: string[]) => browse(['--plain', '-f', 'examples/mesh'], `${answers.join('\n')}\n`);

describe('browse without a terminal', function () {
  this.timeout(120_000);

  it('leads to the reason and to the whole fix line by line', () => {
    const { stdout, status } = plain('shop', '2', '/policy', '1', 'm', 'b', 'q');
    expect(stdout).to.match(/^6\. shop, workloads 3, .*sidecar shop\/default/m);
    expect(stdout).to.match(/^policy-agent\S+ is NOT in the CDS of shop\/checkout-/m);
    expect(stdout).to.match(/^5\. failed: import no egress host of the Sidecar matches it/m);
    expect(stdout).to.match(/^8\. Routes that lead nowhere \(1\)$/m);
    expect(stdout).to.match(/^12\. Fix: add "security\/policy-agent/m);
    expect(stdout, 'YAML keeps its indentation').to.match(/^\d+\. {5}name: default$/m);
    expect(stdout).not.to.match(/looking for|[✔✘▸▾…]/);
    expect(status).to.equal(0);
  });

  it('leads to conflicts and to what ext_authz checks, of where one is', () => {
    const { stdout } = plain('catalog', 'c', '1', 'b', 'b', 'b', 'shop', '2', 'e', 'q');
    expect(stdout).to.match(/^1\. wrong-place, host rates.carrier.example.com, kind entries-of-namespaces, /m);
    expect(stdout).to.match(/^\d+\. +failed: over ServiceEntry partners\/carrier-rates: loses all \(port 443\)/m);
    expect(stdout).to.match(/^1 CUSTOM policy holds for shop\/checkout-\S+ .*it cannot work/m);
    expect(stdout).to.match(/^\d+\. +failed: cluster outbound\|9191/m);
  });

  it('prints the namespaces of a mesh on standard input, and why it shows no view', () => {
    const { stdout, stderr, status } = browse(['-f', '-'], readFileSync('examples/ambient/mesh.yaml', 'utf8'));
    expect(stderr).to.match(/^note: no view \(no terminal\)/m);
    expect(stdout).to.match(/^NAME +WORKLOADS +HOSTS +SIDECAR +CONFLICTS +PROBLEMS$/m);
    expect(stdout).to.match(/^shop +2 /m);
    expect(status).to.equal(0);
  });

  it('cannot read both the mesh and answers from standard input', () => {
    const { stderr, status } = browse(['--plain', '-f', '-'], '');
    expect(stderr).to.include('--plain and -f - both read standard input');
    expect(status).to.equal(2);
  });
});
