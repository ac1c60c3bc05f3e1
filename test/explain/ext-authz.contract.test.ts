import { expect } from 'chai';
import type { ExtAuthzReport, ExtAuthzReportList } from '../../src/explain/ext-authz/report.js';
import { run } from './support/run.js';

const CASES = 'test/explain/cases';
const ask = async (name: string, ...argv: string[]) => {
  const { exit, stdout } = await run('ext-authz', ...argv, '-f', `${CASES}/${name}/mesh.yaml`, '-q', '-o', 'json');
  return { exit, answer: JSON.parse(stdout) as unknown };
};

describe('JSON of ext-authz', () => {
  it('ext-authz WORKLOAD: an ExtAuthzReport', async () => {
    const { exit, answer } = await ask('authorization-cluster', 'hidden.shop', '--all-providers');
    const report = answer as ExtAuthzReport;
    expect(exit).to.equal(1);
    expect(report).to.have.all.keys(
      ...[
        'apiVersion',
        'kind',
        'proxy',
        'verdict',
        'items',
        'others',
        'handWritten',
        'providers',
        'undetermined',
        'gaps',
      ],
      'ground',
    );
    expect(report).to.include({ kind: 'ExtAuthzReport', verdict: 'broken' });
    const [chain] = report.items;
    expect(chain).to.include({ dryRun: false, works: false, determined: true });
    expect(chain!.provider).to.have.all.keys('name', 'api', 'service', 'port', 'by');
    expect(chain!.steps.map(({ step, outcome }) => `${step} ${outcome}`)).to.deep.equal([
      'provider passed',
      'lookup passed',
      'cluster failed',
      'endpoints not-reached',
    ]);
    expect(chain!.steps[2]!.reason!.reason.code).to.equal('no-egress-host');
    expect(chain!.effects.map(({ chain: kind, gets }) => `${kind} ${gets}`)).to.deep.equal([
      'http failed',
      'tcp failed',
    ]);
    expect(chain!.fix).to.be.an('object');
  });

  it('ext-authz -A: an ExtAuthzReportList, worst first', async () => {
    const { exit, answer } = await ask('authorization-cluster', '-A');
    const list = answer as ExtAuthzReportList;
    expect(exit).to.equal(1);
    expect(list).to.have.all.keys('apiVersion', 'kind', 'verdict', 'considered', 'items', 'gaps', 'ground');
    expect(list).to.include({ kind: 'ExtAuthzReportList', verdict: 'broken', considered: 4 });
    expect(list.items.map(({ proxy }) => proxy.name)).to.deep.equal(['vague', 'hidden']);
  });

  it('says the same of a workload in both', async () => {
    for (const name of ['authorization-cluster', 'missing-provider-without-rules', 'handwritten-cluster-name']) {
      const { items } = (await ask(name, '-A')).answer as ExtAuthzReportList;
      for (const item of items) {
        const one = (await ask(name, `${item.proxy.name}.${item.proxy.namespace}`)).answer as ExtAuthzReport;
        expect(item.verdict).to.equal(one.verdict);
        expect(item.items.map(({ effects }) => effects)).to.deep.equal(one.items.map(({ effects }) => effects));
        expect(item.items.map(({ steps }) => steps.map(({ text }) => text))).to.deep.equal(
          one.items.map(({ steps }) => steps.map(({ text }) => text)),
        );
      }
    }
  });
});
