import { serviceHostname } from '../../model/host.js';
import type { HttpMatch, StringMatch } from '../../model/istio.js';
import type { Ingress, IngressPath, IngressRule } from '../../model/kubernetes-ingress.js';
import { fieldOf } from '../../model/resource.js';
import type { ResolvedHttpRoute } from '../virtual-service.js';
import type { IngressContext } from './context.js';

/** One route for each path of a rule that names a Service and a port that it has. istiod 1.28 …/virtualservices.go: convertIngressRule */
export function routesOf(
  ingress: Ingress,
  rule: IngressRule,
  index: number,
  context: IngressContext,
): ResolvedHttpRoute[] {
  return (rule.http?.paths ?? []).flatMap((path, i): ResolvedHttpRoute[] => {
    const at = `spec.rules[${index}].http.paths[${i}].backend`;
    const destination = destinationOf(ingress, path, at, context);
    if (!destination) return [];
    const uri = uriOf(path);
    return [{ match: uri ? [{ uri }] : [], destinations: [destination], mirrored: [] }];
  });
}

/** Only a number is taken as it stands: whether the Service has it is not asked. …: ingressBackendToHTTPRoute */
function destinationOf(ingress: Ingress, { backend }: IngressPath, at: string, context: IngressContext) {
  const { namespace = 'default' } = ingress.metadata;
  const { name, port } = backend?.service ?? {};
  if (!backend?.service) {
    context.refuse({
      object: ingress,
      reason: { code: 'ingress-backend-kind', by: fieldOf(ingress, at), args: {} },
    });
    return undefined;
  }
  const service = context.services.get(`${namespace}/${name ?? ''}`);
  const host = serviceHostname(name ?? '', namespace, context.controlPlane.domainSuffix);
  const number = port?.number;
  if (number !== undefined && number > 0) {
    if (!service) {
      const by = fieldOf(ingress, `${at}.service.name`);
      const args = { backend: `${namespace}/${name ?? ''}` };
      context.refuse({ object: ingress, host, reason: { code: 'backend-not-found', by, args } });
    }
    return { host, subset: '', port: number, by: () => fieldOf(ingress, `${at}.service.name`) };
  }
  const wanted = port?.name ?? '';
  const found = service?.spec?.ports?.find((one) => (one.name ?? '') === wanted);
  if (!found) {
    const by = fieldOf(ingress, `${at}.service.${service ? 'port.name' : 'name'}`);
    const args = {
      port: wanted || 'without name',
      cause: service ? `Service ${namespace}/${name} has no such port` : `there is no Service ${namespace}/${name}`,
    };
    context.refuse({ object: ingress, host, reason: { code: 'ingress-port-not-found', by, args } });
    return undefined;
  }
  return { host, subset: '', port: found.port, by: () => fieldOf(ingress, `${at}.service.name`) };
}

function uriOf({ path = '', pathType }: IngressPath): StringMatch | undefined {
  if (pathType === 'Exact') return { exact: path };
  if (pathType === 'Prefix') return { prefix: path };
  return legacyMatch(path);
}

/** Paths of no type: a star at the end makes a prefix, and nothing but a star matches all. …: createFallbackStringMatch */
function legacyMatch(path: string): StringMatch | undefined {
  if (['', '*', '/*', '.*'].includes(path)) return undefined;
  return path.endsWith('.*') || path.endsWith('/*') ? { prefix: path.slice(0, -2) } : { exact: path };
}

/** Longer paths first, of one length exact ones; all of a host's Ingresses together. …: sortHTTPRoutes */
export function byPath(a: ResolvedHttpRoute, b: ResolvedHttpRoute): number {
  const [one, other] = [a.match?.[0], b.match?.[0]];
  return lengthOf(other) - lengthOf(one) || Number(isExact(other)) - Number(isExact(one));
}

function lengthOf(match: HttpMatch | undefined): number {
  return (match?.uri?.exact ?? match?.uri?.prefix ?? '').length;
}

function isExact(match: HttpMatch | undefined): boolean {
  return match?.uri?.exact !== undefined;
}
