import { Args, Command, Flags } from '@oclif/core';
import { extAuthzCommand } from '../cli/ext-authz-command.js';
import { labelFlag, outputFlags, sourceFlags } from '../cli/flags.js';

export default class ExtAuthz extends Command {
  static override summary = 'Tell which cluster ext_authz calls for a workload, and whether it can.';
  static override description = `Tell which cluster ext_authz calls for a workload, and whether it can.

Follows each CUSTOM AuthorizationPolicy of the workload to the provider of the mesh config, the service that istiod looks up,
the cluster that Envoy calls, whether this proxy's CDS has it and which service it is here, its endpoints, and what requests
get when the call fails. For what cannot work it looks for the smallest change that helps, in the mesh config too, and runs the
engine on the changed mesh before it offers it; where none helps it says what is missing.

Exits with 0 when every policy can work or none holds, 1 when one cannot, 3 when that cannot be determined.`;
  static override examples = [
    {
      description: 'The policies of a workload',
      command: '<%= config.bin %> <%= command.id %> deployment/checkout.shop',
    },
    {
      description: 'Every workload whose policies cannot work, worst first',
      command: '<%= config.bin %> <%= command.id %> -A',
    },
    {
      description: 'Tracers and access logs as well, from files',
      command: '<%= config.bin %> <%= command.id %> deployment/checkout.shop --all-providers -f examples/mesh',
    },
  ];
  static override args = {
    workload: Args.string({ ignoreStdin: true, description: 'The workload whose proxy is asked about.' }),
  };
  static override flags = {
    ...sourceFlags,
    selector: labelFlag,
    'all-namespaces': Flags.boolean({
      char: 'A',
      default: false,
      summary: 'Every workload whose policies cannot work.',
    }),
    'all-providers': Flags.boolean({ default: false, summary: 'Tracers and access logs that name a service, too.' }),
    fix: Flags.boolean({ default: false, summary: 'Print only the changes that help, as YAML to paste.' }),
    ...outputFlags,
  };

  async run(): Promise<number> {
    const { args, flags } = await this.parse(ExtAuthz);
    return extAuthzCommand(args, flags);
  }
}
