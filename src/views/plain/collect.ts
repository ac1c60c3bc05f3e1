import type { EngineClient } from '../engine/client.js';
import type { PlainAnswer } from '../engine/protocol.js';
import type { Row } from '../model/row.js';
import type { Place } from '../place.js';

/** The whole answer to a place: waits until every row is computed. */
export function collect(engine: EngineClient, place: Place): Promise<PlainAnswer> {
  return new Promise((resolve) => {
    let answer: PlainAnswer | undefined;
    engine.watch(place, (message) => {
      answer = message.type === 'answer' ? message.answer : answer && withRows(answer, message.rows);
      if (answer && message.pending === 0 && message.last === undefined) resolve(answer);
    });
  });
}

function withRows(answer: PlainAnswer, patches: readonly Row[]): PlainAnswer {
  if (answer.kind !== 'rows') return answer;
  const done = new Map(patches.map((row) => [row.key, row]));
  return { ...answer, rows: answer.rows.map((row) => done.get(row.key) ?? row) };
}
