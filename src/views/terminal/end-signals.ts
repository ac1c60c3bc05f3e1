import { constants } from 'node:os';

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** Calls `end` with the exit code of a process that such a signal ended; gives back what stops listening. */
export function onEndSignal(end: (exitCode: number) => void): () => void {
  const listeners = SIGNALS.map((signal) => [signal, () => end(128 + constants.signals[signal])] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
