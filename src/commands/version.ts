import { Command, Flags } from '@oclif/core';
import { sourceFlags } from '../cli/flags.js';
import { versionCommand } from '../cli/version-command.js';

const { filename, context, kubeconfig, cluster, user, as, istioNamespace } = sourceFlags;

export default class Version extends Command {
  static override summary = 'Print the versions of this plugin and of istiod.';
  static override description = `Print the versions of this plugin and of istiod.

Without a kubeconfig, and with --client, only the version of the plugin.`;
  static override examples = [
    {
      description: 'The plugin and every istiod of the current context',
      command: '<%= config.bin %> <%= command.id %>',
    },
    { description: 'Only the plugin, as JSON', command: '<%= config.bin %> <%= command.id %> --client -o json' },
  ];
  static override flags = {
    client: Flags.boolean({ default: false, summary: 'Only the version of the plugin; asks no cluster.' }),
    filename,
    context,
    kubeconfig,
    cluster,
    user,
    as,
    'as-group': sourceFlags['as-group'],
    'request-timeout': sourceFlags['request-timeout'],
    istioNamespace,
    output: Flags.option({
      char: 'o',
      options: ['text', 'json', 'yaml'] as const,
      helpValue: 'text|json|yaml',
      summary: 'Format of the answer.',
    })({ default: 'text' }),
  };

  async run(): Promise<number> {
    const { flags } = await this.parse(Version);
    return versionCommand(this.config, flags);
  }
}
