import { textOf, type Row } from '../model/row.js';

/**
 * What a filter keeps, as in k9s: a regular expression (or plain text), `!text` all but those, `-f text` letters in this
 * order, `-l key=value,key` labels.
 */
export function filterOf(text: string): (row: Row) => boolean {
  const trimmed = text.trim();
  if (trimmed === '') return () => true;
  if (trimmed.startsWith('-l')) return byLabels(trimmed.slice(2).trim());
  if (trimmed.startsWith('-f')) return fuzzy(trimmed.slice(2).trim());
  if (trimmed.startsWith('!')) return inverse(trimmed.slice(1).trim());
  const pattern = patternOf(trimmed);
  return (row) => pattern.test(searched(row));
}

function inverse(text: string): (row: Row) => boolean {
  if (text === '') return () => true;
  const pattern = patternOf(text);
  return (row) => !pattern.test(searched(row));
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  }
}

function fuzzy(text: string): (row: Row) => boolean {
  const letters = [...text.toLowerCase()].filter((letter) => letter !== ' ');
  return (row) => {
    const all = searched(row).toLowerCase();
    let at = -1;
    return letters.every((letter) => (at = all.indexOf(letter, at + 1)) >= 0);
  };
}

function byLabels(text: string): (row: Row) => boolean {
  const wanted = text
    .split(',')
    .map((part) => /^([^=!]+?)\s*(?:(!=|==?)\s*(.*))?$/.exec(part.trim()))
    .filter((match) => match !== null);
  return ({ labels = {} }) =>
    wanted.every(([, key, sign, value]) => {
      if (sign === undefined) return labels[key!] !== undefined;
      return (labels[key!] === value) === (sign !== '!=');
    });
}

function searched({ cells }: Row): string {
  return cells.map(textOf).join(' ');
}
