import { expect } from 'chai';
import { plain } from '../../src/output/paint.js';
import { listLines } from '../../src/views/list/lines.js';
import {
  currentRow,
  emptyList,
  reduceList,
  visibleRows,
  type ListAction,
  type ListState,
} from '../../src/views/list/reducer.js';
import type { Row } from '../../src/views/model/row.js';

const row = (key: string, ...cells: string[]): Row => ({ key, cells: [key, ...cells] });
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key, i) => row(key, String(8 - i)));

function listOf(rows: Row[], ...actions: ListAction[]): ListState {
  const first: ListAction[] = [
    { type: 'resize', height: 3 },
    { type: 'rows', rows, pending: 0, again: false },
  ];
  return [...first, ...actions].reduce(reduceList, emptyList());
}

const shown = (state: ListState) =>
  visibleRows(state)
    .map(({ key }) => key)
    .join('');
const here = (state: ListState) => currentRow(state)?.key;

describe('the list', () => {
  const cases: [name: string, actions: ListAction[], visible: string, cursor: string][] = [
    ['begins at the top', [], 'abc', 'a'],
    ['moves the cursor within the window', [{ type: 'move', by: 2 }], 'abc', 'c'],
    ['scrolls when the cursor leaves the window', [{ type: 'move', by: 3 }], 'bcd', 'd'],
    ['stops at the end', [{ type: 'move', by: 99 }], 'fgh', 'h'],
    ['stops at the beginning', [{ type: 'move', by: -1 }], 'abc', 'a'],
    [
      'pages',
      [
        { type: 'page', by: 1 },
        { type: 'page', by: 1 },
      ],
      'efg',
      'g',
    ],
    ['pages by halves', [{ type: 'page', by: 0.5 }], 'abc', 'b'],
    ['goes to the last', [{ type: 'edge', to: 'last' }], 'fgh', 'h'],
    ['filters', [{ type: 'filter', text: 'b|d' }], 'bd', 'b'],
    ['filters what is not', [{ type: 'filter', text: '!a|b' }], 'cde', 'c'],
    [
      'sorts numbers by value',
      [
        { type: 'sort', column: 1 },
        { type: 'edge', to: 'first' },
      ],
      'hgf',
      'h',
    ],
    [
      'keeps the cursor visible when it shrinks',
      [
        { type: 'move', by: 2 },
        { type: 'resize', height: 1 },
      ],
      'c',
      'c',
    ],
  ];
  for (const [name, actions, visible, cursor] of cases) {
    it(name, () => {
      const state = listOf(letters, ...actions);
      expect(shown(state)).to.equal(visible);
      expect(here(state)).to.equal(cursor);
    });
  }

  it('keeps the row under the cursor, at its place on the screen, when rows come before it', () => {
    const before = listOf(letters, { type: 'move', by: 4 });
    const rows = [row('0', '0'), row('1', '1'), ...letters];
    const after = reduceList(before, { type: 'rows', rows, pending: 0, again: true });
    expect(here(after)).to.equal(here(before));
    expect(after.cursor - after.top).to.equal(before.cursor - before.top);
    expect([...after.changed]).to.deep.equal(['0', '1']);
  });

  it('stays near when the row under the cursor is gone', () => {
    const before = listOf(letters, { type: 'move', by: 4 });
    const rows = letters.filter(({ key }) => key !== 'e');
    expect(here(reduceList(before, { type: 'rows', rows, pending: 0, again: true }))).to.equal('f');
  });

  it('keeps the old value until the new one is known, and then shows what changed', () => {
    const pending: Row[] = [{ key: 'a', cells: ['a', '…'], pending: true }];
    const before = listOf([row('a', '5')]);
    const waiting = reduceList(before, { type: 'rows', rows: pending, pending: 1, again: true });
    expect(currentRow(waiting)?.cells).to.deep.equal(['a', '5']);
    const done = reduceList(waiting, { type: 'patch', rows: [row('a', '6')], pending: 0, again: true });
    expect([...done.changed]).to.deep.equal(['a']);
    expect([...reduceList(done, { type: 'calm', keys: done.changed }).changed]).to.deep.equal([]);
  });

  it('goes on showing what changed when the mesh changes again, each for its own time', () => {
    const again = (state: ListState, ...rows: Row[]) =>
      reduceList(state, { type: 'rows', rows, pending: 0, again: true });
    const first = again(listOf([row('a')]), row('a'), row('b'));
    const second = again(first, row('a'), row('b'), row('c'));
    expect([...second.changed].sort()).to.deep.equal(['b', 'c']);
    expect([...reduceList(second, { type: 'calm', keys: first.changed }).changed]).to.deep.equal(['c']);
  });

  it('keeps what it knows when it is opened again', () => {
    const pending: Row[] = [{ key: 'a', cells: ['a', '…'], pending: true }];
    const back = reduceList(listOf([row('a', '5')]), { type: 'rows', rows: pending, pending: 1, again: false });
    expect(currentRow(back)?.cells).to.deep.equal(['a', '5']);
    expect([...back.changed]).to.deep.equal([]);
  });

  it('shows only problems when asked', () => {
    const state = listOf([row('a'), { ...row('b'), problem: true }], { type: 'problems' });
    expect(shown(state)).to.equal('b');
    expect(shown(reduceList(state, { type: 'problems' }))).to.equal('ab');
  });

  it('shows how it is sorted, however narrow the column', () => {
    const sorted = listOf([row('a', '1')], { type: 'sort', column: 1 });
    const columns = [
      { title: 'NAME', rank: 0 },
      { title: 'ABSENT', rank: 1, min: 6 },
    ];
    expect(listLines(sorted, columns, 15, plain).header.trimEnd()).to.match(/ABSE…↑$/);
  });

  it('sorts upwards, downwards, and then not', () => {
    const sort: ListAction = { type: 'sort', column: 1 };
    expect(shown(listOf(letters, sort, { type: 'edge', to: 'first' }))).to.equal('hgf');
    expect(shown(listOf(letters, sort, sort, { type: 'edge', to: 'first' }))).to.equal('abc');
    expect(listOf(letters, sort, sort, sort).sort).to.equal(undefined);
  });
});
