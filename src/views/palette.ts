import { createContext, useContext } from 'react';
import { ansi, plain, type Paint } from '../output/paint.js';

/** How text is made to stand out: with escapes of 16-colour terminals, or not at all. */
export interface Palette {
  paint: Paint;
  inverse: (text: string) => string;
}

export const COLOURED: Palette = { paint: ansi, inverse: (text) => `\u001b[7m${text}\u001b[27m` };
export const UNCOLOURED: Palette = { paint: plain, inverse: (text) => text };

export const PaletteContext = createContext(UNCOLOURED);

export function usePalette(): Palette {
  return useContext(PaletteContext);
}
