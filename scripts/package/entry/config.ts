import { Config, Plugin, settings, type Command, type Interfaces } from '@oclif/core';
import commands from 'bundle:commands';
import manifest from '../../../oclif.manifest.json' with { type: 'json' };
import pjson from '../../../package.json' with { type: 'json' };

// Nothing is read from it, but oclif wants a folder.
const ROOT = process.cwd();

/** The program's own plugin with the commands inside: nothing is looked for on disk. */
class BundledPlugin extends Plugin {
  override async findCommand(id: string): Promise<Command.Class> {
    const load = commands[id];
    if (!load) throw new Error(`command ${id} is not in this build`);
    const command = (await load()).default;
    command.id = id;
    command.plugin = this;
    return command;
  }
}

/** Takes the place of src/cli/config.ts in the bundle. */
export async function loadConfig(): Promise<Config> {
  settings.enableAutoTranspile = false;
  const plugin = new BundledPlugin({ isRoot: true, root: ROOT, pjson: pjson as unknown as Interfaces.PJSON });
  // oclif has no other way to take the manifest from memory, and declares this one private.
  Object.assign(plugin, { _manifest: () => Promise.resolve(manifest) });
  await plugin.load();
  return Config.load({ root: ROOT, plugins: new Map([[plugin.name, plugin]]) });
}
