import { execFileSync } from 'node:child_process';
import { completionThroughKubectl } from './bench/completion.js';
import { startUp } from './bench/startup.js';
import { nodeBinary } from './package/node-binary.js';
import { hostTarget } from './package/targets.js';

/** Prints what the bundled program takes to start and answer, as ratios to an empty program of the same Node. */
const carried = nodeBinary(hostTarget());
const version = execFileSync(carried, ['--version'], { encoding: 'utf8' }).trim();
for (const [node, which] of [
  [carried, `Node ${version}, which the executables carry`],
  [process.execPath, `Node ${process.version}, which runs this`],
] as const) {
  console.log(`${which}:`);
  for (const { what, ms, ratio, goal } of await startUp(node)) {
    const verdict = goal === undefined ? '' : `, goal ${goal}: ${ratio <= goal ? 'ok' : 'missed'}`;
    console.log(`  ${what} / node -e 0: ${ratio.toPrecision(3)} (${Math.round(ms)} ms)${verdict}`);
  }
}

const completion = await completionThroughKubectl();
if (completion) {
  const { kubectl, ours } = completion;
  const verdict = ours <= 150 ? 'ok' : 'missed';
  console.log(
    `completion through kubectl: ours ${Math.round(ours)} ms beside ${Math.round(kubectl)} ms of kubectl alone, goal 150 ms: ${verdict}`,
  );
}
