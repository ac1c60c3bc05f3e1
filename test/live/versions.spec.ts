import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { readFiles } from '../../src/sources/files/read-files.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { withoutGround } from './support/compare.js';
import { CUSTOM_KINDS, installCrd, publicVersions, removeCrd } from './support/crds.js';
import { liveServer } from './support/global.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';
import { run } from './support/run.js';
import { apiGroup, type Resource } from '../../src/model/resource.js';
import type { ExplanationList } from '../../src/explain/explanation.js';
import { resourceName, type KindInfo } from '../../src/sources/kinds.js';
import { read } from '../../src/sources/read.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/mesh', import.meta.url));
const isIstio = ({ group }: KindInfo) => group.endsWith('istio.io');

describe('the versions that a server has', () => {
  let api: AdminApi;
  let made: string[] = [];
  let resources: readonly Resource[];
  before(async () => {
    api = adminApi(liveServer().server);
    resources = (await readFiles([EXAMPLE])).snapshot.resources;
  });
  const clean = async () => {
    await removeMesh(api, made);
    made = [];
  };
  after(clean);

  const ask = (...flags: string[]) =>
    run('explain', 'deploy/checkout.shop', '--kubeconfig', liveServer().kubeconfig, '-o', 'json', ...flags);

  /** With these kinds in one version only, or gone; they are as before afterwards. */
  async function without(
    kinds: readonly KindInfo[],
    versions: readonly string[],
    test: () => Promise<void>,
  ): Promise<void> {
    for (const info of kinds) await removeCrd(api, info);
    try {
      if (versions.length > 0) for (const info of kinds) await installCrd(api, info, versions);
      await test();
    } finally {
      await removeMesh(api, made);
      made = [];
      for (const info of kinds) {
        if (versions.length > 0) await removeCrd(api, info, versions[0]);
        await installCrd(api, info);
      }
    }
  }

  /** By host; what the order of creation decides may be undetermined where the server made several objects in a second. */
  const verdicts = (json: string) =>
    new Map((JSON.parse(json) as ExplanationList).items.map(({ host, verdict }) => [host, verdict]));

  for (const version of ['v1alpha3', 'v1beta1']) {
    it(`Istio in ${version} alone, where there is one: the same answer`, async () => {
      await clean();
      made = await loadMesh(api, resources);
      const expected = verdicts((await ask()).stdout);
      await removeMesh(api, made);
      const kinds = CUSTOM_KINDS.filter((info) => isIstio(info) && publicVersions(info).includes(version));
      expect(kinds.length).to.be.greaterThan(5);
      await without(kinds, [version], async () => {
        const older = resources.map((resource) => {
          const isOlder = kinds.some(({ group, kind }) => group === apiGroup(resource) && kind === resource.kind);
          return isOlder ? { ...resource, apiVersion: `${apiGroup(resource)}/${version}` } : resource;
        });
        made = await loadMesh(api, older);
        const { stdout, stderr, exit } = await ask();
        expect(exit, stderr).to.equal(0);
        expect(stderr).to.not.include('gap:');
        const answered = verdicts(stdout);
        expect([...answered.keys()]).to.have.members([...expected.keys()]);
        for (const [host, verdict] of answered)
          if (verdict !== 'undetermined' && expected.get(host) !== 'undetermined')
            expect(verdict, host).to.equal(expected.get(host));
      });
    });
  }

  describe('one kind not installed: as files without it answer, and no gap', () => {
    before(async () => {
      await clean();
      made = await loadMesh(api, resources);
    });

    for (const info of CUSTOM_KINDS) {
      it(resourceName(info), async () => {
        const file = join(liveServer().server.directory, 'without.json');
        const { group, kind } = info;
        const lost = (resource: Resource) => resource.kind === kind && apiGroup(resource) === group;
        const { snapshot } = await read({ kubeconfig: liveServer().kubeconfig });
        const items = snapshot.resources.filter((resource) => !lost(resource));
        writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
        await removeCrd(api, info);
        try {
          const live = await ask();
          const files = await run('explain', 'deploy/checkout.shop', '-f', file, '-o', 'json');
          expect(live.exit, live.stderr).to.equal(files.exit);
          expect(live.stderr).to.not.match(/gap: (may|could) not list (?!.*the API server does not have)/);
          expect(withoutGaps(live.stdout)).to.deep.equal(withoutGaps(files.stdout));
        } finally {
          await installCrd(api, info);
          made.push(...(await loadMesh(api, resources.filter(lost))));
          rmSync(file);
        }
      });
    }
  });

  it('no custom resource at all: no gap, since nothing can hide', async () => {
    await clean();
    await without(CUSTOM_KINDS.filter(isIstio), [], async () => {
      made = await loadMesh(
        api,
        resources.filter((resource) => !apiGroup(resource).endsWith('istio.io')),
      );
      const { stderr, exit } = await ask('-q');
      expect(exit, stderr).to.equal(0);
      expect(stderr).to.equal('');
    });
  });

  it('an aggregated API that does not answer: the rest is read', async () => {
    await clean();
    made = await loadMesh(api, resources);
    const expected = withoutGround((await ask()).stdout);
    await withBroken('metrics.example.com', 'v1', async () => {
      expect(withoutGround((await ask()).stdout)).to.deep.equal(expected);
    });
  });

  it('an aggregated API of a kind that is read, and that does not answer: a gap', async () => {
    await clean();
    made = await loadMesh(api, resources);
    const group = 'multicluster.x-k8s.io';
    const expected = verdicts((await ask()).stdout);
    const kinds = CUSTOM_KINDS.filter((info) => info.group === group);
    await without(kinds, [], () =>
      withBroken(group, 'v1alpha1', async () => {
        const { snapshot } = await read({ kubeconfig: liveServer().kubeconfig });
        const gaps = snapshot.gaps.map(({ cause, verb, resource }) => `${cause} ${verb} ${resource}`);
        expect(gaps).to.include.members(kinds.map((info) => `failed list ${resourceName(info)}`));
        // This istiod reads none of them.
        expect(verdicts((await ask()).stdout)).to.deep.equal(expected);
      }),
    );
  });

  /** With an APIService that nobody stands behind. */
  async function withBroken(group: string, version: string, test: () => Promise<void>): Promise<void> {
    const path = '/apis/apiregistration.k8s.io/v1/apiservices';
    const name = `${version}.${group}`;
    await api.must('POST', path, {
      metadata: { name },
      spec: {
        ...{ group, version },
        service: { name: 'nobody', namespace: 'default' },
        groupPriorityMinimum: 100,
        versionPriority: 100,
        insecureSkipTLSVerify: true,
      },
    });
    try {
      // The server's handlers follow some moments later.
      for (let tries = 0; tries < 300; tries++) {
        if ((await api.send('GET', `/apis/${group}/${version}`)).status === 503) break;
        await sleep(100);
      }
      await test();
    } finally {
      await api.must('DELETE', `${path}/${name}`);
    }
  }
});

/** The answer without where it was read, and without the kinds that are not there, which files do not tell. */
function withoutGaps(json: string): unknown {
  return JSON.parse(JSON.stringify(withoutGround(json)), (key, value: unknown) => (key === 'gaps' ? undefined : value));
}
