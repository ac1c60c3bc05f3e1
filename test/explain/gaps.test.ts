import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readMeshes, type RecordedMesh } from '../../scripts/conformance/recorded.js';
import { ProxyExplainer } from '../../src/explain/explain.js';
import type { Verdict } from '../../src/explain/explanation.js';
import { controlPlaneOf } from '../../src/model/control-plane-of.js';
import type { Pod } from '../../src/model/kubernetes.js';
import { apiGroup, type Resource } from '../../src/model/resource.js';
import type { Gap, Snapshot } from '../../src/model/snapshot.js';
import { assemble } from '../../src/sources/assemble.js';
import { KINDS, resourceName, type KindInfo } from '../../src/sources/kinds.js';
import { Mesh } from '../../src/xds/mesh.js';

const FOLDER = fileURLToPath(new URL('../conformance/', import.meta.url));
const FILES = ['default', 'rare', 'filter-gateway', 'unified-off', 'cases', 'v1.25.5', 'rare-1.31', 'ingress'];
const MESHES_EACH = 3;

/** By kind: the verdicts that are no longer given to every host when none of its objects may be read. */
const UNCERTAIN: Record<string, Verdict[]> = {
  Namespace: ['absent', 'present'],
  Node: ['absent', 'present'],
  Service: ['absent', 'present'],
  Pod: ['absent', 'present'],
  ConfigMap: ['absent', 'present'],
  Deployment: ['absent', 'present'],
  EndpointSlice: [],
  ServiceEntry: ['absent', 'present'],
  WorkloadEntry: ['absent'],
  Sidecar: ['absent', 'present'],
  VirtualService: ['absent', 'present'],
  DestinationRule: [],
  Gateway: ['absent', 'present'],
  Ingress: ['absent', 'present'],
  IngressClass: ['present'],
  AuthorizationPolicy: [],
};

type Verdicts = Map<string, Verdict>;

describe('verdicts where something could not be read', function () {
  this.timeout(120_000);
  let meshes: { resources: Resource[]; pods: Pod[]; full: Verdicts }[];

  before(async () => {
    meshes = [];
    for (const file of FILES) {
      for (const { resources } of await some(file)) {
        if (!resources) continue;
        const all = resources.filter(({ kind }) => kind === 'Pod') as Pod[];
        const pods = [...all.slice(0, 3), ...all.slice(3).filter(isRouter).slice(0, 2)];
        meshes.push({ resources, pods, full: verdictsOf(await snapshotOf(resources), pods) });
      }
    }
  });

  for (const [kind, uncertain] of Object.entries(UNCERTAIN)) {
    const info = KINDS.find((one) => one.kind === kind)!;

    it(`without any ${kind}: ${uncertain.length > 0 ? `${uncertain.join(' and ')} may become undetermined` : 'the same'}`, async () => {
      const lost = new Set<Verdict>();
      for (const { resources, pods, full } of meshes) {
        const left = resources.filter((resource) => !isOf(resource, info));
        if (left.length === resources.length) continue;
        const weak = verdictsOf(await snapshotOf(left, gapOf(info)), pods, [...full.keys()]);
        for (const verdict of compare(full, weak)) lost.add(verdict);
      }
      expect([...lost].sort()).to.deep.equal(uncertain);
    });
  }

  it('with one namespace and the root namespace alone: the same or undetermined', async () => {
    let same = 0;
    for (const { resources, pods, full } of meshes) {
      const own = pods[0]?.metadata.namespace;
      if (own === undefined) continue;
      const readNamespaces = [own, 'istio-system'];
      const left = resources.filter(({ kind, metadata }) =>
        readNamespaces.includes(kind === 'Namespace' ? metadata.name : (metadata.namespace ?? '')),
      );
      const gaps = KINDS.filter(({ kind }) => kind !== 'ConfigMap').map((info) => ({ ...gapOf(info), readNamespaces }));
      const asked = pods.filter(({ metadata }) => metadata.namespace === own);
      const names = asked.map(({ metadata }) => `${metadata.name}.${own} `);
      const before = new Map([...full].filter(([question]) => names.some((name) => question.startsWith(name))));
      const weak = verdictsOf(await snapshotOf(left, ...gaps), asked, [...before.keys()]);
      compare(before, weak);
      same += [...before].filter(([question, verdict]) => weak.get(question) === verdict).length;
    }
    expect(same).to.be.greaterThan(0);
  });

  it('names the right that is missing', async () => {
    const { resources, pods } = meshes[0]!;
    const info = KINDS.find(({ kind }) => kind === 'ServiceEntry')!;
    const left = resources.filter((resource) => !isOf(resource, info));
    const explainer = explainerOf(await snapshotOf(left, gapOf(info)), pods[0]!)!;
    const answer = explainer.explain('nowhere.example.com');
    expect(answer.verdict).to.equal('undetermined');
    expect(answer.undetermined.map(({ because }) => because)).to.deep.equal([
      'not allowed to list serviceentries.networking.istio.io: one could have the host',
    ]);
  });
});

/** The verdicts that became undetermined. Fails on any other difference. */
function compare(full: Verdicts, weak: Verdicts): Set<Verdict> {
  const lost = new Set<Verdict>();
  for (const [question, verdict] of full) {
    const answer = weak.get(question)!;
    if (answer === verdict) continue;
    expect(answer, question).to.equal('undetermined');
    lost.add(verdict);
  }
  return lost;
}

async function some(file: string): Promise<RecordedMesh[]> {
  const meshes: RecordedMesh[] = [];
  for await (const mesh of readMeshes(`${FOLDER}${file}.jsonl.gz`)) {
    if (meshes.push(mesh) === MESHES_EACH) break;
  }
  return meshes;
}

async function snapshotOf(resources: readonly Resource[], ...gaps: Gap[]): Promise<Snapshot> {
  const loaded = await assemble({
    resources,
    ground: { source: 'files', from: [] },
    namespace: 'default',
    gaps,
    notes: [],
    locate: () => undefined,
    flags: {},
  });
  return loaded.snapshot;
}

/** By `pod.namespace host`; of every host of the registry unless questions are given. */
function verdictsOf(snapshot: Snapshot, pods: readonly Pod[], questions?: readonly string[]): Verdicts {
  const verdicts: Verdicts = new Map();
  for (const pod of pods) {
    const explainer = explainerOf(snapshot, pod);
    if (!explainer) continue;
    const name = `${pod.metadata.name}.${pod.metadata.namespace ?? ''} `;
    const own = questions
      ?.filter((question) => question.startsWith(name))
      .map((question) => question.slice(name.length));
    for (const host of own ?? explainer.hosts) verdicts.set(name + host, explainer.explain(host).verdict);
  }
  return verdicts;
}

function explainerOf(snapshot: Snapshot, pod: Pod): ProxyExplainer | undefined {
  const plane = controlPlaneOf(snapshot, pod).controlPlane ?? snapshot.controlPlanes[0]!;
  const mesh = new Mesh(snapshot, plane);
  const role = mesh.roleOf(pod);
  return 'proxy' in role ? new ProxyExplainer(mesh, role.proxy) : undefined;
}

function isRouter({ spec }: Pod): boolean {
  return (spec?.containers ?? []).some(({ args }) => args?.[1] === 'router');
}

function isOf(resource: Resource, { kind, group }: KindInfo): boolean {
  return resource.kind === kind && apiGroup(resource) === group;
}

function gapOf(info: KindInfo): Gap {
  return { cause: 'forbidden', verb: 'list', resource: resourceName(info), kind: info.kind, message: 'forbidden' };
}
