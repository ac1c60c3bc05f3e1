import { Args, Command } from '@oclif/core';
import { outputFlags, sourceFlags } from '../cli/flags.js';
import { registryCommand } from '../cli/registry-command.js';

export default class Registry extends Command {
  static override summary = "Print istiod's service registry.";
  static override description = `Print istiod's service registry: a row for each Kubernetes Service and for each host of a ServiceEntry, in istiod's
order, with the object that it came from. JSON has the fields of istiod's own registryz page.`;
  static override examples = [
    { description: 'Everything', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'Who claims a host?', command: '<%= config.bin %> <%= command.id %> api.example.com' },
    {
      description: 'Services of one namespace, from files',
      command: '<%= config.bin %> <%= command.id %> -n shop -f examples/mesh -o wide',
    },
  ];
  static override args = { host: Args.string({ description: 'A host; without it, all.' }) };
  static override flags = { ...sourceFlags, ...outputFlags };

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Registry);
    return registryCommand(args, flags);
  }
}
