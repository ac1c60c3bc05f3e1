import { expect } from 'chai';
import { filterOf } from '../../src/views/list/filter.js';
import type { Row } from '../../src/views/model/row.js';

const row: Row = {
  key: 'x',
  cells: ['payments.shop.svc', { text: '✘ no', style: 'bad' }],
  labels: { app: 'pay', version: 'v1' },
};

const cases: [filter: string, keeps: boolean][] = [
  ['', true],
  ['shop', true],
  ['SHOP', true],
  ['✘ no', true],
  ['^payments', true],
  ['^shop', false],
  ['(unclosed', false],
  ['!shop', false],
  ['!cart', true],
  ['!', true],
  ['-f psv', true],
  ['-f vsp', false],
  ['-l app=pay', true],
  ['-l app=pay,version=v2', false],
  ['-l version', true],
  ['-l tier', false],
  ['-l app!=cart', true],
];

describe('filters', () => {
  for (const [filter, keeps] of cases) {
    it(`/${filter} ${keeps ? 'keeps' : 'hides'} the row`, () => {
      expect(filterOf(filter)(row)).to.equal(keeps);
    });
  }
});
