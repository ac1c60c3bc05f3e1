import { completionThroughKubectl } from './bench/completion.js';
import { startUp } from './bench/startup.js';

/** Prints what the bundled program takes to start and answer, as ratios to an empty program of Node. */
for (const { what, ms, ratio, goal } of await startUp()) {
  const verdict = goal === undefined ? '' : `, goal ${goal}: ${ratio <= goal ? 'ok' : 'missed'}`;
  console.log(`${what} / node -e 0: ${ratio.toPrecision(3)} (${Math.round(ms)} ms)${verdict}`);
}

const completion = await completionThroughKubectl();
if (completion) {
  const { kubectl, ours } = completion;
  const verdict = ours <= 150 ? 'ok' : 'missed';
  console.log(
    `completion through kubectl: ours ${Math.round(ours)} ms beside ${Math.round(kubectl)} ms of kubectl alone, goal 150 ms: ${verdict}`,
  );
}
