import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadAll } from 'js-yaml';
import type { AdminApi } from './admin-api.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const MANIFEST = fileURLToPath(new URL('../../../docs/rbac.yaml', import.meta.url));

export interface Rule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
}

/** The rules of the manifest, one for each resource. */
export function manifestRules(): { cluster: Rule[]; istiod: Rule[] } {
  const roles = loadAll(readFileSync(MANIFEST, 'utf8')) as { kind: string; rules: Rule[] }[];
  const rulesOf = (kind: string): Rule[] =>
    roles
      .filter((role) => role.kind === kind)
      .flatMap(({ rules }) => rules)
      .flatMap((rule) => rule.resources.map((resource) => ({ ...rule, resources: [resource] })));
  return { cluster: rulesOf('ClusterRole'), istiod: rulesOf('Role') };
}

export interface Grants {
  cluster?: Rule[];
  /** By namespace. */
  namespaced?: Record<string, Rule[]>;
}

/** Gives a user exactly these rights; resolves once the server grants them. */
export async function grant(api: AdminApi, user: string, { cluster = [], namespaced = {} }: Grants): Promise<void> {
  const subjects = [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }];
  const roleRef = (kind: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name: user });
  const metadata = { name: user };
  await api.must('POST', `${RBAC}/clusterroles`, { metadata, rules: cluster });
  await api.must('POST', `${RBAC}/clusterrolebindings`, { metadata, subjects, roleRef: roleRef('ClusterRole') });
  for (const [namespace, rules] of Object.entries(namespaced)) {
    await api.must('POST', `${RBAC}/namespaces/${namespace}/roles`, { metadata, rules });
    await api.must('POST', `${RBAC}/namespaces/${namespace}/rolebindings`, {
      metadata,
      subjects,
      roleRef: roleRef('Role'),
    });
  }
  const last = Object.entries(namespaced).at(-1);
  const [rule] = last?.[1] ?? cluster;
  if (rule) await granted(api, user, rule, last?.[0]);
}

async function granted(api: AdminApi, user: string, rule: Rule, namespace?: string): Promise<void> {
  const [group, resource, verb] = [rule.apiGroups[0], rule.resources[0], rule.verbs[0]];
  for (let tries = 0; tries < 100; tries++) {
    const { status } = await api.must('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      spec: { user, resourceAttributes: { group, resource, verb, ...(namespace && { namespace }) } },
    });
    if ((status as { allowed: boolean }).allowed) return;
    await sleep(50);
  }
  throw new Error(`${user} was not given its rights`);
}
