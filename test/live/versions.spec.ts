import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { readFiles } from '../../src/sources/files/read-files.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { withoutGround } from './support/compare.js';
import { CUSTOM_KINDS, installCrd, removeCrd } from './support/crds.js';
import { liveServer } from './support/global.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';
import { run } from './support/run.js';
import type { Resource } from '../../src/model/resource.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/mesh', import.meta.url));
const ISTIO = CUSTOM_KINDS.filter(({ group, kind }) => group === 'networking.istio.io' && kind === 'ServiceEntry');

describe('the versions that a server has', () => {
  let api: AdminApi;
  let made: string[] = [];
  let resources: readonly Resource[];
  before(async () => {
    api = adminApi(liveServer().server);
    resources = (await readFiles([EXAMPLE])).snapshot.resources;
  });
  afterEach(async () => {
    await removeMesh(api, made);
    made = [];
  });

  const ask = (...flags: string[]) =>
    run('explain', 'deploy/checkout.shop', '--kubeconfig', liveServer().kubeconfig, '-o', 'json', ...flags);

  /** With these kinds in one version only, or gone; they are as before afterwards. */
  async function withVersions(versions: readonly string[], test: () => Promise<void>): Promise<void> {
    for (const info of ISTIO) await removeCrd(api, info);
    try {
      if (versions.length > 0) for (const info of ISTIO) await installCrd(api, info, versions);
      await test();
    } finally {
      await removeMesh(api, made);
      made = [];
      for (const info of ISTIO) {
        if (versions.length > 0) await removeCrd(api, info, versions[0]);
        await installCrd(api, info);
      }
    }
  }

  for (const version of ['v1alpha3', 'v1beta1']) {
    it(`${version} alone: the same answer`, async () => {
      made = await loadMesh(api, resources);
      const expected = withoutGround((await ask()).stdout);
      await removeMesh(api, made);
      await withVersions([version], async () => {
        const older = resources.map((resource) =>
          resource.kind === 'ServiceEntry' ? { ...resource, apiVersion: `networking.istio.io/${version}` } : resource,
        );
        made = await loadMesh(api, older);
        const { stdout, stderr, exit } = await ask();
        expect(exit, stderr).to.equal(0);
        const words = JSON.stringify(withoutGround(stdout)).replaceAll(
          `networking.istio.io/${version}`,
          'networking.istio.io/v1',
        );
        expect(JSON.parse(words)).to.have.nested.property(
          'items.length',
          (expected as { items: unknown[] }).items.length,
        );
      });
    });
  }

  it('no custom resource at all: no gap, since nothing can hide', async () => {
    await withVersions([], async () => {
      made = await loadMesh(
        api,
        resources.filter(({ kind }) => kind !== 'ServiceEntry'),
      );
      const { stderr, exit } = await ask('-q');
      expect(exit, stderr).to.equal(0);
      expect(stderr).to.equal('');
    });
  });

  it('an aggregated API that does not answer: the rest is read', async () => {
    made = await loadMesh(api, resources);
    const expected = withoutGround((await ask()).stdout);
    const path = '/apis/apiregistration.k8s.io/v1/apiservices';
    const broken = { group: 'metrics.example.com', version: 'v1' };
    await api.must('POST', path, {
      metadata: { name: `${broken.version}.${broken.group}` },
      spec: {
        ...broken,
        service: { name: 'nobody', namespace: 'default' },
        groupPriorityMinimum: 100,
        versionPriority: 100,
        insecureSkipTLSVerify: true,
      },
    });
    try {
      expect(withoutGround((await ask()).stdout)).to.deep.equal(expected);
    } finally {
      await api.must('DELETE', `${path}/${broken.version}.${broken.group}`);
    }
  });
});
