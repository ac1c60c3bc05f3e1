import { paintFor, type ColorMode } from '../../output/paint.js';
import { table } from '../../output/table.js';
import type { EngineClient } from '../engine/client.js';
import type { Place } from '../place.js';
import { collect } from './collect.js';
import { titlesOf } from './texts.js';

/** What the view would show first, as a text table. */
export async function printFirst(engine: EngineClient, places: readonly Place[], color: ColorMode): Promise<void> {
  const place = places[places.length - 1]!;
  const answer = await collect(engine, place);
  if (answer.kind !== 'rows') return;
  const paint = paintFor(color, process.stdout.isTTY, process.env);
  const lines = table(
    titlesOf(place),
    answer.rows.map(({ cells }) => cells),
    paint,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}
