import { expect } from 'chai';
import { placeColumns } from '../../src/views/list/columns.js';
import { columnsOf, cut, fit, wrap } from '../../src/views/width.js';

describe('widths', () => {
  for (const text of ['plain', '東京.example.com', 'e\u0301te', '🚀 launch', 'שלום.example', 'مرحبا', '']) {
    for (const columns of [1, 2, 5, 8, 30]) {
      it(`fits ${JSON.stringify(text)} in exactly ${columns}`, () => {
        expect(columnsOf(fit(text, columns).replaceAll('\u200e', ''))).to.equal(columns);
      });
    }
  }

  it('ends right-to-left text with a mark, so that the next column stays where it is', () => {
    expect(fit('שלום', 6)).to.equal('שלום\u200e  ');
  });

  it('says that it cut', () => {
    expect(cut('abcdef', 4)).to.equal('abc…');
    expect(cut('東京都', 4)).to.equal('東…');
  });

  it('wraps at spaces, and within words that are too long', () => {
    expect(wrap('one two three', 7)).to.deep.equal(['one two', 'three']);
    expect(wrap('abcdefgh ij', 4)).to.deep.equal(['abcd', 'efgh', 'ij']);
    expect(wrap('東京都港区', 4)).to.deep.equal(['東京', '都港', '区']);
  });
});

describe('columns', () => {
  const columns = [
    { title: 'NAME', rank: 0, min: 10 },
    { title: 'KIND', rank: 2, min: 6 },
    { title: 'WHY', rank: 1, min: 8 },
  ];

  it('gives each what it needs where there is room', () => {
    expect(placeColumns(columns, [12, 6, 9], 80).map(({ width }) => width)).to.deep.equal([12, 6, 9]);
  });

  it('gives the important ones more, and never more than there is', () => {
    for (const total of [12, 20, 27, 30, 60]) {
      const placed = placeColumns(columns, [40, 20, 50], total);
      const used = placed.reduce((sum, { width }) => sum + width + 2, -2);
      expect(used).to.be.at.most(total);
    }
    expect(placeColumns(columns, [40, 20, 50], 24).map(({ index }) => index)).to.deep.equal([0, 2]);
  });
});
