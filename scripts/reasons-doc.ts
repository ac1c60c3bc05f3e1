import { existsSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { STAGES, type Stage } from '../src/model/stage.js';
import { REASONS } from '../src/model/reasons.js';
import { reasonText } from '../src/explain/reason-text.js';
import { UNDETERMINED, type Undetermined } from '../src/model/undetermined.js';
import { EXAMPLES, exampleAnswer, reasonsIn } from './reasons-doc/example.js';

const STAGE_TEXTS: Record<Stage, string> = {
  discovery: 'What istiod reads at all: namespaces, revisions, objects that the API server accepts.',
  registry: 'What becomes a service.',
  visibility: 'Which namespaces see a service: `exportTo` of the object, of the mesh, and limits of the mesh.',
  import: "What a Sidecar's egress listeners and the routes behind them take in.",
  namespace: 'One namespace serves a hostname.',
  ports: 'Services of one namespace and hostname become one.',
  waypoint: 'What a waypoint owns or leads to.',
  gateway: 'What a gateway keeps when `PILOT_FILTER_GATEWAY_CLUSTER_CONFIG` is on.',
  clusters: 'What becomes a cluster.',
  endpoints: 'Whether requests can arrive.',
};

/** A sentence for each code, from its example mesh. */
export type Examples = ReadonlyMap<string, string>;

/** docs/reasons.md: every code, stage by stage. */
export function reasonsDoc(examples: Examples): string {
  return `${[
    '# Reasons',
    '',
    'Every code that `explain` gives, in the order of the stages that a service passes on its way into the CDS of a proxy.',
    'Codes are stable: a code keeps its meaning, and one that is gone is not used again. In JSON a reason is',
    '`{ code, by?, args }`: `by` is the resource and field that decided, `args` holds the values that the sentence names.',
    '',
    `Written by \`npm run docs:reasons\` from \`src/model/reasons.ts\` and \`src/model/undetermined.ts\`; the examples are answers about`,
    `the meshes in \`${EXAMPLES}\`.`,
    ...STAGES.flatMap((stage) => stageSection(stage, examples)),
    '',
    '## Not determined',
    '',
    "Points where istiod's answer depends on what no client can read. They stand in `undetermined` of an answer.",
    ...Object.entries(UNDETERMINED).flatMap(([code, text]) => [
      '',
      `### ${code}`,
      '',
      sentence(text),
      ...exampleLines(code, examples),
    ]),
  ].join('\n')}\n`;
}

function stageSection(stage: Stage, examples: Examples): string[] {
  const codes = Object.entries(REASONS).filter(([, reason]) => reason.stage === stage);
  return [
    '',
    `## ${stage}`,
    '',
    STAGE_TEXTS[stage],
    ...codes.flatMap(([code, reason]) => reasonSection(code, reason, examples)),
  ];
}

function reasonSection(code: string, { text, todo }: { text: string; todo: string }, examples: Examples): string[] {
  const shown = sentence(text.replace(/\{(\w+)\}/g, (_, name: string) => `*${name}*`));
  const varies = text.includes('{');
  return ['', `### ${code}`, '', shown, ...(varies ? exampleLines(code, examples) : []), '', `**What to do:** ${todo}`];
}

function exampleLines(code: string, examples: Examples): string[] {
  const example = examples.get(code);
  return example === undefined ? [] : ['', `> ${sentence(example)}`];
}

/** Asks the question of every example mesh. */
export async function readExamples(): Promise<Examples> {
  const examples = new Map<string, string>();
  for (const code of [...Object.keys(REASONS), ...Object.keys(UNDETERMINED)]) {
    // Without a mesh of its own: what needs clusters that are named on the command line.
    if (!existsSync(`${EXAMPLES}/${code}`)) continue;
    const answer = await exampleAnswer(code);
    const reason = reasonsIn(answer).find((candidate) => candidate.code === code);
    const point = (answer.undetermined as Undetermined[] | undefined)?.find((candidate) => candidate.code === code);
    examples.set(code, reason ? reasonText(reason) : (point?.because ?? ''));
  }
  return examples;
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return first.endsWith('.') ? first : `${first}.`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync('docs/reasons.md', reasonsDoc(await readExamples()));
}
