/**
 * Compares what meshes answer with what their snapshots answer, redacted and anonymized.
 *
 *   npm run --silent redaction -- FILE… [--show K]
 *
 * FILEs hold recorded meshes, as test/conformance does. Prints for each file how many meshes and proxies were compared, how
 * many answers differ, and how many words of the original an anonymized mesh still holds. Exits with 1 when there are any.
 */
import { parseArgs } from 'node:util';
import { compareFile } from './redaction/compare-mesh.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '0' } },
});
let [meshes, proxies, bad] = [0, 0, 0];
for (const file of positionals) {
  const compared = await compareFile(file);
  const { redacted, anonymized, left } = compared;
  for (const list of [redacted, anonymized, left])
    for (const line of list.slice(0, Number(values.show))) console.log(line);
  console.log(
    `${file}: ${compared.meshes} meshes, ${compared.proxies} pods: ${redacted.length} differ redacted, ${anonymized.length} anonymized, ${left.length} words left`,
  );
  meshes += compared.meshes;
  proxies += compared.proxies;
  bad += redacted.length + anonymized.length + left.length;
}
console.log(`${meshes} meshes, ${proxies} pods: ${bad} faults`);
if (bad > 0 || meshes === 0) process.exitCode = 1;
