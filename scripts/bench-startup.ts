import { startUp } from './bench/startup.js';

/** Prints how long the bundled program takes to start, as ratios to an empty program of Node. */
for (const { what, ms, ratio, goal } of await startUp()) {
  const verdict = ratio <= goal ? 'ok' : 'missed';
  console.log(`${what} / node -e 0: ${ratio.toPrecision(3)} (${Math.round(ms)} ms), goal ${goal}: ${verdict}`);
}
