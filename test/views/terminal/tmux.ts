import { execFile, execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export function hasTmux(): boolean {
  try {
    execFileSync('tmux', ['-V']);
    return true;
  } catch {
    return false;
  }
}

let started = 0;

/** A shell in a real terminal of its own. */
export class Tmux {
  #socket = '';

  async start(columns: number, rows: number): Promise<void> {
    // The one before may still be about to end.
    this.#socket = `view-test-${process.pid}-${++started}`;
    // CI would keep the view from starting.
    const env = { ...process.env, CI: '', TERM: 'xterm-256color' };
    const size = ['-x', String(columns), '-y', String(rows)];
    await run('tmux', ['-L', this.#socket, '-f', '/dev/null', 'new-session', '-d', ...size, 'env -u CI sh'], { env });
  }

  async keys(...keys: string[]): Promise<void> {
    await run('tmux', ['-L', this.#socket, 'send-keys', ...keys]);
  }

  async resize(columns: number, rows: number): Promise<void> {
    await run('tmux', ['-L', this.#socket, 'resize-window', '-x', String(columns), '-y', String(rows)]);
  }

  async screen(): Promise<string> {
    return (await run('tmux', ['-L', this.#socket, 'capture-pane', '-p'])).stdout;
  }

  async ask(format: string): Promise<string> {
    return (await run('tmux', ['-L', this.#socket, 'display-message', '-p', format])).stdout.trim();
  }

  /** Waits until the screen shows something. */
  async shows(pattern: RegExp): Promise<string> {
    let screen = '';
    for (let i = 0; i < 600; i++) {
      screen = await this.screen();
      if (pattern.test(screen)) return screen;
      await sleep(100);
    }
    throw new Error(`The terminal does not show ${String(pattern)}:\n${screen}`);
  }

  async stop(): Promise<void> {
    await run('tmux', ['-L', this.#socket, 'kill-server']).catch(() => undefined);
  }
}
