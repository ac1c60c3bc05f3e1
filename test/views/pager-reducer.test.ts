import { expect } from 'chai';
import { emptyPager, reducePager, type PagerAction, type PagerState } from '../../src/views/pager/reducer.js';

const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`);

function pagerOf(marked: number[], ...actions: PagerAction[]): PagerState {
  const first: PagerAction[] = [
    { type: 'resize', width: 40, height: 10 },
    { type: 'lines', lines, marked },
  ];
  return [...first, ...actions].reduce(reducePager, emptyPager());
}

describe('the pager', () => {
  it('begins at the marked line, with lines above it', () => {
    expect(pagerOf([30]).top).to.equal(27);
  });

  it('does not scroll past the ends', () => {
    expect(pagerOf([], { type: 'edge', to: 'last' }).top).to.equal(40);
    expect(pagerOf([], { type: 'move', by: -3 }).top).to.equal(0);
  });

  it('finds text, and the next', () => {
    const state = pagerOf([], { type: 'filter', text: 'line 2' });
    expect(state.top).to.equal(2);
    expect(reducePager(state, { type: 'hit', by: 1 }).top).to.equal(20);
  });

  it('stays where it is when the lines come again', () => {
    const state = pagerOf([30], { type: 'edge', to: 'first' }, { type: 'lines', lines, marked: [30] });
    expect(state.top).to.equal(0);
  });
});
