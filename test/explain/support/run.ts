import { captureOutput } from '@oclif/test';
import { yamlWriter } from '../../../src/cli/yaml-writer.js';
import { main } from '../../../src/cli/run.js';
import type { ClusterList } from '../../../src/explain/cluster-list.js';
import type { ConflictList } from '../../../src/explain/conflicts/conflict.js';
import type { Explanation, ExplanationList } from '../../../src/explain/explanation.js';
import type { ExtAuthzReport, ExtAuthzReportList } from '../../../src/explain/ext-authz/report.js';
import type { RegistryList } from '../../../src/explain/registry-list.js';
import { cleanDeep } from '../../../src/output/clean.js';
import { clusterListText } from '../../../src/output/cluster-list-text.js';
import { conflictListText } from '../../../src/output/conflict-list-text.js';
import { explanationListText } from '../../../src/output/explanation-list-text.js';
import { explanationText } from '../../../src/output/explanation-text.js';
import { extAuthzListText, extAuthzText } from '../../../src/output/ext-authz-text.js';
import { plain } from '../../../src/output/paint.js';
import { registryListText } from '../../../src/output/registry-list-text.js';

export interface Ran {
  exit: number;
  stdout: string;
  stderr: string;
}

/** Runs a command line in this process. */
export async function run(...argv: string[]): Promise<Ran> {
  const { result, stdout, stderr, error } = await captureOutput(() => main(argv));
  if (error) throw error;
  return { exit: result as number, stdout, stderr };
}

const toYaml = await yamlWriter();

export type Answer =
  Explanation | ExplanationList | ClusterList | RegistryList | ExtAuthzReport | ExtAuthzReportList | ConflictList;

/** The text of an answer, made from its JSON alone. */
export function textOf(result: Answer): string {
  const answer = cleanDeep(result);
  switch (answer.kind) {
    case 'Explanation':
      return explanationText(answer, plain, toYaml).join('\n');
    case 'ExplanationList':
      return explanationListText(answer, plain, false).join('\n');
    case 'ClusterList':
      return clusterListText(answer, plain, false).join('\n');
    case 'ExtAuthzReport':
      return extAuthzText(answer, plain, toYaml).join('\n');
    case 'ConflictList':
      return conflictListText(answer, plain, false, toYaml).join('\n');
    case 'ExtAuthzReportList':
      return extAuthzListText(answer, plain).join('\n');
    default:
      return registryListText(answer, plain, false).join('\n');
  }
}
