import type { Fix } from '../explain/explanation.js';
import type { Paint } from './paint.js';
import { count } from './count.js';

/** A change that helps: what, what else it does, and the YAML to paste when there is a writer for it. */
export function fixLines(fix: Fix, paint: Paint, toYaml: ((value: unknown) => string) | undefined): string[] {
  const { summary, yaml } = fix;
  const pasted = toYaml ? yaml.map(toYaml).join('---\n').trimEnd().split('\n') : [];
  return [
    '',
    `${paint('good', 'Fix:')} ${summary}      ${paint('dim', `(${fixEffects(fix)})`)}`,
    ...(pasted.length > 0 ? ['', ...pasted.map((line) => `  ${line}`)] : []),
  ];
}

/** What else a change does. */
export function fixEffects({ clustersGained, clustersLost, workloadsAffected }: Fix): string {
  return [
    `${count(clustersGained, 'cluster')} gained`,
    ...(clustersLost > 0 ? [`${clustersLost} lost`] : []),
    `${count(workloadsAffected, 'workload')} affected`,
  ].join(', ');
}
