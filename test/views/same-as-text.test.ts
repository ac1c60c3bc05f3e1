import { expect } from 'chai';
import { ProxyExplainer } from '../../src/explain/explain.js';
import { explainExtAuthz } from '../../src/explain/ext-authz/ext-authz.js';
import { explanationText } from '../../src/output/explanation-text.js';
import { extAuthzText } from '../../src/output/ext-authz-text.js';
import { plain } from '../../src/output/paint.js';
import { readFiles } from '../../src/sources/files/read-files.js';
import type { Answer } from '../../src/views/model/answer.js';
import { answerTo } from '../../src/views/model/answer-to.js';
import type { Item } from '../../src/views/model/item.js';
import { MeshModel } from '../../src/views/model/mesh-model.js';
import type { Place } from '../../src/views/place.js';

const MESHES = [
  ['examples/mesh'],
  ['examples/gateway-api'],
  ['examples/ambient'],
  ['east=examples/multicluster/east', 'west=examples/multicluster/west'],
];

/** Text output and trees are written apart: what the one says, the other must not leave out. */
describe('a tree of the view says all that the text says', function () {
  this.timeout(120_000);

  for (const mesh of MESHES) {
    it(`of walks and ext_authz in ${mesh.join(' ')}`, async () => {
      const { snapshot, locate, notes } = await readFiles(mesh);
      const model = new MeshModel({ snapshot, locate, notes });
      let walks = 0;
      for (const [workload, group] of model.groups) {
        const target = model.target(group);
        const explainer = model.explainer(group);
        if ('problem' in target || !(explainer instanceof ProxyExplainer)) continue;
        for (const host of explainer.hosts) {
          walks++;
          const text = explanationText(explainer.explainWithFix(host), plain);
          compare(whole(model, { screen: 'walk', workload, host }), text);
        }
        const report = explainExtAuthz(target.mesh, target.proxy, { allProviders: false });
        compare(whole(model, { screen: 'policies', workload }), extAuthzText(report, plain));
      }
      expect(walks).to.be.greaterThan(0);
    });
  }
});

/** The last line is the ground, which has a screen of its own; titles end in a colon. */
function compare(tree: string, lines: readonly string[]): void {
  const said = words(tree);
  for (const line of lines.slice(0, -1)) {
    const text = line.trim().replace(/^(Note|✔|✘|!|-|\?):? /, '');
    // The tree names the object with its cluster, and its place one level below.
    const [sentence = ''] = text.split(/ {2}(?=\S+:\d+$)| \(\S+:\d+\)$/);
    if (!text.endsWith(':')) expect(said, `${text}\n${tree}`).to.include(words(sentence));
  }
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/@\w+/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function whole(model: MeshModel, place: Place): string {
  let answer: Answer = answerTo(model, place);
  const later = answer.kind === 'tree' ? answer.more?.() : undefined;
  for (let step = later?.next(); step; step = step.done ? undefined : later!.next()) if (step.done) answer = step.value;
  if (answer.kind !== 'tree') throw new Error(`${JSON.stringify(place)} is ${answer.kind}`);
  const all = (items: readonly Item[]): string[] =>
    items.flatMap(({ text, children = [] }) => [text, ...all(children)]);
  return [...answer.head, ...all(answer.items)].join('\n');
}
