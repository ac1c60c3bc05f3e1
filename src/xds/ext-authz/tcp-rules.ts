import type { AuthorizationPolicy } from '../../model/istio.js';
import { fieldOf, type FieldRef } from '../../model/resource.js';

const HTTP_OPERATIONS = ['paths', 'notPaths', 'methods', 'notMethods', 'hosts', 'notHosts'];
const HTTP_SOURCES = ['requestPrincipals', 'notRequestPrincipals'];

/**
 * The conditions of a policy that only HTTP requests can meet. CUSTOM rules are generated like DENY rules, so on TCP chains
 * such a condition is left out instead of the rule: the rule becomes wider.
 * istiod 1.28 pilot/pkg/security/authz/model/model.go: checkError
 */
export function droppedOnTcp(policy: AuthorizationPolicy): FieldRef[] {
  return (policy.spec?.rules ?? []).flatMap((rule, i) => {
    const path = `spec.rules[${i}]`;
    const present = (values: Record<string, string[]> | undefined, names: readonly string[], at: string) =>
      names.filter((name) => values?.[name]?.length).map((name) => `${at}.${name}`);
    return [
      ...(rule.to ?? []).flatMap(({ operation }, j) =>
        present(operation, HTTP_OPERATIONS, `${path}.to[${j}].operation`),
      ),
      ...(rule.from ?? []).flatMap(({ source }, j) => present(source, HTTP_SOURCES, `${path}.from[${j}].source`)),
      ...(rule.when ?? []).flatMap(({ key = '' }, j) => (key.startsWith('request.') ? [`${path}.when[${j}]`] : [])),
    ].map((field) => fieldOf(policy, field));
  });
}
