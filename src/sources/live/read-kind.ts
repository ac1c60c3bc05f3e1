import type { Resource } from '../../model/resource.js';
import type { Gap } from '../../model/snapshot.js';
import { resourceName, type KindInfo } from '../kinds.js';
import { ApiFailure } from './api-failure.js';
import type { GetJson } from './get-json.js';
import { listPages, type ListOptions } from './list-pages.js';
import { listPath } from './paths.js';
import { toResource } from './to-resource.js';

export interface KindRead {
  resources: Resource[];
  gap?: Gap;
  failure?: ApiFailure;
}

export interface KindRequest extends ListOptions {
  info: KindInfo;
  /** In which to ask, the best first; empty when the API does not have the kind. */
  versions: readonly string[];
  /** Asked one by one when the list over all namespaces is refused. */
  namespaces: readonly string[];
}

/** All objects of a kind, or what could be had of them and a gap. Throws only what ends all reading: refused credentials. */
export async function readKind(get: GetJson, request: KindRequest): Promise<KindRead> {
  const { info, versions, namespaces } = request;
  let missing: ApiFailure | undefined;
  for (const version of versions) {
    try {
      return { resources: await list(get, request, version) };
    } catch (error) {
      const failure = asApiFailure(error);
      if (failure.status === 403) return withinNamespaces(get, request, version, failure, namespaces);
      if (failure.status !== 404) return { resources: [], gap: gapOf(info, 'failed', failure.message), failure };
      missing = failure;
    }
  }
  const message = missing?.message ?? `the API server does not have ${resourceName(info)}`;
  return { resources: [], gap: gapOf(info, 'not-installed', message) };
}

async function withinNamespaces(
  get: GetJson,
  request: KindRequest,
  version: string,
  failure: ApiFailure,
  namespaces: readonly string[],
): Promise<KindRead> {
  const resources: Resource[] = [];
  const read: string[] = [];
  for (const namespace of namespaces) {
    try {
      resources.push(...(await namespaceOnly(get, request, version, namespace)));
      read.push(namespace);
    } catch (error) {
      asApiFailure(error);
    }
  }
  const gap = gapOf(request.info, 'forbidden', failure.message);
  return { resources, gap: read.length > 0 ? { ...gap, readNamespaces: read } : gap, failure };
}

async function namespaceOnly(
  get: GetJson,
  request: KindRequest,
  version: string,
  namespace: string,
): Promise<Resource[]> {
  const { info } = request;
  if (info.namespaced) return list(get, request, version, namespace);
  // A Role may grant to read its own Namespace, but no other object without namespace.
  if (info.kind !== 'Namespace') throw new ApiFailure('not of a namespace', { status: 403 });
  return [toResource(await get(`${listPath(info, version)}/${encodeURIComponent(namespace)}`), info, version)];
}

async function list(get: GetJson, request: KindRequest, version: string, namespace?: string): Promise<Resource[]> {
  const take = (item: unknown): Resource => toResource(item, request.info, version);
  return listPages(get, listPath(request.info, version, namespace), take, request);
}

/** Only failures of one kind become gaps. */
function asApiFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure && error.status !== 401) return error;
  throw error;
}

function gapOf(info: KindInfo, cause: Gap['cause'], message: string): Gap {
  return { cause, verb: 'list', resource: resourceName(info), kind: info.kind, message };
}
