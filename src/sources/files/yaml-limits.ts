import type { CST } from 'yaml';
import type { YamlFault } from './yaml-faults.js';

const MAX_DEPTH = 200;
/** The package looks for the anchor of each among all that stand before it. */
const MAX_ALIASES = 5000;

/**
 * What no object has, and what would end the process instead of failing: to build values the package recurses,
 * and V8 gives up when a regular expression is compiled on a full stack. Its tokens are made without recursion.
 */
export function limitFault(tokens: readonly CST.Token[]): YamlFault | undefined {
  let aliases = 0;
  let level: CST.Token[] = tokens.flatMap((token) => ('value' in token && token.value ? [token.value] : []));
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return { offset: 0, message: 'nested more deeply than any object' };
    const below: CST.Token[] = [];
    for (const token of level) {
      if (token.type === 'alias') aliases++;
      if (!('items' in token)) continue;
      for (const { key, value } of token.items) {
        if (key) below.push(key);
        if (value) below.push(value);
      }
    }
    level = below;
  }
  return aliases > MAX_ALIASES ? { offset: 0, message: `more than ${String(MAX_ALIASES)} aliases` } : undefined;
}
