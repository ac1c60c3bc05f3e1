import type { FieldRef } from '../../../model/resource.js';
import type { Gap, InvalidValue } from '../../../model/snapshot.js';
import type { SnapshotContent } from '../snapshot-file.js';
import { renameResource } from './rename-resource.js';
import { WordCollector, WordReplacer, type Renamer } from './renamer.js';

const NOT_TOLD = 'a value that the API does not have';

export interface Anonymized {
  content: SnapshotContent;
  /** What a name, host or `namespace/name` of the original is called there. */
  rename: (text: string) => string;
}

/** A redacted snapshot under other names: the same shape, so the same verdicts, and nobody's business. */
export function anonymize(content: SnapshotContent): Anonymized {
  const collector = new WordCollector();
  renamed(content, collector);
  const replacer = new WordReplacer(collector);
  return { content: renamed(content, replacer), rename: (text) => replacer.text(text) };
}

function renamed(content: SnapshotContent, renamer: Renamer): SnapshotContent {
  const { ground } = content;
  return {
    ground: { source: ground.source, from: ['anonymized'], ...(ground.takenAt && { takenAt: ground.takenAt }) },
    namespace: renamer.text(content.namespace),
    anonymized: true,
    gaps: content.gaps.map((gap) => renameGap(gap, renamer)),
    invalid: content.invalid.map((value) => renameInvalid(value, renamer)),
    resources: content.resources.map((resource) => renameResource(resource, renamer)),
    // Kubernetes clusters keep their names, as the labels that name them do.
    ...(content.configCluster !== undefined && { configCluster: content.configCluster }),
    ...(content.remotes && {
      remotes: content.remotes.map(({ name, resources }) => ({
        name,
        resources: resources.map((resource) => renameResource(resource, renamer)),
      })),
      remotesInOrder: content.remotesInOrder ?? false,
    }),
  };
}

/** Messages of the server name users and objects. */
function renameGap({ namespace, readNamespaces, ...gap }: Gap, renamer: Renamer): Gap {
  return {
    ...gap,
    ...(namespace !== undefined && { namespace: renamer.text(namespace) }),
    ...(readNamespaces && { readNamespaces: readNamespaces.map((name) => renamer.text(name)) }),
    message: gap.cause,
  };
}

function renameInvalid({ at, ...rest }: InvalidValue, renamer: Renamer): InvalidValue {
  const { kind, path } = at;
  const name = kind === 'ConfigMap' ? at.name : renamer.text(at.name);
  const where: FieldRef = { kind, namespace: renamer.text(at.namespace), name, path };
  return {
    ...rest,
    at: where,
    message: NOT_TOLD,
  };
}
