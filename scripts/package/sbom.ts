import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { ROOT } from './root.js';

const TOOL = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-esbuild/bin/cyclonedx-esbuild-cli.js');

/** What the bundle is made of, as CycloneDX JSON, checked against its schema. */
export function sbom(metafile: Metafile): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'mesh-registry-sbom-'));
  try {
    const input = join(folder, 'meta.json');
    writeFileSync(input, JSON.stringify(metafile));
    const options = ['--spec-version', '1.6', '--output-reproducible', '--validate', '--output-file', '-'];
    return execFileSync(process.execPath, [TOOL, ...options, '--build-working-dir', ROOT, input], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
