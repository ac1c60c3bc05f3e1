import { writeSync } from 'node:fs';

const ENTER = '\u001b[?1049h\u001b[2J\u001b[H\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';

interface Out {
  fd: number;
}
type In = Pick<NodeJS.ReadStream, 'setRawMode' | 'isRaw'>;

/**
 * Takes the terminal, and gives back what returns it as it was: whatever happens, once, and at the latest when the process
 * ends. Written synchronously, because a process that ends waits for nothing.
 */
export function takeTerminal(stdin: In, stdout: Out): () => void {
  let taken = true;
  write(stdout, ENTER);
  process.on('exit', restore);
  return restore;

  function restore(): void {
    if (!taken) return;
    taken = false;
    process.off('exit', restore);
    write(stdout, LEAVE);
    // ink does so when it ends in order.
    if (stdin.isRaw) attempt(() => stdin.setRawMode(false));
  }
}

/** A terminal that is gone (SIGHUP) takes nothing more. */
function write({ fd }: Out, text: string): void {
  attempt(() => writeSync(fd, text));
}

function attempt(action: () => unknown): void {
  try {
    action();
  } catch {
    // There is nobody left to tell.
  }
}
