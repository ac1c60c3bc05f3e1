import { CommandHelp, Help, type Command } from '@oclif/core';

const TITLES = { EXAMPLES: 'Examples:', ARGUMENTS: 'Arguments:', FLAGS: 'Options:', USAGE: 'Usage:' };

class KubectlCommandHelp extends CommandHelp {
  protected override sections() {
    const sections = super.sections();
    return Object.entries(TITLES).flatMap(([header, title]) =>
      sections.filter((section) => section.header === header).map((section) => ({ ...section, header: title })),
    );
  }

  protected override usage(): string {
    const args = Object.values(this.command.args).filter((arg) => !arg.hidden);
    return [this.config.bin, this.command.id, ...args.map((arg) => this.arg(arg)), '[flags]'].join(' ');
  }
}

/** oclif's help in the order and with the titles of kubectl's: what it does, examples, options, usage. */
export class KubectlHelp extends Help {
  protected override CommandHelpClass = KubectlCommandHelp;

  override showCommandHelp(command: Command.Loadable): Promise<void> {
    this.log(`${this.render(command.description ?? command.summary ?? '')}\n`);
    this.log(this.formatCommand(command));
    return Promise.resolve();
  }

  override showRootHelp(): Promise<void> {
    const { bin, pjson } = this.config;
    const rows = this.sortedCommands.map((command) => [command.id, this.summary(command)]);
    this.log(`${pjson.oclif.description ?? ''}\n`);
    this.log(`${this.section('Available Commands:', this.renderList(rows, { indentation: 2 }))}\n`);
    this.log(`${this.section('Usage:', `${bin} COMMAND [flags]`)}\n`);
    this.log(`Use "${bin} COMMAND --help" for more information about a command.`);
    return Promise.resolve();
  }
}
