import { TARGETS } from '../targets.js';
import { manifestYaml } from './manifest.js';

const HEAD = `\
# Written by \`npm run krew-manifest\`. The sums are zero here: \`npm run package\` writes release/mesh-registry.yaml, which has
# those of the archives that it built; that file goes to krew's index.
`;

/** krew's manifest of this version, with all platforms, before its archives are built. */
export function unreleased(): string {
  return HEAD + manifestYaml(TARGETS, () => '0'.repeat(64));
}
