import { fileURLToPath } from 'node:url';
import { exampleMesh } from '../../test/views/support/mesh.js';
import { openView } from '../../test/views/support/view.js';
import { animated, type Scene } from './svg.js';

export const RECORDING = fileURLToPath(new URL('../../docs/view.svg', import.meta.url));

const SIZE = { columns: 96, rows: 24 };

/** What is pressed, one scene after the other, and what for. */
const SCENES: readonly { keys: readonly string[]; says: string }[] = [
  { keys: [], says: 'kubectl mesh-registry browse -f examples/mesh' },
  { keys: ['G'], says: 'G: the last namespace' },
  { keys: ['enter'], says: 'enter: its workloads' },
  { keys: ['j', 'enter'], says: 'j, enter: the hosts of checkout' },
  { keys: ['ctrl-z'], says: 'ctrl-z: problems only' },
  { keys: ['/', 'policy', 'enter'], says: '/policy: filter' },
  { keys: ['enter'], says: 'enter: why it is not in the CDS, and what helps' },
  { keys: ['j', 'enter'], says: 'j, enter: the field that decided' },
  { keys: ['esc', 'e'], says: 'esc, e: what ext_authz makes of it' },
  { keys: [':', 'conflicts', 'enter'], says: ':conflicts: what several objects claim' },
  { keys: ['enter'], says: 'enter: who wins it, for whom, and by which rule' },
];

/** The view as it really is on the example mesh, as an SVG that plays by itself; the same for the same sources. */
export async function recording(): Promise<string> {
  const view = await openView(await exampleMesh(), { size: SIZE, colour: true });
  try {
    const scenes: Scene[] = [];
    for (const { keys, says } of SCENES) {
      await view.press(...keys);
      scenes.push({ frame: view.raw(), says });
    }
    return animated(scenes, SIZE);
  } finally {
    view.close();
  }
}
