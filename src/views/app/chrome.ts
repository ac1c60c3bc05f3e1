import type { Paint } from '../../output/paint.js';
import type { Status } from '../engine/protocol.js';
import { moduleOf } from '../screens/screens.js';
import { columnsOf, cut, fit } from '../width.js';
import { completions } from './commands.js';
import { allKeys, keyName } from './key-list.js';
import { isNamespaced, numberedNamespaces } from './namespaces.js';
import { hintLines, topFrame, type AppState } from './state.js';
import { count } from '../../output/count.js';

/** Which mesh this is, and how fresh. */
export function headerLine({ status, size }: AppState, now: number): string {
  if (!status) return fit(' reading …', size.columns);
  const { source, from, istiods, objects, gaps } = status;
  const right = freshness(status, now);
  const rest = [`istiod ${istiods}`, `${objects} objects`, ...(gaps > 0 ? [`! ${count(gaps, 'gap')} (i)`] : [])].join(
    ' · ',
  );
  const space = size.columns - columnsOf(right) - 3;
  // Names of files may be long; what was read from them says more.
  const name = cut(source === 'live' ? `context ${from}` : from, Math.max(12, space - columnsOf(rest) - 3));
  return ` ${fit(`${name} · ${rest}`, space)} ${right} `;
}

export function isLost({ status }: AppState): boolean {
  return status?.following.state === 'lost';
}

function freshness({ following, takenAt, source }: Status, now: number): string {
  if (following.state === 'lost') return `✘ LOST ${age(now - following.since)} ago: ${cut(following.why, 30)}`;
  if (following.state === 'watching') return '● watching';
  if (!takenAt) return source === 'files' ? 'files' : '';
  return `taken ${age(now - Date.parse(takenAt))} ago`;
}

export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes}m`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours}h` : `${Math.round(hours / 24)}d`;
}

/** The keys worth knowing here; in the workloads, also those of namespaces. */
export function hints(state: AppState): string[] {
  const { columns, rows } = state.size;
  const keys = allKeys(state)
    .filter(({ hint }) => hint)
    .map((binding) => `${keyName(binding.keys[0]!)} ${binding.does}`);
  const lines = packed(fitting(keys, columns - 1, hintLines(rows)), columns - 1);
  const numbers = isNamespaced(topFrame(state).place) ? packed(numberHints(state), columns - 1) : [];
  return Array.from({ length: hintLines(rows) }, (_, i) => [...lines, ...numbers][i] ?? '');
}

/** Where there is no room for all, the last two stay: help, which names the others, and quit. */
function fitting(keys: readonly string[], width: number, count: number): readonly string[] {
  let shown = keys;
  for (let kept = keys.length - 2; kept > 0 && packed(shown, width).length > count; kept--)
    shown = [...keys.slice(0, kept - 1), ...keys.slice(-2)];
  return shown;
}

function numberHints(state: AppState): string[] {
  return ['<0> all', ...numberedNamespaces(state).map((name, i) => `<${i + 1}> ${name}`)];
}

/** Words as lines of so many columns. */
function packed(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const next = `${lines.at(-1) ?? ''}${lines.length > 0 ? '  ' : ' '}${word}`;
    if (lines.length > 0 && columnsOf(next) <= width) lines[lines.length - 1] = next;
    else lines.push(` ${word}`);
  }
  return lines;
}

/** What is shown, how much of it, and what is hidden. */
export function titleLine(state: AppState): string {
  const { title, screen, place, nothing } = topFrame(state);
  const { columns } = state.size;
  if (state.mode.kind === 'help') return fit(` Help(${moduleOf(place).crumb(place)})`, columns);
  if (screen.kind !== 'list' || nothing !== undefined) return fit(` ${title}`, columns);
  const { order, rows, filter, problems, pending, last } = screen;
  const shown = order.length === rows.length ? `[${rows.length}]` : `[${order.length}/${rows.length}]`;
  // Before the first answer nobody knows how many there are.
  const count = pending === undefined ? '' : shown;
  const parts = [
    ...(filter ? [`/${filter}`] : []),
    ...(problems ? ['problems only'] : []),
    ...(pending ? [`computing, ${pending} to go`] : last ? [`computing ${last}`] : []),
  ];
  const right = parts.join('  ');
  const space = columns - 2 - (right === '' ? 0 : columnsOf(right) + 2);
  return ` ${fit(cut(title, space - count.length) + count, space)}${right === '' ? ' ' : `  ${right} `}`;
}

/** The line that is typed, or what was said, or the way here. */
export function footerLine(state: AppState, paint: Paint): string {
  const { mode, message, size } = state;
  if (mode.kind === 'prompt') {
    const [first = ''] = mode.prompt === ':' ? completions(mode.text, state) : [];
    const rest = first.startsWith(mode.text) ? first.slice(mode.text.length) : '';
    return ` ${mode.prompt}${cut(mode.text, size.columns - 4)}█${paint('dim', cut(rest, size.columns - 6 - columnsOf(mode.text)))}`;
  }
  if (mode.kind === 'help') return ' esc closes help, j and k scroll it';
  if (message !== '') return paint('warn', cut(` ${message}`, size.columns));
  return crumbs(state);
}

function crumbs({ stack, size }: AppState): string {
  const names = stack.map(({ place }) => moduleOf(place).crumb(place));
  let text = names.join(' › ');
  for (let i = 1; columnsOf(text) > size.columns - 2 && i < names.length; i++)
    text = `… › ${names.slice(i).join(' › ')}`;
  return cut(` ${text}`, size.columns);
}
