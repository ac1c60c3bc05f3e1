import { Args, Command } from '@oclif/core';
import { clustersCommand } from '../cli/clusters-command.js';
import { labelFlag, outputFlags, sourceFlags } from '../cli/flags.js';

export default class Clusters extends Command {
  static override summary = 'Print the outbound clusters that istiod sends to a proxy.';
  static override description = `Print the outbound clusters that istiod sends to a proxy: name, type, the service and DestinationRule behind each, and
how many endpoints are ready.`;
  static override examples = [
    { description: 'The CDS of a pod', command: '<%= config.bin %> <%= command.id %> checkout-7d9f8 -n shop' },
    {
      description: 'With endpoints, from files',
      command: '<%= config.bin %> <%= command.id %> deployment/checkout.shop -f examples/mesh -o wide',
    },
    {
      description: 'After an upgrade of istiod',
      command: '<%= config.bin %> <%= command.id %> deployment/checkout.shop --istio-version 1.30.3 -o name',
    },
  ];
  static override args = {
    workload: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'The workload whose proxy is asked about.',
    }),
  };
  static override flags = { ...sourceFlags, selector: labelFlag, ...outputFlags };

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Clusters);
    return clustersCommand(args, flags);
  }
}
