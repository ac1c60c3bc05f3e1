import type { Size } from '../size.js';

/** The screen as the view needs it: how large it is, and when that changes. */
export interface Terminal {
  size: () => Size;
  onResize: (listener: () => void) => () => void;
}

type Out = Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'on' | 'off' | 'write'>;

export function terminalOf(stdout: Out): Terminal {
  const size = (): Size => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  return {
    size,
    onResize(listener) {
      let known = size();
      const resized = () => {
        const { columns, rows } = size();
        if (columns === known.columns && rows === known.rows) return;
        known = { columns, rows };
        // What is left of a frame of another size is where nobody looks for it.
        stdout.write('\u001b[2J\u001b[H');
        listener();
      };
      stdout.on('resize', resized);
      return () => void stdout.off('resize', resized);
    },
  };
}
