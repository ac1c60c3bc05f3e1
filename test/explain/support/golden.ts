import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';

const UPDATE = Boolean(process.env['UPDATE_GOLDENS']);

/** Compares with a golden file, or writes it when UPDATE_GOLDENS is set. */
export function expectGolden(path: string, actual: string): void {
  if (UPDATE) {
    if (!existsSync(path) || readFileSync(path, 'utf8') !== actual) writeFileSync(path, actual);
    return;
  }
  expect(existsSync(path), `${path} is missing: run with UPDATE_GOLDENS=1`).to.equal(true);
  expect(actual).to.equal(readFileSync(path, 'utf8'));
}
