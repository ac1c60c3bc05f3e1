import { findIstiods } from '../control-plane/find-istiods.js';
import type { IstiodWorkload } from '../control-plane/workload.js';
import type { IstiodVersion } from '../istiod-version.js';
import { istiodVersion } from '../istiod-version.js';
import { kindInfo } from '../kinds.js';
import type { ReadFlags, ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import { ApiFailure } from './api-failure.js';
import { connectionFor } from './connection.js';
import { explainFailure } from './explain-failure.js';
import { getJson, type GetJson } from './get-json.js';
import { readKind } from './read-kind.js';
import { transportFor } from './transport-for.js';

const SELECTOR = { labelSelector: 'app=istiod' };

/** The istiods of a live mesh, by two small requests. Throws ReadError. */
export async function readIstiods(flags: ReadFlags, options: ReadOptions = {}): Promise<IstiodVersion[]> {
  const connection = connectionFor(flags, options);
  const stop = new AbortController();
  try {
    const get = getJson(await transportFor(connection, flags, stop.signal));
    return (await istiodsOf(get, flags)).map(istiodVersion);
  } catch (error) {
    throw error instanceof ApiFailure ? explainFailure(error, connection) : error;
  } finally {
    stop.abort();
  }
}

/** The istiods that run in a Kubernetes cluster. Throws ReadError or ApiFailure where that cannot be known. */
export async function istiodsOf(get: GetJson, flags: ReadFlags): Promise<IstiodWorkload[]> {
  const namespaces = [flags.istioNamespace ?? 'istio-system'];
  // Vendors rename Deployments, and a user may see only Pods.
  for (const [group, kind] of [
    ['apps', 'Deployment'],
    ['', 'Pod'],
  ] as const) {
    const request = { info: kindInfo(group, kind)!, versions: ['v1'], namespaces, ...SELECTOR };
    const { resources, gap, failure } = await readKind(get, request);
    const istiods = findIstiods(resources, flags);
    if (istiods.length > 0) return istiods;
    if (gap?.cause === 'failed' && failure) throw failure;
    if (kind === 'Pod' && gap && !gap.readNamespaces) {
      throw new ReadError(`istiod's version cannot be read: ${gap.message}.`, 'It needs list on pods or deployments.');
    }
  }
  return [];
}
