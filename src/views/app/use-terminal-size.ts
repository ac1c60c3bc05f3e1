import { useEffect, useState } from 'react';
import type { Size } from '../size.js';
import type { Terminal } from '../terminal/terminal.js';

/** The size of the terminal, as it changes. */
export function useTerminalSize(terminal: Terminal): Size {
  const [size, setSize] = useState(terminal.size);
  useEffect(() => terminal.onResize(() => setSize(terminal.size())), [terminal]);
  return size;
}
