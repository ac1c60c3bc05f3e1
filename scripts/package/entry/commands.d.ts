declare module 'bundle:commands' {
  import type { Command } from '@oclif/core';
  const commands: Record<string, () => Promise<{ default: Command.Class }>>;
  export default commands;
}
