import { startUp } from './bench/startup.js';

/** Prints what the bundled program takes to start and answer, as ratios to an empty program of Node. */
for (const { what, ms, ratio, goal } of await startUp()) {
  const verdict = goal === undefined ? '' : `, goal ${goal}: ${ratio <= goal ? 'ok' : 'missed'}`;
  console.log(`${what} / node -e 0: ${ratio.toPrecision(3)} (${Math.round(ms)} ms)${verdict}`);
}
