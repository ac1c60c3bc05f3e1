import { Command } from '@oclif/core';
import { browseCommand } from '../cli/browse-command.js';
import { outputFlags, plainFlag, sourceFlags, watchFlag } from '../cli/flags.js';

export default class Browse extends Command {
  static override summary = 'Browse the mesh: namespaces, workloads, hosts, and why.';
  static override description = `Browse the mesh on the terminal: namespaces, workloads, hosts, the walk of a host through the stages of istiod, and the
field that decided. The arrow keys and enter lead down, esc leads back, ? lists every key.

A live mesh is kept current. With -f, -w reads files again when they change.`;
  static override examples = [
    { description: 'The mesh of the current context', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'One namespace', command: '<%= config.bin %> <%= command.id %> -n shop' },
    { description: 'A mesh in files', command: '<%= config.bin %> <%= command.id %> -f examples/mesh' },
    { description: 'Line by line, for screen readers', command: '<%= config.bin %> <%= command.id %> --plain' },
  ];
  static override flags = {
    ...sourceFlags,
    watch: watchFlag,
    plain: plainFlag,
    color: outputFlags.color,
    quiet: outputFlags.quiet,
  };

  async run(): Promise<number> {
    const { flags } = await this.parse(Browse);
    return browseCommand(flags);
  }
}
