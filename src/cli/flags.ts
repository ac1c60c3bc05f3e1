import { Flags } from '@oclif/core';
import type { ColorMode } from '../output/paint.js';

export const OUTPUTS = ['text', 'wide', 'json', 'yaml', 'name'] as const;
export type Output = (typeof OUTPUTS)[number];

/** Where the mesh is read from: kubectl's and istioctl's names. */
export const sourceFlags = {
  filename: Flags.string({
    char: 'f',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'FILE',
    summary: 'Read files, directories or - instead of the live API; NAME=FILE for each of several clusters.',
  }),
  namespace: Flags.string({ char: 'n', helpValue: 'NAMESPACE', summary: 'Namespace of the workload.' }),
  context: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME',
    summary: 'Context of the kubeconfig; repeated for each of several clusters, the one of istiod first.',
  }),
  'cluster-context': Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=CONTEXT',
    summary: "Read a remote cluster, under istiod's name for it, through this context; may be repeated.",
  }),
  kubeconfig: Flags.string({ helpValue: 'FILE', summary: 'Path of the kubeconfig.' }),
  cluster: Flags.string({ helpValue: 'NAME', summary: 'Cluster of the kubeconfig.' }),
  user: Flags.string({ helpValue: 'NAME', summary: 'User of the kubeconfig.' }),
  as: Flags.string({ helpValue: 'USER', summary: 'User to impersonate.' }),
  'as-group': Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'GROUP',
    summary: 'Group to impersonate; may be repeated.',
  }),
  'request-timeout': Flags.string({
    helpValue: 'DURATION',
    summary: 'Time limit of one request, such as 30s; 0 is none.',
  }),
  istioNamespace: Flags.string({ char: 'i', helpValue: 'NAMESPACE', summary: 'Namespace of istiod.' }),
  revision: Flags.string({ char: 'r', helpValue: 'REVISION', summary: "Answer as this revision's istiod would." }),
  'istio-version': Flags.string({ helpValue: 'VERSION', summary: 'Answer as this version of istiod would.' }),
};

export const outputFlags = {
  output: Flags.option({
    char: 'o',
    options: OUTPUTS,
    default: 'text' as Output,
    helpValue: OUTPUTS.join('|'),
    summary: 'Format of the answer.',
  })(),
  color: Flags.option({
    options: ['auto', 'always', 'never'] as const,
    default: 'auto' as ColorMode,
    helpValue: 'auto|always|never',
    summary: 'When to use colour.',
  })(),
  quiet: Flags.boolean({ char: 'q', default: false, summary: 'No progress, notes or warnings on stderr.' }),
};

export const labelFlag = Flags.string({
  char: 'l',
  helpValue: 'KEY=VALUE,…',
  summary: 'Labels of a proxy that does not exist yet (WORKLOAD is NAMESPACE/NAME).',
});

export const watchFlag = Flags.boolean({
  char: 'w',
  default: false,
  summary: 'Read files again when they change; a live mesh is always watched.',
});

export const plainFlag = Flags.boolean({
  default: false,
  summary: 'Ask line by line instead of drawing screens, for screen readers.',
});

export interface SourceFlags {
  filename?: string[] | undefined;
  namespace?: string | undefined;
  context?: string[] | undefined;
  'cluster-context'?: string[] | undefined;
  kubeconfig?: string | undefined;
  cluster?: string | undefined;
  user?: string | undefined;
  as?: string | undefined;
  'as-group'?: string[] | undefined;
  'request-timeout'?: string | undefined;
  istioNamespace?: string | undefined;
  revision?: string | undefined;
  'istio-version'?: string | undefined;
}

export interface OutputFlags {
  output: Output;
  color: ColorMode;
  quiet: boolean;
}
