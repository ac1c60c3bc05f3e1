import { join } from 'node:path';
import nock from 'nock';
import { expect } from 'chai';
import { read, type Loaded, type ReadFlags } from '../../../src/sources/read.js';

export const SERVER = 'https://mesh.example:6443';
export const KUBECONFIG = join(import.meta.dirname, '../fixtures/kubeconfig.yaml');

interface Served {
  [plural: string]: object[];
}

const GROUPS: Record<string, Record<string, string[]>> = {
  'networking.istio.io': {
    v1: [
      'serviceentries',
      'workloadentries',
      'workloadgroups',
      'sidecars',
      'virtualservices',
      'destinationrules',
      'gateways',
    ],
    v1beta1: ['serviceentries', 'sidecars', 'proxyconfigs'],
    v1alpha3: ['serviceentries', 'sidecars', 'envoyfilters'],
  },
  'security.istio.io': { v1: ['authorizationpolicies', 'peerauthentications', 'requestauthentications'] },
  'telemetry.istio.io': { v1: ['telemetries'] },
};

/** Answers discovery for groups and versions; a group that is not named is not installed. */
export function discovery(groups = GROUPS): void {
  const all = [...Object.keys(GROUPS), 'gateway.networking.k8s.io', 'multicluster.x-k8s.io'];
  for (const group of new Set([...all, ...Object.keys(groups)])) {
    const versions = groups[group];
    if (!versions) {
      nock(SERVER).get(`/apis/${group}`).reply(404, '404 page not found\n');
      continue;
    }
    const names = Object.keys(versions).map((version) => ({ groupVersion: `${group}/${version}`, version }));
    nock(SERVER).get(`/apis/${group}`).reply(200, { kind: 'APIGroup', name: group, versions: names });
    for (const [version, plurals] of Object.entries(versions)) {
      const resources = plurals.map((name) => ({ name, namespaced: true }));
      nock(SERVER).get(`/apis/${group}/${version}`).optionally().reply(200, { kind: 'APIResourceList', resources });
    }
  }
}

/** Answers every list and object that no other interceptor answers: with what is given, else empty. */
export function lists(served: Served = {}): void {
  nock(SERVER)
    .persist()
    .get(/\/configmaps\//)
    .reply(404, status(404, 'configmaps not found'));
  nock(SERVER)
    .persist()
    .get(/^\/api.*\/[a-z]+\?/)
    .reply((uri) => [200, list(served[plural(uri)] ?? [])]);
}

export function list(items: object[], token = ''): object {
  return { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '7', continue: token }, items };
}

export function status(code: number, message: string): object {
  return { apiVersion: 'v1', kind: 'Status', status: 'Failure', message, code };
}

export function forbidden(plural: string): object {
  return status(403, `${plural} is forbidden: User "dev" cannot list resource "${plural}" at the cluster scope`);
}

export function plural(uri: string): string {
  return /\/([a-z]+)(?:\?|$)/.exec(uri)?.[1] ?? '';
}

export function service(name: string, namespace = 'shop'): object {
  return { metadata: { name, namespace, managedFields: [{}] }, spec: { ports: [{ name: 'http', port: 80 }] } };
}

export const ISTIOD = {
  metadata: { name: 'istiod', namespace: 'istio-system', labels: { app: 'istiod' } },
  spec: {
    template: {
      spec: {
        containers: [
          {
            name: 'discovery',
            image: 'istio/pilot:1.28.2-distroless',
            env: [{ name: 'REVISION', value: 'default' }],
          },
        ],
      },
    },
  },
};

export interface Sent {
  path: string;
  headers: Record<string, string>;
}

/** Sets interceptors up and clears them, within a `describe`. Gives the requests that watched scopes answered. */
export function useApi(): { requests: Sent[]; watch: (scope: nock.Scope) => void } {
  const requests: Sent[] = [];
  before(async function () {
    // The client's 800 files take seconds on a busy machine, and no test should wait for them.
    this.timeout(60_000);
    await import('../../../src/sources/live/read-live.js');
    if (!nock.isActive()) nock.activate();
  });
  after(() => {
    nock.restore();
  });
  beforeEach(() => {
    requests.length = 0;
    nock.disableNetConnect();
  });
  afterEach(() => {
    for (const { path } of requests) expect(path).not.to.include('/secrets');
    nock.abortPendingRequests();
    nock.cleanAll();
    nock.enableNetConnect();
  });
  return { requests, watch: (scope) => scope.on('request', (request: Sent) => requests.push(request)) };
}

export function readMesh(flags: ReadFlags = {}): Promise<Loaded> {
  return read({ kubeconfig: KUBECONFIG, ...flags }, { env: {} });
}

export function namesOf({ snapshot }: Loaded, kind: string): string[] {
  return snapshot.resources.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
}

export function gapOf({ snapshot }: Loaded, kind: string) {
  return snapshot.gaps.find((gap) => gap.kind === kind);
}
