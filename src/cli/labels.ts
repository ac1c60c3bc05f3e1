import type { Labels } from '../model/labels.js';
import { UsageError } from './errors.js';

/** `key=value,key=value` of `-l`. */
export function parseLabels(text: string | undefined): Labels {
  if (!text) return {};
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const match = /^([^=!]+)==?([^=]*)$/.exec(pair.trim());
      if (!match)
        throw new UsageError(
          `-l takes key=value pairs separated by commas, not "${pair}"`,
          'Example: -l app=web,version=v1',
        );
      return [match[1]!.trim(), match[2]!.trim()];
    }),
  );
}
