import { expect } from 'chai';
import { allKeys } from '../../src/views/app/key-list.js';
import { reduceApp } from '../../src/views/app/reducer.js';
import { initialState, topFrame, type AppState } from '../../src/views/app/state.js';
import type { Status } from '../../src/views/engine/protocol.js';
import type { Place } from '../../src/views/place.js';
import { SCREENS } from '../../src/views/screens/screens.js';

const SIZE = { columns: 80, rows: 24 };
const STATUS: Status = {
  source: 'files',
  from: 'mesh',
  istiods: '1.28.2',
  objects: 3,
  gaps: 0,
  namespaces: ['catalog', 'shop'],
  following: { state: 'not' },
};

function after(places: Place[], ...keys: string[]): AppState {
  const start = reduceApp(initialState(places, SIZE), { type: 'status', status: STATUS });
  return keys.reduce((state, key) => reduceApp(state, { type: 'key', key }), start);
}

const here = (state: AppState) => topFrame(state).place;
const type = (text: string) => [...text];

describe('the view', () => {
  const top: Place[] = [{ screen: 'namespaces' }];

  it('quits', () => {
    expect(after(top, 'q').quit).to.equal(true);
    expect(after(top, 'ctrl-c').quit).to.equal(true);
    expect(after(top, '/', 'ctrl-c').quit).to.equal(true);
    expect(after(top, '/', 'q').quit).to.equal(false);
  });

  it('goes back, but not beyond the first screen', () => {
    expect(here(after([...top, { screen: 'workloads' }], 'esc'))).to.deep.equal({ screen: 'namespaces' });
    expect(after(top, 'esc').message).to.include('first screen');
  });

  const jumps: [typed: string, place: Place][] = [
    ['ns', { screen: 'namespaces' }],
    ['workloads', { screen: 'workloads' }],
    ['wl shop', { screen: 'workloads', namespace: 'shop' }],
    ['workl', { screen: 'workloads' }],
    ['who api.example.com', { screen: 'who', host: 'api.example.com' }],
    ['hosts shop/Deployment/web', { screen: 'hosts', workload: 'shop/Deployment/web' }],
    ['gaps', { screen: 'ground' }],
    ['conf', { screen: 'conflicts' }],
    ['conflicts shop', { screen: 'conflicts', namespace: 'shop' }],
    ['conflicts api.example.com', { screen: 'conflicts', host: 'api.example.com' }],
    ['ext_authz', { screen: 'ext-authz' }],
    ['ext_authz shop', { screen: 'ext-authz', namespace: 'shop' }],
    ['ext_authz shop/Deployment/web', { screen: 'policies', workload: 'shop/Deployment/web' }],
  ];
  for (const [typed, place] of jumps) {
    it(`:${typed} leads to ${place.screen}`, () => {
      expect(here(after(top, ':', ...type(typed), 'enter'))).to.deep.equal(place);
    });
  }

  it('completes the names of screens and namespaces', () => {
    const state = after(top, ':', ...type('work'), 'tab', ' ', 's', 'tab', 'enter');
    expect(here(state)).to.deep.equal({ screen: 'workloads', namespace: 'shop' });
  });

  it('says what it does not know', () => {
    expect(after(top, ':', ...type('nonsense'), 'enter').message).to.include('There is no screen "nonsense"');
    expect(after(top, ':', ...type('hosts'), 'enter').message).to.include('which workload');
  });

  it('changes the namespace of the workloads by number', () => {
    const all: Place[] = [...top, { screen: 'workloads' }];
    expect(here(after(all, '2'))).to.deep.equal({ screen: 'workloads', namespace: 'shop' });
    expect(here(after(all, '2', '0'))).to.deep.equal({ screen: 'workloads' });
    expect(here(after(all, '9'))).to.deep.equal({ screen: 'workloads' });
  });

  it('keeps the screen when the namespace changes by number', () => {
    expect(here(after([{ screen: 'conflicts' }], '2'))).to.deep.equal({ screen: 'conflicts', namespace: 'shop' });
    expect(here(after([{ screen: 'ext-authz', namespace: 'shop' }], '0'))).to.deep.equal({ screen: 'ext-authz' });
  });

  for (const [name, places] of [
    ['namespaces', [{ screen: 'namespaces' }]],
    ['a walk', [{ screen: 'walk', workload: 'a/Pod/b', host: 'c' }]],
    ['a resource', [{ screen: 'resource', ref: { kind: 'Pod', namespace: 'a', name: 'b', path: '' } }]],
  ] as [string, Place[]][]) {
    it(`leads from ${name} to conflicts, ext_authz and the ground`, () => {
      expect(here(after(places, 'c')).screen).to.equal('conflicts');
      expect(here(after(places, 'e')).screen).to.be.oneOf(['ext-authz', 'policies']);
      expect(here(after(places, 'i')).screen).to.equal('ground');
    });
  }

  it('leads on from a screen that has nothing to show', () => {
    const state = after([{ screen: 'hosts', workload: 'a/Pod/b' }]);
    const answer = { kind: 'nothing', title: 'hosts', text: 'no proxy' } as const;
    const message = { type: 'answer', id: 1, answer, pending: 0, again: false } as const;
    const told = reduceApp(state, { type: 'engine', frame: topFrame(state).id, message });
    expect(here(reduceApp(told, { type: 'key', key: 'c' }))).to.deep.equal({ screen: 'conflicts' });
  });

  it('clears the filter before it goes back', () => {
    const state = after([...top, { screen: 'workloads' }], '/', 'a', 'enter');
    expect(topFrame(state).screen).to.include({ filter: 'a' });
    const cleared = reduceApp(state, { type: 'key', key: 'esc' });
    expect(topFrame(cleared).screen).to.include({ filter: '' });
    expect(here(cleared)).to.deep.equal({ screen: 'workloads' });
  });

  it('hears only q in a terminal that is too small', () => {
    const small = reduceApp(after(top), { type: 'size', size: { columns: 40, rows: 10 } });
    expect(reduceApp(small, { type: 'key', key: ':' }).mode.kind).to.equal('keys');
    expect(reduceApp(small, { type: 'key', key: 'q' }).quit).to.equal(true);
  });

  it('ignores answers to a screen that was left', () => {
    const state = after(top);
    const answer = { kind: 'nothing', title: 'late', text: '' } as const;
    const late = { type: 'answer', id: 1, answer, pending: 0, again: false } as const;
    expect(reduceApp(state, { type: 'engine', frame: 99, message: late })).to.equal(state);
  });

  it('has no key twice on any screen', () => {
    const places: Place[] = [
      { screen: 'namespaces' },
      { screen: 'workloads' },
      { screen: 'hosts', workload: 'a/Pod/b' },
      { screen: 'walk', workload: 'a/Pod/b', host: 'c' },
      { screen: 'resource', ref: { kind: 'Pod', namespace: 'a', name: 'b', path: '' } },
      { screen: 'who', host: 'c' },
      { screen: 'conflicts' },
      { screen: 'conflict', id: 'kind host' },
      { screen: 'ext-authz' },
      { screen: 'policies', workload: 'a/Pod/b' },
      { screen: 'problems' },
      { screen: 'ground' },
    ];
    expect(places.map(({ screen }) => screen)).to.have.members(Object.keys(SCREENS));
    for (const place of places) {
      const keys = allKeys(after([place])).flatMap((binding) => binding.keys);
      expect(keys, place.screen).to.deep.equal([...new Set(keys)]);
    }
  });
});
