import { Command, Flags } from '@oclif/core';
import { clientVersion, renderVersion } from '../cli/version.js';
import { EXIT } from '../cli/errors.js';

export default class Version extends Command {
  static override summary = 'Print the version of this plugin';
  static override examples = ['<%= config.bin %> version', '<%= config.bin %> version -o json'];
  static override flags = {
    output: Flags.option({ char: 'o', options: ['text', 'json', 'yaml'] as const, summary: 'Output format' })({
      default: 'text',
    }),
  };

  async run() {
    const { flags } = await this.parse(Version);
    const version = clientVersion(this.config);
    this.log(renderVersion(version, flags.output));
    return EXIT.yes;
  }
}
