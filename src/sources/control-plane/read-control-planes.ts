import type { ControlPlane } from '../../model/control-plane.js';
import type { Resource } from '../../model/resource.js';
import type { InvalidValue } from '../../model/snapshot.js';
import type { ReadFlags } from '../loaded.js';
import { ReadError } from '../read-error.js';
import { assumedControlPlane } from './assumed-control-plane.js';
import type { ConfigMapData } from './environment.js';
import { findIstiods } from './find-istiods.js';
import { readControlPlane } from './read-control-plane.js';
import { revisionTags } from './revision-tags.js';
import { releaseIn } from './version.js';

export interface ControlPlanes {
  controlPlanes: ControlPlane[];
  invalid: InvalidValue[];
  notes: string[];
}

/** Every istiod among the objects that the user's `-i` and `-r` allow; one, assumed, when there is none at all. */
export async function readControlPlanes(resources: readonly Resource[], flags: ReadFlags): Promise<ControlPlanes> {
  const override = versionOverride(flags.istioVersion);
  const configMap = configMapData(resources);
  const tags = revisionTags(resources);
  const workloads = findIstiods(resources, flags);
  const planes = [];
  for (const workload of workloads) planes.push(await readControlPlane(workload, tags, configMap, override));
  if (planes.length === 0) planes.push(await assumedControlPlane(flags, tags, configMap, override));
  const wanted = planes.filter(({ controlPlane }) => isRevision(controlPlane, flags.revision));
  if (wanted.length === 0)
    throw noRevision(
      flags.revision ?? '',
      planes.map(({ controlPlane }) => controlPlane),
    );
  return {
    controlPlanes: wanted.map(({ controlPlane }) => controlPlane),
    invalid: wanted.flatMap(({ invalid }) => invalid),
    notes: overrideNotes(
      wanted.map(({ controlPlane }) => controlPlane),
      override,
    ),
  };
}

function isRevision({ revision, tags }: ControlPlane, wanted: string | undefined): boolean {
  return wanted === undefined || (revision || 'default') === wanted || tags.includes(wanted);
}

function noRevision(wanted: string, planes: readonly ControlPlane[]): ReadError {
  const known = planes.flatMap(({ revision, tags }) => [revision || 'default', ...tags]);
  return new ReadError(`No istiod has the revision or tag ${wanted}.`, `Found: ${[...new Set(known)].join(', ')}.`);
}

function overrideNotes(planes: readonly ControlPlane[], override: string | undefined): string[] {
  if (override === undefined) return [];
  return planes.map(({ version, versionSource }) => `Answering for istiod ${version}: ${versionSource}.`);
}

function versionOverride(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const version = releaseIn(text);
  if (version === undefined) throw new ReadError(`--istio-version ${text}: not a version.`, 'Write it as 1.28.2.');
  return version;
}

function configMapData(resources: readonly Resource[]): ConfigMapData {
  const byName = new Map(
    resources
      .filter(({ kind, apiVersion }) => kind === 'ConfigMap' && apiVersion === 'v1')
      .map((resource) => [`${resource.metadata.namespace ?? ''}/${resource.metadata.name}`, resource]),
  );
  return (namespace, name) => {
    const found = byName.get(`${namespace}/${name}`);
    return found && ((found.data as Record<string, string> | undefined) ?? {});
  };
}
