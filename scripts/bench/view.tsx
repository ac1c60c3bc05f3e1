import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { render } from 'ink';
import { openEngine } from '../../src/cli/open-engine.js';
import { App } from '../../src/views/app/App.js';
import { namespaceName, POD } from './make-mesh.js';
import { quantile } from './time.js';

/** Milliseconds from a key to the frame that shows what it did. */
export interface KeyToFrame {
  median: number;
  /** 99 of 100 keys are faster. */
  p99: number;
}

const SIZE = { columns: 200, rows: 50 };
const KEYS = ['j', 'j', 'j', '\u0004', ' ', 'k', 'G', 'k', '\u0015', 'g'];
const ROUNDS = 10;
/** Longer than between two frames, so that keys do not share one. */
const GAP_MS = 45;

/** Keys in the list of all hosts of a workload, while the engine explains them, and once it has. */
export async function keyToFrame(file: string): Promise<{ busy: KeyToFrame; idle: KeyToFrame }> {
  const engine = await openEngine({ flags: { filename: [file] }, workload: `${POD}.${namespaceName(1)}` }, true);
  const screen = new Screen();
  const terminal = { size: () => SIZE, onResize: () => () => undefined };
  const view = render(<App engine={engine.client} places={engine.places} terminal={terminal} />, {
    stdin: screen.stdin as unknown as NodeJS.ReadStream,
    stdout: screen as unknown as NodeJS.WriteStream,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  try {
    await screen.shows((frame) => frame.includes('>') && frame.includes('Hosts('));
    const busy = await measure(screen);
    await screen.shows((frame) => !frame.includes('computing') && !frame.includes('…  …'));
    return { busy, idle: await measure(screen) };
  } finally {
    view.unmount();
    await engine.close();
  }
}

async function measure(screen: Screen): Promise<KeyToFrame> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const key of KEYS) {
      await sleep(GAP_MS);
      times.push(await screen.press(key));
    }
  }
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** A terminal that only takes the time. */
class Screen extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  readonly writableLength = 0;
  readonly columns = SIZE.columns;
  readonly rows = SIZE.rows + 10;
  readonly stdin = new Keyboard();
  last = '';

  write(frame: string, ...rest: unknown[]): boolean {
    // Besides frames there are marks around them.
    if (frame.includes('\n')) {
      this.last = frame;
      this.emit('frame');
    }
    const done = rest.at(-1);
    if (typeof done === 'function') (done as () => void)();
    return true;
  }

  /** Resolves to the milliseconds until the cursor stands elsewhere. */
  async press(key: string): Promise<number> {
    const before = cursorLine(this.last);
    const start = performance.now();
    this.stdin.type(key);
    await this.shows((frame) => cursorLine(frame) !== before, 500);
    return performance.now() - start;
  }

  async shows(wanted: (frame: string) => boolean, most = 600_000): Promise<void> {
    const end = performance.now() + most;
    while (!wanted(this.last) && performance.now() < end)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.off('frame', done);
          resolve();
        };
        const timer = setTimeout(done, 100);
        this.on('frame', done);
      });
  }
}

function cursorLine(frame: string): string {
  const lines = frame.split('\n');
  const at = lines.findIndex((line) => line.startsWith('>'));
  return `${at} ${lines[at]?.slice(0, 40)}`;
}

class Keyboard extends EventEmitter {
  readonly isTTY = true;
  #typed: string | null = null;

  type(key: string): void {
    this.#typed = key;
    this.emit('readable');
  }

  read(): string | null {
    const typed = this.#typed;
    this.#typed = null;
    return typed;
  }

  setRawMode(): void {}
  setEncoding(): void {}
  resume(): void {}
  pause(): void {}
  ref(): void {}
  unref(): void {}
}
