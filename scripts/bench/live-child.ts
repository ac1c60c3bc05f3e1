import { read } from '../../src/sources/read.js';

/** Reads a live mesh through a kubeconfig, and prints how much memory that took at most. */
async function main(kubeconfig: string): Promise<void> {
  const { snapshot } = await read({ kubeconfig });
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(JSON.stringify({ objects: snapshot.resources.length, peakBytes }));
}

void main(process.argv[2]!);
