import { PACKAGE, VERSION } from './root.js';
import { nameOf, type Target } from './targets.js';

const BASE = `${PACKAGE.name}_${VERSION}`;

export const NODE_ARCHIVE = `${BASE}_node.tar.gz`;
export const SBOM_FILE = `${BASE}.cdx.json`;
export const SUMS_FILE = `${BASE}_sha256sums.txt`;

export function archiveOf(target: Target): string {
  return `${BASE}_${nameOf(target)}.${target.os === 'windows' ? 'zip' : 'tar.gz'}`;
}
