/**
 * Compares the engine with answers that real istiod gave.
 *
 *   npm run --silent conformance -- FILE… [--show K] [--field NAME]
 *
 * Prints for each file what was compared and what differs, by field; the last line is `N proxies compared, N differ`.
 * Exits with 1 when anything differs, 2 when a file cannot be read.
 */
import { parseArgs } from 'node:util';
import { compareMesh, FIELDS, type Difference, type Field } from './conformance/compare.js';
import { predict } from './conformance/predicted.js';
import { readMeshes } from './conformance/recorded.js';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '0' }, field: { type: 'string' } },
});
const field = values.field as Field | undefined;
if (files.length === 0 || (field && !FIELDS.includes(field))) {
  console.error(`usage: conformance FILE… [--show K] [--field ${FIELDS.join('|')}]`);
  process.exit(2);
}

let show = Number(values.show);
let proxies = 0;
let differing = 0;
let failed = false;
for (const file of files) {
  const compared = new Map<Field, number>();
  const different = new Map<Field, number>();
  let meshes = 0;
  let fileProxies = 0;
  let fileDiffering = 0;
  let undetermined = 0;
  try {
    for await (const mesh of readMeshes(file)) {
      const result = compareMesh(mesh, await predict(mesh), field);
      meshes++;
      fileProxies += result.proxies;
      fileDiffering += result.differing.size;
      undetermined += result.undetermined;
      for (const [name, n] of result.compared) compared.set(name, (compared.get(name) ?? 0) + n);
      for (const difference of result.differences) {
        different.set(difference.field, (different.get(difference.field) ?? 0) + 1);
        if (show-- > 0) print(difference);
      }
    }
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(2);
  }
  if (meshes === 0) {
    console.error(`${file}: no meshes`);
    process.exit(2);
  }
  const counts = [...compared].map(
    ([name, n]) => `${name} ${n}${different.has(name) ? ` (${different.get(name)} differ)` : ''}`,
  );
  console.log(
    `${file}: ${meshes} meshes, ${fileProxies} proxies (${undetermined} undetermined), ${fileDiffering} differ`,
  );
  console.log(`  ${counts.join(', ')}`);
  proxies += fileProxies;
  differing += fileDiffering;
  failed ||= different.size > 0;
}
console.log(`${proxies} proxies compared, ${differing} differ`);
process.exitCode = failed ? 1 : 0;

function print({ mesh, where, field: name, expected, actual }: Difference): void {
  console.log(`${mesh} ${where}: ${name}\n  istiod: ${JSON.stringify(expected)}\n  engine: ${JSON.stringify(actual)}`);
}
