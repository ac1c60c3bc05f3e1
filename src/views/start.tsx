import { render } from 'ink';
import type { ColorMode } from '../output/paint.js';
import { ansi, paintFor } from '../output/paint.js';
import { App } from './app/App.js';
import type { EngineClient } from './engine/client.js';
import { COLOURED, PaletteContext, UNCOLOURED } from './palette.js';
import type { Place } from './place.js';
import { takeTerminal } from './terminal/alternate-screen.js';
import { onEndSignal } from './terminal/end-signals.js';
import { frameStream } from './terminal/frame-stream.js';
import { terminalOf } from './terminal/terminal.js';

export interface ViewOptions {
  engine: EngineClient;
  /** The way to where the view begins; the last is shown. */
  places: readonly Place[];
  /** Said at first. */
  message?: string;
  color: ColorMode;
  /** Ends the view with this error. */
  failed?: Promise<never>;
}

/** Shows the view until it is quit; resolves to the exit code, with the terminal as it was. */
export async function startView({ engine, places, message = '', color, failed }: ViewOptions): Promise<number> {
  const palette = paintFor(color, true, process.env) === ansi ? COLOURED : UNCOLOURED;
  const { stdin, stdout } = process;
  const restore = takeTerminal(stdin, { fd: 1 });
  let exitCode = 0;
  const view = render(
    <PaletteContext.Provider value={palette}>
      <App engine={engine} places={places} terminal={terminalOf(stdout)} message={message} />
    </PaletteContext.Provider>,
    { stdout: frameStream(stdout), exitOnCtrlC: false },
  );
  const stopListening = onEndSignal((code) => {
    exitCode = code;
    view.unmount();
  });
  try {
    await Promise.race([view.waitUntilExit(), ...(failed ? [failed] : [])]);
  } finally {
    stopListening();
    view.unmount();
    restore();
  }
  return exitCode;
}
