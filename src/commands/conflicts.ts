import { Args, Command, Flags } from '@oclif/core';
import { conflictsCommand } from '../cli/conflicts-command.js';
import { outputFlags, sourceFlags } from '../cli/flags.js';

export default class Conflicts extends Command {
  static override summary = 'Tell which hosts are claimed more than once, who wins, and where.';
  static override description = `Tell which hosts are claimed more than once, who wins, and where.

For each group of namespaces that sees the same it names the winner, the losers, what they lost, the rule that decided and the
workloads that it hits. Besides hosts of Services and ServiceEntries it finds shared addresses and ports, Sidecars that compete
for one workload, extension providers that istiod cannot resolve, and several DestinationRules or VirtualServices for one host.
Worst first: traffic goes to the wrong place, is lost, or is only surprising.

For a HOST, and for everything with --fix, it looks for a change that ends the conflict and shows the one that takes least away,
as YAML to paste; the engine is run on the changed mesh before it is offered. Where none helps it says what is missing.

HOST is a host, service, service.namespace, a wildcard, or the address of a service.

Exits with 1 when there are conflicts, 0 when there are none, 3 when that cannot be determined.`;
  static override examples = [
    { description: 'Everything', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'Who wins this host?', command: '<%= config.bin %> <%= command.id %> api.example.com' },
    { description: 'What would end it?', command: '<%= config.bin %> <%= command.id %> api.example.com --fix' },
    {
      description: 'Conflicts that the proxies of one namespace see, from files',
      command: '<%= config.bin %> <%= command.id %> -n shop -f examples/mesh',
    },
  ];
  static override args = { host: Args.string({ ignoreStdin: true, description: 'A host; without it, all.' }) };
  static override flags = {
    ...sourceFlags,
    namespace: Flags.string({
      char: 'n',
      helpValue: 'NAMESPACE',
      summary: 'Only conflicts that proxies of this namespace see.',
    }),
    'all-namespaces': Flags.boolean({ char: 'A', summary: 'Conflicts of all namespaces; the default.' }),
    fix: Flags.boolean({ default: false, summary: 'Print only the changes that help, as YAML to paste.' }),
    ...outputFlags,
  };

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Conflicts);
    return conflictsCommand(args, flags);
  }
}
