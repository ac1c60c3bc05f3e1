import { Command, Flags } from '@oclif/core';
import { sourceFlags } from '../cli/flags.js';
import { snapshotCommand } from '../cli/snapshot-command.js';

export default class Snapshot extends Command {
  static override summary = 'Capture the mesh in one file that every command reads.';
  static override description = `Capture the mesh in one file that every command reads with -f.

Holds every object that decides answers, istiod's version and settings, what could not be read, and the time. It is redacted,
with no Secret, no environment but istiod's known variables, no annotations but Istio's, no values of headers or credentials.
With --anonymize names, hosts, labels and addresses stand for others, consistently, so that the verdicts stay the same.`;
  static override examples = [
    { description: 'Hand a mesh to somebody', command: '<%= config.bin %> <%= command.id %> -o mesh.json.gz' },
    {
      description: 'Ask about it later, or elsewhere',
      command: '<%= config.bin %> explain deployment/checkout.shop -f mesh.json.gz',
    },
    {
      description: 'For a public bug report',
      command: '<%= config.bin %> <%= command.id %> --anonymize -o mesh.json.gz',
    },
  ];
  static override flags = {
    ...sourceFlags,
    output: Flags.string({
      char: 'o',
      helpValue: 'FILE',
      summary: 'File to write, compressed when it ends in .gz; default is standard output.',
    }),
    anonymize: Flags.boolean({ default: false, summary: 'Rename namespaces, names, hosts, labels and addresses.' }),
    quiet: Flags.boolean({ char: 'q', default: false, summary: 'No progress, notes or warnings on stderr.' }),
  };

  async run(): Promise<number> {
    const { flags } = await this.parse(Snapshot);
    return snapshotCommand(flags, this.config.version);
  }
}
