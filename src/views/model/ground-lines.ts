import { groundOf } from '../../explain/ground.js';
import { gapText, invalidText } from '../../output/gap-text.js';
import type { Answer } from './answer.js';
import type { MeshModel } from './mesh-model.js';

/** What every answer rests on: sources, istiods, gaps, assumptions, invalid values. */
export function groundLines(model: MeshModel): Answer {
  const { snapshot } = model;
  const { gaps, invalid, controlPlanes, ground } = snapshot;
  const real = gaps.filter(({ cause }) => cause !== 'not-installed');
  const absent = gaps.filter(({ cause }) => cause === 'not-installed');
  const lines = [
    ...section('Read from', [
      `${ground.source === 'live' ? 'live API, context' : 'files'} ${ground.from.join(', ')}`,
      ...(ground.takenAt ? [`state of ${ground.takenAt}`] : []),
      `${snapshot.resources.length} objects`,
      ...(model.source.notes ?? []),
    ]),
    ...controlPlanes.flatMap((plane) => {
      const { istiod, meshConfig, assumed } = groundOf(model.meshOf(plane));
      return section(`istiod ${istiod.version}, revision ${istiod.revision || 'default'}`, [
        `version from ${istiod.versionSource}`,
        `namespace ${istiod.namespace}`,
        ...(plane.tags.length > 0 ? [`tags ${plane.tags.join(', ')}`] : []),
        `mesh config from ${meshConfig}`,
        ...assumed.map((text) => `! assumed: ${text}`),
      ]);
    }),
    ...section(
      `Gaps (${real.length})`,
      real.length > 0 ? real.map((gap) => `! ${gapText(gap)}`) : ['none: everything that was asked for could be read'],
    ),
    ...section(
      `Invalid values (${invalid.length})`,
      invalid.length > 0 ? invalid.map((value) => `✘ ${invalidText(value)}`) : ['none'],
    ),
    ...(absent.length > 0 ? section('Not installed', [absent.map(({ resource }) => resource).join(', ')]) : []),
  ];
  return { kind: 'lines', title: 'Gaps and ground', lines: lines.slice(0, -1), marked: [] };
}

function section(title: string, lines: readonly string[]): string[] {
  return [title, ...lines.map((line) => `  ${line}`), ''];
}
