import type { KindInfo } from '../kinds.js';
import { ApiFailure } from './api-failure.js';
import type { GetJson } from './get-json.js';

/** The versions in which to ask for a kind, the best first; empty when the API does not have the kind. */
export type ServedVersions = (info: KindInfo) => readonly string[];

/** Groups whose kinds come with custom resources, so that version and presence differ by cluster. */
export const DISCOVERED = [
  'networking.istio.io',
  'security.istio.io',
  'telemetry.istio.io',
  'gateway.networking.k8s.io',
  'multicluster.x-k8s.io',
] as const;

/** Asks the API which of its versions serve which kinds. A group that cannot be discovered is tried blindly. */
export async function servedVersions(get: GetJson, kinds: readonly KindInfo[]): Promise<ServedVersions> {
  const served = new Map<string, Set<string> | 'unknown'>();
  const found = await Promise.all(DISCOVERED.map((group) => discover(get, group, kinds)));
  DISCOVERED.forEach((group, index) => served.set(group, found[index]!));
  return (info) => {
    const known = served.get(info.group);
    if (known === undefined || known === 'unknown') return info.versions;
    return info.versions.filter((version) => known.has(`${version}/${info.plural}`)).slice(0, 1);
  };
}

async function discover(get: GetJson, group: string, kinds: readonly KindInfo[]): Promise<Set<string> | 'unknown'> {
  const wanted = new Set(kinds.filter((info) => info.group === group).flatMap(({ versions }) => versions));
  const found = new Set<string>();
  try {
    for (const version of await versionsOf(get, group)) {
      if (!wanted.has(version)) continue;
      const { resources } = await get(`/apis/${group}/${version}`);
      for (const { name } of resources as { name: string }[]) found.add(`${version}/${name}`);
    }
    return found;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 404) return found;
    // Without an answer, or without credentials, no list would be answered either.
    if (error.status === undefined || error.status === 401) throw error;
    return 'unknown';
  }
}

async function versionsOf(get: GetJson, group: string): Promise<string[]> {
  const { versions } = await get(`/apis/${group}`);
  return (versions as { version: string }[]).map(({ version }) => version);
}
