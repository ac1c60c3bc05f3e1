import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { hasTmux, Tmux } from './tmux.js';

const START = 'node bin/run.js browse -f examples/mesh';

describe('the view in a terminal', function () {
  this.timeout(180_000);
  const terminal = new Tmux();

  before(function () {
    // The built tool, as users run it.
    if (!hasTmux() || !existsSync('dist')) this.skip();
  });
  beforeEach(() => terminal.start(80, 24));
  afterEach(() => terminal.stop());

  async function settings(): Promise<string> {
    await terminal.keys('clear; stty -a | tr -d "\\n"; echo; echo done', 'Enter');
    return (await terminal.shows(/^done$/m)).replaceAll('\n', '');
  }

  async function isRestored(before: string): Promise<void> {
    expect(await terminal.ask('#{alternate_on}')).to.equal('0');
    expect(await terminal.ask('#{cursor_flag}')).to.equal('1');
    expect(await settings()).to.equal(before);
  }

  it('leads to the field that decided, follows the size, and restores the terminal', async () => {
    const before = await settings();
    await terminal.keys(`clear; ${START}; echo code=$?`, 'Enter');
    await terminal.shows(/^> catalog /m);
    expect(await terminal.ask('#{alternate_on}')).to.equal('1');
    await terminal.keys('G', 'Enter');
    await terminal.shows(/Workloads\(shop\)/);
    await terminal.keys('j', 'Enter');
    await terminal.shows(/Hosts\(shop\/deployment\/checkout\)\[17\]/);
    await terminal.keys('/', 'policy', 'Enter', 'Enter');
    await terminal.shows(/✘ import/);
    await terminal.keys('j', 'Enter');
    await terminal.shows(/^> +- hosts:$/m);
    await terminal.resize(120, 40);
    await terminal.shows(/^ namespaces › shop › deployment\/checkout › policy-agent/m);
    await terminal.resize(50, 10);
    await terminal.shows(/needs 60×15/);
    await terminal.resize(80, 24);
    await terminal.shows(/^> +- hosts:$/m);
    await terminal.keys('q');
    await terminal.shows(/^code=0$/m);
    await isRestored(before);
  });

  it('leads to conflicts with what ends them, to the link of ext_authz that breaks, and back', async () => {
    await terminal.keys(`clear; ${START}; echo code=$?`, 'Enter');
    await terminal.shows(/^> catalog .*! 4/m);
    await terminal.keys('c');
    await terminal.shows(/Conflicts\(catalog\)\[4\]/);
    await terminal.keys('Enter');
    await terminal.shows(/✘ over ServiceEntry partners\/carrier-rates: loses all/);
    await terminal.resize(100, 50);
    await terminal.shows(/\+ Fix: export ServiceEntry catalog\/carrier-sandbox/);
    await terminal.keys('j', 'j', 'j', 'Enter');
    await terminal.shows(/^ ServiceEntry partners\/carrier-rates /m);
    await terminal.resize(80, 24);
    await terminal.keys(':', 'ext', 'Tab', 'Enter');
    await terminal.shows(/shop +checkout +✘ broken/);
    await terminal.keys('/', 'checkout', 'Enter', 'e');
    await terminal.shows(/ledger/);
    await terminal.keys('/', 'checkout', 'Enter');
    // The row is there before it is entered.
    await terminal.shows(/\[1\/2\] +\/checkout$/m);
    await terminal.keys('Enter');
    await terminal.shows(/^> +▾ ✘ cluster/m);
    await terminal.keys('j', 'Enter');
    await terminal.shows(/^> +- hosts:$/m);
    await terminal.keys('Escape');
    await terminal.shows(/CUSTOM policy holds for/);
    await terminal.keys('q');
    await terminal.shows(/^code=0$/m);
  });

  for (const [name, end, code] of [
    ['ctrl-c', 'C-c', 0],
    ['SIGTERM', 'TERM', 143],
    ['SIGHUP', 'HUP', 129],
  ] as const) {
    it(`restores the terminal after ${name}`, async () => {
      const before = await settings();
      await terminal.keys(`clear; ${START}; echo code=$?`, 'Enter');
      await terminal.shows(/^> catalog /m);
      if (end === 'C-c') await terminal.keys('C-c');
      else await signal(end);
      await terminal.shows(new RegExp(`^code=${code}$`, 'm'));
      await isRestored(before);
    });
  }

  async function signal(name: 'TERM' | 'HUP'): Promise<void> {
    const shell = await terminal.ask('#{pane_pid}');
    const child = execFileSync('pgrep', ['-P', shell, 'node']).toString().trim().split('\n')[0]!;
    process.kill(Number(child), `SIG${name}`);
  }
});
