import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unreleased } from './package/krew/unreleased.js';
import { ROOT } from './package/root.js';

/** Writes krew-manifest.yaml: what a release fills in with the sums of its archives. */
writeFileSync(join(ROOT, 'krew-manifest.yaml'), unreleased());
