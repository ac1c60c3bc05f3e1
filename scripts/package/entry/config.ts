import type { Command, Config, Hook } from '@oclif/core';
import commands from 'bundle:commands';
import type manifest from '../../../oclif.manifest.json';
import pjson from '../../../package.json' with { type: 'json' };
import type { Program } from '../../../src/cli/config.js';

type Loadable = Program['commands'][number];
/** oclif declares its classes abstract, and the method protected that `Command.run` calls. */
type Runnable<T> = new (argv: string[], config: Config) => { _run: () => Promise<T> };

/**
 * Takes the place of src/cli/config.ts in the bundle. oclif's own configuration looks for plugins, themes, a shell and a home
 * that this program does not have; a command needs little more of it than the name and the version.
 */
class BundledProgram implements Program {
  readonly pjson = pjson as unknown as Program['pjson'];
  readonly version = pjson.version;
  readonly bin = pjson.oclif.bin;
  readonly platform = process.platform;
  readonly arch = process.arch;
  readonly userAgent = `${pjson.name}/${pjson.version}`;
  // Words after the command are its arguments, never parts of its name.
  readonly topicSeparator = ':';
  readonly commandIDs = Object.keys(commands);

  /** What help and completion say of the commands: running one does without. */
  get commands(): Loadable[] {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- bundled, and evaluated only here
    const { commands: described } = require('../../../oclif.manifest.json') as typeof manifest;
    return (Object.values(described) as unknown as Loadable[]).map((command) => ({
      ...command,
      load: () => load(command.id),
    }));
  }

  findCommand = ((id: string) => this.commands.find((command) => command.id === id)) as Program['findCommand'];

  async runCommand<T>(id: string, argv: string[] = []): Promise<T> {
    const Loaded = (await load(id)) as unknown as Runnable<T>;
    // Like `Command.run`, which would load a configuration again.
    return new Loaded(argv, this as unknown as Config)._run();
  }

  runHook(): Promise<Hook.Result<unknown>> {
    return Promise.resolve({ successes: [], failures: [] });
  }

  scopedEnvVar(): undefined {
    return undefined;
  }

  scopedEnvVarKeys(): string[] {
    return [];
  }
}

async function load(id: string): Promise<Command.Class> {
  const imported = await commands[id]?.();
  if (!imported) throw new Error(`command ${id} is not in this build`);
  return Object.assign(imported.default, { id });
}

export function loadConfig(): Promise<Program> {
  return Promise.resolve(new BundledProgram());
}
