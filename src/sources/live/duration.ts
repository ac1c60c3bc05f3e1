import { ReadError } from '../read-error.js';

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `--request-timeout` in milliseconds: `30s`, `1m30s`, whole seconds; 0 and absent are no limit. */
export function requestTimeout(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000 || undefined;
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) {
    throw new ReadError(`--request-timeout ${text}: not a duration.`, 'Write it as 30s or 2m; 0 is no limit.');
  }
  let total = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)(ms|s|m|h)/g)) total += Number(number) * (UNITS[unit!] ?? 0);
  return Math.ceil(total) || undefined;
}
