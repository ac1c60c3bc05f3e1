/**
 * Measures reading 10,000 Services and 20,000 Pods through a real API server, as ratios within this run.
 *
 *   npm run --silent bench:live [-- NAMESPACES]
 *
 * Each of the NAMESPACES, a thousand unless told, holds ten Services and twenty Pods. The goals are for a thousand: with fewer,
 * most is the start of Node.
 */
import { readLiveBesideKubectl, whyNotLive } from './bench/live.js';
import { LARGE } from './bench/make-mesh.js';
import { median } from './bench/time.js';

const MIB = 1024 ** 2;

const why = await whyNotLive();
if (why) console.log(`live reading: skipped, ${why}`);
else {
  const namespaces = Number(process.argv[2] ?? LARGE.namespaces);
  console.error('making the objects in the server: some minutes for a thousand namespaces');
  const { services, pods, read, kubectl, ratios, peakBytes, listBytes } = await readLiveBesideKubectl({
    ...LARGE,
    namespaces,
  });
  const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
  console.log(`${services} Services and ${pods} Pods in a real API server, ${mib(listBytes)} of JSON`);
  line(
    'read live / kubectl get --raw of both lists',
    median(ratios),
    1.3,
    `${Math.round(read)} / ${Math.round(kubectl)} ms`,
  );
  line(
    'peak memory of reading / bytes of both lists',
    peakBytes / listBytes,
    8,
    `${mib(peakBytes)} / ${mib(listBytes)}`,
  );
}

function line(what: string, ratio: number, goal: number, detail: string): void {
  console.log(`${what}: ${ratio.toPrecision(3)} (${detail}), goal ${goal}: ${ratio <= goal ? 'ok' : 'missed'}`);
}
