import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { ROOT } from './root.js';

interface Package {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const RULE = '='.repeat(80);

/** The licences of all packages of which a piece is in the bundle. Throws when one of them names none. */
export function thirdPartyLicences({ outputs }: Metafile): string {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const folders = new Set(inputs.flatMap(([path]) => packageFolder(path) ?? []));
  const sections = [...folders].map(section).sort((a, b) => a.title.localeCompare(b.title, 'en'));
  const distinct = sections.filter(({ title }, index) => title !== sections[index - 1]?.title);
  return distinct.map(({ title, text }) => `${RULE}\n${title}\n${RULE}\n\n${text}\n`).join('\n');
}

/** `node_modules/a/node_modules/@b/c` of a path inside of it. */
function packageFolder(path: string): string | undefined {
  const match = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path);
  return match ? join(ROOT, match[0]) : undefined;
}

function section(folder: string): { title: string; text: string } {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  if (!license) throw new Error(`${name} ${version} does not say its licence`);
  const by = typeof author === 'object' ? author.name : author;
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  // Some packages only name their licence: then its name and its author have to do.
  const text = texts.length > 0 ? texts.join('\n\n') : `${license}${by ? `, by ${by}` : ''}`;
  return { title: `${name} ${version} (${license})`, text };
}
