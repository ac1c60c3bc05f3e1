import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { render } from 'ink-testing-library';
import { App } from '../../../src/views/app/App.js';
import { localEngine } from '../../../src/views/engine/local.js';
import type { EngineServer } from '../../../src/views/engine/server.js';
import type { MeshSource } from '../../../src/views/model/mesh-model.js';
import { COLOURED, PaletteContext, UNCOLOURED } from '../../../src/views/palette.js';
import type { Place } from '../../../src/views/place.js';
import type { Size } from '../../../src/views/size.js';

export const KEYS = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  pgdn: '\u001b[6~',
  pgup: '\u001b[5~',
  home: '\u001b[H',
  end: '\u001b[F',
  enter: '\r',
  esc: '\u001b',
  tab: '\t',
  backspace: '\u007f',
  'ctrl-z': '\u001a',
  'ctrl-d': '\u0004',
  'ctrl-c': '\u0003',
} as const;

export interface View {
  /** Presses keys by name, or types text, and waits until the view stands still. */
  press: (...keys: (keyof typeof KEYS | (string & {}))[]) => Promise<string>;
  frame: () => string;
  lines: () => string[];
  raw: () => string;
  resize: (size: Size) => Promise<string>;
  settled: () => Promise<string>;
  server: EngineServer;
  close: () => void;
}

/** The view in memory, on an engine in this thread. */
export async function openView(
  source: MeshSource,
  { size, places = [{ screen: 'namespaces' }], colour = false }: { size: Size; places?: Place[]; colour?: boolean },
): Promise<View> {
  const { client, server } = localEngine(source);
  let current = size;
  let resized: (() => void) | undefined;
  const terminal = {
    size: () => current,
    onResize: (listener: () => void) => {
      resized = listener;
      return () => undefined;
    },
  };
  const { stdin, lastFrame, unmount, stdout } = render(
    <PaletteContext.Provider value={colour ? COLOURED : UNCOLOURED}>
      <App engine={client} places={places} terminal={terminal} />
    </PaletteContext.Provider>,
  );
  Object.defineProperty(stdout, 'columns', { get: () => current.columns });
  const raw = () => lastFrame() ?? '';
  const frame = () => stripVTControlCharacters(raw());
  const settled = async () => {
    let before = '';
    for (let i = 0; i < 200; i++) {
      await sleep(15);
      const now = raw();
      if (now === before && now !== '' && !/…$|computing|reading|looking for/m.test(now)) break;
      before = now;
    }
    return frame();
  };
  await settled();
  return {
    async press(...keys) {
      for (const key of keys) {
        stdin.write(key in KEYS ? KEYS[key as keyof typeof KEYS] : key);
        // A lone escape could be the beginning of a sequence.
        await sleep(key === 'esc' ? 40 : 5);
      }
      return settled();
    },
    frame,
    lines: () => frame().split('\n'),
    raw,
    async resize(next) {
      current = next;
      resized?.();
      return settled();
    },
    settled,
    server,
    close: unmount,
  };
}
