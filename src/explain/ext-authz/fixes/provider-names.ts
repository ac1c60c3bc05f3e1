import type { AuthorizationPolicy } from '../../../model/istio.js';
import { nameFault } from '../../../xds/ext-authz/provider-checks.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { Change, ObjectChange } from '../../fixes/change.js';
import { editOf, type Named } from '../../fixes/provider-service.js';
import { distance } from '../../near-misses.js';

const MOST_EDITS = 3;

/** For a policy whose provider the mesh config lacks: the names there that are spelled almost like it, or the only one where it names none. */
export function nameProposals(name: string, policy: AuthorizationPolicy, { world }: Mesh): Change[][] {
  const known = [...world.providers.keys()].filter((other) => other !== name);
  if (name === '') return known.length === 1 ? [[naming(policy, known[0]!)]] : [];
  const edits = (other: string) => distance(name.toLowerCase(), other.toLowerCase(), MOST_EDITS);
  return known
    .filter((other) => edits(other) <= Math.min(MOST_EDITS, name.length / 2))
    .sort((a, b) => edits(a) - edits(b))
    .map((other) => [naming(policy, other)]);
}

/** A name that istiod takes, in the mesh config and in every policy that names the provider. */
export function renameProposals({ name, kind }: Named, mesh: Mesh): Change[][] {
  const valid = name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63);
  const taken = mesh.controlPlane.meshConfig.extensionProviders.some((one) => one.name === valid);
  if (valid === '' || taken || nameFault(valid)) return [];
  const policies = mesh.admitted
    .of<AuthorizationPolicy>('AuthorizationPolicy')
    .filter(({ spec }) => spec?.provider?.name === name);
  return [[editOf(mesh, name, kind, 'name', valid), ...policies.map((policy) => naming(policy, valid))]];
}

function naming(policy: AuthorizationPolicy, name: string): ObjectChange {
  const { namespace, name: own } = policy.metadata;
  return {
    summary: `name provider ${name} in AuthorizationPolicy ${namespace}/${own}, spec.provider.name`,
    before: policy,
    after: { ...policy, spec: { ...policy.spec, provider: { name } } },
  };
}
