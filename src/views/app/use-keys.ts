import { useInput } from 'ink';
import { keyNames } from './key-names.js';

/** Hears every key, each by its name, also those that arrive together. */
export function useKeys(onKey: (key: string) => void): void {
  useInput((input, key) => {
    for (const name of keyNames(input, key)) onKey(name);
  });
}
