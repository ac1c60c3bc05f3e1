import type { ColorMode } from '../output/paint.js';
import { whyNoView } from '../views/terminal/can-show.js';
import { EXIT, UsageError } from './errors.js';
import type { SourceFlags } from './flags.js';
import { openEngine } from './open-engine.js';
import { checkFlags } from './session.js';

export interface BrowseFlags extends SourceFlags {
  color: ColorMode;
  quiet: boolean;
  plain?: boolean | undefined;
  watch?: boolean | undefined;
  selector?: string | undefined;
}

/** Whether `explain WORKLOAD` opens the view instead of printing. */
export function wantsView(flags: { plain?: boolean | undefined }): boolean {
  return flags.plain === true || whyNoView(process, process.env) === undefined;
}

/** `browse`, and `explain WORKLOAD` on a terminal: the view, prompts, or where neither can be, the namespaces as text. */
export async function browseCommand(flags: BrowseFlags, workload?: string): Promise<number> {
  checkFlags(flags);
  if (flags.plain && flags.filename?.includes('-'))
    throw new UsageError('--plain and -f - both read standard input', 'Write the mesh to a file first.');
  const why = flags.plain ? undefined : whyNoView(process, process.env);
  const engine = await openEngine({ flags, workload }, flags.quiet);
  try {
    if (why !== undefined) {
      if (!flags.quiet) process.stderr.write(`note: no view (${why}): namespaces as text; --plain asks line by line\n`);
      const { printFirst } = await import('../views/plain/print-first.js');
      await printFirst(engine.client, engine.places, flags.color);
      return EXIT.yes;
    }
    if (flags.plain) {
      const { runPrompts } = await import('../views/plain/prompts.js');
      return await runPrompts(engine);
    }
    const { startView } = await import('../views/start.js');
    return await startView({ ...engine, engine: engine.client, color: flags.color });
  } finally {
    await engine.close();
  }
}
