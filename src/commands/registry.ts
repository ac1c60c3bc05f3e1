import { Args, Command, Flags } from '@oclif/core';
import { outputFlags, sourceFlags } from '../cli/flags.js';
import { registryCommand } from '../cli/registry-command.js';

export default class Registry extends Command {
  static override summary = "Print istiod's service registry.";
  static override description = `Print istiod's service registry: a row for each Kubernetes Service and for each host of a ServiceEntry, in istiod's
order, with the object that it came from. JSON has the fields of istiod's own registryz page.

--against compares it with that page: which rows are the same, which only one side has, and which fields differ. The page is
what \`pilot-discovery request GET /debug/registryz\` gives in istiod's pod, or \`istioctl x internal-debug registryz\`, with
--all or without, or it is in an \`istioctl bug-report\`. Exit status 1 tells of a difference, 3 of one that what could not be read
may have caused.`;
  static override examples = [
    { description: 'Everything', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'Who claims a host?', command: '<%= config.bin %> <%= command.id %> api.example.com' },
    {
      description: 'Services of one namespace, from files',
      command: '<%= config.bin %> <%= command.id %> -n shop -f examples/mesh -o wide',
    },
    {
      description: 'Does it agree with the running istiod?',
      command:
        'kubectl exec -n istio-system deploy/istiod -- pilot-discovery request GET /debug/registryz | <%= config.bin %> <%= command.id %> --against -',
    },
    {
      description: 'Did it, when a bug report was taken?',
      command: '<%= config.bin %> <%= command.id %> -f bug-report.tar.gz --against bug-report.tar.gz',
    },
  ];
  static override args = { host: Args.string({ ignoreStdin: true, description: 'A host; without it, all.' }) };
  static override flags = {
    ...sourceFlags,
    against: Flags.string({
      helpValue: 'FILE',
      summary: "Compare with istiod's registryz page in FILE (- is standard input).",
    }),
    ...outputFlags,
  };

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Registry);
    return registryCommand(args, flags);
  }
}
