import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is there while the tests of the suite run, and gone after them; an empty one for each test where so asked. */
export function temporaryFolder(lasts: 'suite' | 'test' = 'suite'): () => string {
  let folder = '';
  const make = () => {
    folder = mkdtempSync(join(tmpdir(), 'mesh-registry-test-'));
  };
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  if (lasts === 'suite') {
    before(make);
    after(remove);
  } else {
    beforeEach(make);
    afterEach(remove);
  }
  return () => folder;
}
