import { parseArgs } from 'node:util';
import { FIELDS, type Field } from './compare.js';
import { compareFile, differenceText, type FileComparison } from './compare-file.js';

/** Runs the command and gives its exit code; `print` and `complain` take lines for stdout and stderr. */
export async function run(
  argv: readonly string[],
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  const asked = readArguments(argv);
  if (!asked) {
    complain(`usage: conformance FILE… [--show K] [--field ${FIELDS.join('|')}]`);
    return 2;
  }
  let { show } = asked;
  let proxies = 0;
  let differing = 0;
  let failed = false;
  for (const file of asked.files) {
    let result: FileComparison;
    try {
      result = await compareFile(file, asked.field);
    } catch (error) {
      complain(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      return 2;
    }
    for (const difference of result.differences.slice(0, show)) print(differenceText(difference));
    show = Math.max(0, show - result.differences.length);
    for (const line of summary(file, result)) print(line);
    proxies += result.proxies;
    differing += result.differing;
    failed ||= result.differences.length > 0;
  }
  print(`${proxies} proxies compared, ${differing} differ`);
  return failed ? 1 : 0;
}

function readArguments(argv: readonly string[]): { files: string[]; show: number; field?: Field } | undefined {
  try {
    const { values, positionals: files } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { show: { type: 'string', default: '0' }, field: { type: 'string' } },
    });
    const field = values.field as Field | undefined;
    const show = Number(values.show);
    if (files.length === 0 || !(show >= 0) || (field && !FIELDS.includes(field))) return undefined;
    return { files, show, ...(field && { field }) };
  } catch {
    return undefined;
  }
}

function summary(file: string, result: FileComparison): string[] {
  const { meshes, proxies, undetermined, differing, compared, different } = result;
  const counts = [...compared].map(
    ([name, n]) => `${name} ${n}${different.has(name) ? ` (${different.get(name)} differ)` : ''}`,
  );
  return [
    `${file}: ${meshes} meshes, ${proxies} proxies (${undetermined} undetermined), ${differing} differ`,
    `  ${counts.join(', ')}`,
  ];
}
