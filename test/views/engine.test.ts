import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { PlaceMessage } from '../../src/views/engine/client.js';
import { localEngine } from '../../src/views/engine/local.js';
import type { Place } from '../../src/views/place.js';
import { exampleMesh } from './support/mesh.js';

const CONFLICT: Place = { screen: 'conflict', id: 'entries-of-namespaces rates.carrier.example.com' };

describe('the engine of the view', function () {
  this.timeout(60_000);

  async function engine() {
    const { client } = localEngine(await exampleMesh());
    const told: PlaceMessage[] = [];
    const when = async (wanted: (message: PlaceMessage) => boolean) => {
      for (;;) {
        const found = told.find(wanted);
        if (found) return found;
        await sleep(2);
      }
    };
    const ask = (place: Place) => {
      told.length = 0;
      client.watch(place, (message) => told.push(message));
    };
    return { ask, when, told };
  }

  const text = (message: PlaceMessage) => JSON.stringify(message);

  it('tells what helps later, and at once to whoever comes back', async () => {
    const { ask, when, told } = await engine();
    ask(CONFLICT);
    expect(text(await when(() => true))).to.include('looking for a change that helps');
    await when((message) => text(message).includes('Fix: '));
    ask({ screen: 'ground' });
    await when(() => true);
    ask(CONFLICT);
    expect(text(await when(() => true))).to.include('Fix: ');
    expect(told.length).to.equal(1);
  });

  it('leaves off looking for what helps when something else is asked', async () => {
    const { ask, when, told } = await engine();
    ask(CONFLICT);
    await when(() => true);
    await sleep(70);
    ask({ screen: 'ground' });
    expect(text(await when(() => true))).not.to.include('Fix: ');
    await sleep(300);
    expect(told.map(text).join()).not.to.include('Fix: ');
  });
});
