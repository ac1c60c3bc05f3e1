import type { Fix } from '../explain/explanation.js';
import { count } from './count.js';
import type { Paint } from './paint.js';

/** A change that helps: what, what else it does, and the YAML to paste when there is a writer for it. */
export function fixLines(fix: Fix, paint: Paint, toYaml: ((value: unknown) => string) | undefined): string[] {
  const pasted = toYaml ? fixYaml(fix, toYaml) : [];
  const commands = removals(fix);
  return [
    '',
    `${paint('good', 'Fix:')} ${fix.summary}      ${paint('dim', `(${fixEffects(fix)})`)}`,
    ...(pasted.length > 0 ? ['', ...pasted.map((line) => (line ? `  ${line}` : line))] : []),
    ...(commands.length > 0 ? ['', ...commands.map((line) => `  ${line}`)] : []),
  ];
}

/** The YAML of a fix, line by line, one document for each object. */
export function fixYaml({ yaml }: Fix, toYaml: (value: unknown) => string): string[] {
  return yaml.length > 0 ? yaml.map(toYaml).join('---\n').trimEnd().split('\n') : [];
}

/** What YAML cannot say: objects to remove, as kubectl does it. */
export function removals({ remove = [] }: Fix): string[] {
  return remove.map(({ kind, namespace, name }) => `kubectl delete ${kind.toLowerCase()} ${name} -n ${namespace}`);
}

/** What else a change does. */
export function fixEffects({ clustersGained, clustersLost, workloadsAffected }: Fix): string {
  return [
    `${count(clustersGained, 'cluster')} gained`,
    ...(clustersLost > 0 ? [`${clustersLost} lost`] : []),
    `${count(workloadsAffected, 'workload')} affected`,
  ].join(', ');
}
