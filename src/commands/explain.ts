import { Args, Command, Flags } from '@oclif/core';
import { browseCommand, wantsView } from '../cli/browse-command.js';
import { explainCommand } from '../cli/explain-command.js';
import { labelFlag, outputFlags, plainFlag, sourceFlags, watchFlag } from '../cli/flags.js';

export default class Explain extends Command {
  static override summary = "Tell why a host is in a proxy's CDS, or why not.";
  static override description = `Tell why a host is in a proxy's CDS, or why not.

Follows every Service and ServiceEntry of the hostname through the stages of istiod: registry, exportTo, Sidecar, choice of
one namespace, merge of ports, clusters and endpoints, and names the resource and field that decided. Without HOST it
answers for every host of the registry: on a terminal in a view (see browse), with -o or elsewhere as a list.

WORKLOAD is a pod, pod.namespace, type/name[.namespace] (deployment/web, workloadentry/vm-1), or namespace/name for a proxy
that does not exist yet. HOST is a host, host:port, service, service.namespace, namespace/host, a wildcard, the address of a
service, or the name of a cluster.

Exits with 0 when the host is in the CDS, 1 when it is not, 3 when that cannot be determined.`;
  static override examples = [
    {
      description: 'Why does this pod not reach an external host?',
      command: '<%= config.bin %> <%= command.id %> checkout-7d9f8 api.example.com -n shop',
    },
    {
      description: 'Every host of the registry, for the pods of a Deployment',
      command: '<%= config.bin %> <%= command.id %> deployment/checkout.shop',
    },
    {
      description: 'On files instead of a cluster, as JSON',
      command:
        '<%= config.bin %> <%= command.id %> deployment/checkout.shop ledger.payments:9000 -f examples/mesh -o json',
    },
    {
      description: 'What would a new workload of a namespace see?',
      command: '<%= config.bin %> <%= command.id %> shop/new-service ledger.payments -l app=new-service',
    },
  ];
  static override args = {
    workload: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'The workload whose proxy is asked about.',
    }),
    host: Args.string({ ignoreStdin: true, description: 'The host; without it, every host of the registry.' }),
  };
  static override flags = {
    ...sourceFlags,
    selector: labelFlag,
    fix: Flags.boolean({ default: false, summary: 'Print only the change that helps, as YAML to paste.' }),
    ...outputFlags,
    watch: watchFlag,
    plain: plainFlag,
  };

  async run(): Promise<number> {
    const { args, flags, metadata } = await this.parse(Explain);
    const asksFormat = !metadata.flags.output?.setFromDefault;
    if (args.host === undefined && !asksFormat && !flags.fix && wantsView(flags))
      return browseCommand(flags, args.workload);
    return explainCommand(args, flags);
  }
}
