import { expect } from 'chai';
import type { Item } from '../../src/views/model/item.js';
import { currentItem, emptyTree, reduceTree, type TreeAction, type TreeState } from '../../src/views/tree/reducer.js';

const ref = { kind: 'Sidecar', namespace: 'shop', name: 'default', path: 'spec' };
const items: Item[] = [
  { id: 'registry', text: 'registry', children: [{ id: 'source', text: 'source' }] },
  { id: 'import', text: 'import', style: 'bad', open: true, ref, children: [{ id: 'field', text: 'field' }] },
  { id: 'long', text: 'word '.repeat(30).trim() },
];

function treeOf(...actions: TreeAction[]): TreeState {
  const first: TreeAction[] = [
    { type: 'resize', width: 40, height: 8 },
    { type: 'tree', head: ['head'], items },
  ];
  return [...first, ...actions].reduce(reduceTree, emptyTree());
}

const ids = ({ flat }: TreeState) => flat.map(({ item }) => item.id);

describe('the tree', () => {
  it('begins at what failed, with that open', () => {
    expect(ids(treeOf())).to.deep.equal(['registry', 'import', 'field', 'long']);
    expect(currentItem(treeOf())?.item.id).to.equal('import');
  });

  it('opens and closes', () => {
    expect(ids(treeOf({ type: 'toggle' }))).to.deep.equal(['registry', 'import', 'long']);
    const all = treeOf({ type: 'move', by: -1 }, { type: 'toggle', open: true });
    expect(ids(all)).to.deep.equal(['registry', 'source', 'import', 'field', 'long']);
  });

  it('knows the field of what stands below it', () => {
    expect(currentItem(treeOf({ type: 'move', by: 1 }))?.ref).to.deep.equal(ref);
  });

  it('keeps what was opened, and the cursor, when it is told again', () => {
    const state = treeOf({ type: 'toggle' }, { type: 'tree', head: ['head'], items });
    expect(ids(state)).to.deep.equal(['registry', 'import', 'long']);
    expect(currentItem(state)?.item.id).to.equal('import');
  });

  it('scrolls by lines, so that a wrapped item is shown whole', () => {
    const { top, flat, height } = treeOf({ type: 'edge', to: 'last' });
    const last = flat.at(-1)!;
    expect(last.lines.length).to.be.greaterThan(2);
    expect(last.start + last.lines.length).to.be.at.most(top + height);
  });
});
