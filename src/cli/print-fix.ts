import type { Fix } from '../explain/explanation.js';
import { cleanDocument, cleanText } from '../output/clean.js';
import { removals } from '../output/fix-text.js';
import type { ToYaml } from './yaml-writer.js';

/** `--fix`: YAML alone, or nothing where no change helps. What YAML cannot say stands in comments. */
export function printFixes(fixes: readonly { fix?: Fix | undefined; title?: string }[], toYaml: ToYaml): void {
  const documents = fixes.flatMap(({ fix, title }) => {
    const comments = [...(title ? [title] : []), ...(fix ? removals(fix) : [])].map((line) => `# ${cleanText(line)}\n`);
    const patches = (fix?.yaml ?? []).map((patch) => cleanDocument(toYaml(patch), 'yaml'));
    const all = comments.join('') + patches.join('---\n');
    return all === '' ? [] : [all];
  });
  process.stdout.write(documents.join('---\n'));
}
