import { EventEmitter } from 'node:events';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { render } from 'ink';
import { openEngine } from '../../src/cli/open-engine.js';
import { App } from '../../src/views/app/App.js';
import { namespaceName, POD } from './make-mesh.js';
import { quantile } from './time.js';

/** Milliseconds from a key to the frame that shows what it did. */
interface KeyToFrame {
  median: number;
  /** 99 of 100 keys are faster. */
  p99: number;
}

const SIZE = { columns: 200, rows: 50 };
const KEYS = ['j', 'j', 'j', '\u0004', ' ', 'k', 'G', 'k', '\u0015', 'g'];
const IDLE_KEYS = 300;
const BUSY_KEYS = 200;
/** Longer than between two frames, so that keys do not share one. */
const GAP_MS = 45;
/** What the title says while hosts are missing, or columns of those on the screen. */
const COMPUTING = 'computing';

/**
 * Keys in the list of all hosts of a workload: once the engine has explained them, and while it reads the mesh anew and explains
 * them again. `other` is the mesh with another number of hosts.
 */
export async function keyToFrame(file: string, other: string): Promise<{ busy: KeyToFrame; idle: KeyToFrame }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-view-'));
  const watched = join(folder, 'mesh.json');
  await copyFile(file, watched);
  const request = { flags: { filename: [watched], watch: true }, workload: `${POD}.${namespaceName(1)}` };
  const engine = await openEngine(request, true);
  const screen = new Screen();
  const terminal = { size: () => SIZE, onResize: () => () => undefined };
  const view = render(<App engine={engine.client} places={engine.places} terminal={terminal} />, {
    stdin: screen.stdin as unknown as NodeJS.ReadStream,
    stdout: screen as unknown as NodeJS.WriteStream,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  try {
    await screen.shows((frame) => hostsIn(frame) !== undefined && !frame.includes(COMPUTING));
    const idle = await press(screen, IDLE_KEYS);
    const busy: number[] = [];
    for (let time = 0; busy.length < BUSY_KEYS; time++) {
      const before = hostsIn(screen.last);
      await copyFile(time % 2 === 0 ? other : file, `${watched}.new`);
      await rename(`${watched}.new`, watched);
      const done = () => hostsIn(screen.last) !== before && !screen.last.includes(COMPUTING);
      busy.push(...(await press(screen, BUSY_KEYS, done)));
    }
    return { busy: summary(busy), idle: summary(idle) };
  } finally {
    view.unmount();
    await engine.close();
    await rm(folder, { recursive: true });
  }
}

/** Presses so many keys, or fewer when it is done earlier. */
async function press(screen: Screen, most: number, done = () => false): Promise<number[]> {
  const times: number[] = [];
  // Each key moves the cursor when they begin at the first row.
  screen.stdin.type('g');
  while (times.length < most && !done()) {
    await sleep(GAP_MS);
    times.push(await screen.press(KEYS[times.length % KEYS.length]!));
  }
  return times;
}

function summary(times: readonly number[]): KeyToFrame {
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** How many hosts the title of the screen counts. */
function hostsIn(frame: string): string | undefined {
  return /Hosts\(.*\[(\d+)\]/.exec(frame)?.[1];
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
