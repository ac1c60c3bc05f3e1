/** One line on stderr that is rewritten as reading goes on; nothing when stderr is not a terminal. */
export function progressLine(
  stream: NodeJS.WriteStream,
  quiet: boolean,
): { show: (text: string) => void; clear: () => void } {
  if (quiet || !stream.isTTY || process.env['TERM'] === 'dumb')
    return { show: () => undefined, clear: () => undefined };
  let shown = false;
  return {
    show(text) {
      shown = true;
      stream.write(`\r\u001b[2K${text.slice(0, (stream.columns || 80) - 1)}`);
    },
    clear() {
      if (shown) stream.write('\r\u001b[2K');
    },
  };
}
