import { EventEmitter } from 'node:events';

type Out = Pick<NodeJS.WriteStream, 'columns' | 'write'>;

/**
 * Standard output as ink sees it: without end and without resizing. When a frame is as high as the terminal, as it is for a
 * moment after shrinking, ink would clear the terminal together with what the user can scroll back to.
 */
class FrameStream extends EventEmitter {
  readonly isTTY = true;
  readonly rows = Number.MAX_SAFE_INTEGER;
  readonly writable = true;
  readonly writableLength = 0;
  readonly #out: Out;

  constructor(out: Out) {
    super();
    this.#out = out;
  }

  get columns(): number {
    return this.#out.columns;
  }

  write(...args: Parameters<Out['write']>): boolean {
    return this.#out.write(...args);
  }
}

export function frameStream(out: Out): NodeJS.WriteStream {
  return new FrameStream(out) as unknown as NodeJS.WriteStream;
}
