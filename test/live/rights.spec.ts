import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import type { Explanation, ExplanationList } from '../../src/explain/explanation.js';
import { KINDS, resourceName } from '../../src/sources/kinds.js';
import { readFiles } from '../../src/sources/files/read-files.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { withoutGround } from './support/compare.js';
import { liveServer } from './support/global.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';
import { grant, manifestRules, type Rule } from './support/rights.js';
import { run, type Run } from './support/run.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/mesh', import.meta.url));
const WORKLOAD = 'deploy/checkout.shop';

describe('rights', () => {
  let api: AdminApi;
  let made: string[] = [];
  let full: ExplanationList;
  const { cluster, istiod } = manifestRules();

  before(async () => {
    api = adminApi(liveServer().server);
    made = await loadMesh(api, (await readFiles([EXAMPLE])).snapshot.resources);
    full = list(await ask('explain', WORKLOAD));
  });
  after(() => removeMesh(api, made));

  const ask = (...argv: string[]): Promise<Run> => run(...argv, '--kubeconfig', liveServer().kubeconfig, '-o', 'json');
  const list = ({ stdout }: Run): ExplanationList => JSON.parse(stdout) as ExplanationList;

  it('those of the manifest suffice', async () => {
    await grant(api, 'reader', { cluster, namespaced: { 'istio-system': istiod } });
    const weak = await ask('explain', WORKLOAD, '--as', 'reader');
    expect(weak.stderr).to.not.include('gap: may not');
    expect(withoutGround(weak.stdout)).to.deep.equal(withoutGround(JSON.stringify(full)));
  });

  it('the manifest names every kind that is read, and no other', () => {
    const named = (rules: Rule[]) =>
      rules.map(({ apiGroups: [group], resources: [plural] }) => (group ? `${plural!}.${group}` : plural!)).sort();
    expect([...named(cluster), ...named(istiod)].sort()).to.deep.equal(KINDS.map(resourceName).sort());
    for (const { verbs } of [...cluster, ...istiod]) expect(verbs).to.have.length(1);
  });

  // One right less: it is missed by name, and no verdict changes but to undetermined.
  for (const rule of cluster) {
    const [group, plural] = [rule.apiGroups[0]!, rule.resources[0]!];
    const name = group ? `${plural}.${group}` : plural;
    it(`without list ${name}`, async () => {
      const user = `without-${name}`;
      await grant(api, user, {
        cluster: cluster.filter((other) => other !== rule),
        namespaced: { 'istio-system': istiod },
      });
      const weak = await ask('explain', WORKLOAD, '--as', user);
      expectNoWrongAnswer(full, weak, name);
    });
  }

  it('without get configmaps', async () => {
    await grant(api, 'without-configmaps', { cluster });
    const weak = await ask('explain', WORKLOAD, '--as', 'without-configmaps');
    expect(weak.stderr).to.match(/gap: may not get configmaps in namespace istio-system/);
    for (const { verdict } of list(weak).items) expect(verdict).to.equal('undetermined');
  });

  it('none at all', async () => {
    await grant(api, 'nobody', {});
    const { exit, stdout, stderr } = await ask('explain', WORKLOAD, '--as', 'nobody');
    expect({ exit, stdout }).to.deep.equal({ exit: 3, stdout: '' });
    expect(stderr).to.match(/may read nothing of the mesh: .*User "nobody" cannot list resource/);
  });

  it('of one namespace only', async () => {
    await grant(api, 'shopkeeper', { namespaced: { shop: namespacedRules(cluster) } });
    const weak = await ask('explain', 'deploy/checkout', '-n', 'shop', '--as', 'shopkeeper');
    expect(weak.stderr).to.match(/gap: may not list sidecars.networking.istio.io outside shop: /);
    expectNoWrongAnswer(full, weak);
  });

  it('of one namespace and that of istiod', async () => {
    await grant(api, 'neighbour', {
      namespaced: { shop: namespacedRules(cluster), 'istio-system': [...namespacedRules(cluster), ...istiod] },
    });
    const weak = await ask('explain', 'deploy/checkout', 'cart-store', '-n', 'shop', '--as', 'neighbour');
    expect((JSON.parse(weak.stdout) as Explanation).verdict, weak.stderr).to.equal('present');
  });

  it('a workload that is not found may be one that may not be seen', async () => {
    const { exit, stderr } = await ask('explain', WORKLOAD, '--as', 'without-pods');
    expect(exit).to.equal(3);
    expect(stderr)
      .to.match(/not found/)
      .and.to.match(/not allowed to list pods/);
  });
});

function namespacedRules(rules: readonly Rule[]): Rule[] {
  const namespaced = new Set(KINDS.filter((info) => info.namespaced).map(({ plural }) => plural));
  return rules.filter(({ resources }) => namespaced.has(resources[0]!));
}

/** Every verdict is the same, or undetermined and says by which gap. */
function expectNoWrongAnswer(full: ExplanationList, weak: Run, missing?: string): void {
  // Nobody can be found without the right to list pods: that is an answer, too.
  if (weak.exit === 3 && weak.stdout === '') {
    expect(weak.stderr).to.include(missing ?? '');
    return;
  }
  const answers = new Map((JSON.parse(weak.stdout) as ExplanationList).items.map((item) => [item.host, item]));
  for (const { host, verdict } of full.items) {
    const answer = answers.get(host);
    if (answer?.verdict === verdict) continue;
    // A host that nothing readable has is not listed.
    if (!answer) continue;
    expect(answer.verdict, host).to.equal('undetermined');
    const because = answer.undetermined.map((point) => point.because).join('\n');
    if (missing) expect(because, host).to.include(missing);
  }
}
