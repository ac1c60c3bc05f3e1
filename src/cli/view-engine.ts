import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { findWorkload, isProblem, type Workload } from '../explain/find-workload.js';
import type { Labels } from '../model/labels.js';
import { cleanText } from '../output/clean.js';
import { read, readAndFollow, ReadError, type Loaded } from '../sources/read.js';
import type { FromEngine, Port, ToEngine } from '../views/engine/protocol.js';
import { EngineServer } from '../views/engine/server.js';
import { ownerFinder } from '../views/model/owners.js';
import { workloadId, type Place } from '../views/place.js';
import { CannotTellError, EXIT, UserError } from './errors.js';
import type { SourceFlags } from './flags.js';
import { parseLabels } from './labels.js';
import { readFlags, targetOf } from './session.js';

/** What the engine behind a view has to read, and where the view begins. */
export interface EngineRequest {
  flags: SourceFlags & { selector?: string | undefined; watch?: boolean | undefined };
  workload?: string | undefined;
}

/** What happens before the view can begin. */
export type Beginning =
  | { type: 'progress'; line: string }
  | { type: 'ready'; places: Place[]; message: string }
  | { type: 'failed'; exit: number; message: string; hint?: string };

/** Reads the mesh, keeps it current, and answers the view. Runs in a thread of its own. */
export async function serveEngine(
  port: Port<ToEngine, FromEngine | Beginning>,
  { flags, workload }: EngineRequest,
): Promise<void> {
  const server = new EngineServer(port);
  try {
    const progress = (line: string) => {
      port.postMessage({ type: 'progress', line });
    };
    const loaded = await readFor(flags, progress, server);
    const start = workload === undefined ? topOf(flags) : startAt(loaded, workload, flags);
    server.show(sourceOf(loaded, flags));
    port.postMessage({ type: 'ready', ...start });
  } catch (error) {
    port.postMessage({ type: 'failed', ...failureOf(error) });
  }
}

/** A live mesh is kept current, files on request. */
function readFor(
  flags: EngineRequest['flags'],
  progress: (line: string) => void,
  server: EngineServer,
): Promise<Loaded> {
  const isLive = (flags.filename ?? []).length === 0;
  const options = { progress, stdin };
  if (!isLive && !flags.watch) return read(readFlags(flags), options);
  return readAndFollow(readFlags(flags), options, {
    changed: (loaded) => {
      server.show(sourceOf(loaded, flags));
    },
    lost: (why) => {
      server.follow({ state: 'lost', since: Date.now(), why: cleanText(why) });
    },
    watching: () => {
      server.follow({ state: 'watching' });
    },
  });
}

/** process.stdin of a thread is its own, and empty. */
function stdin(): Promise<Buffer> {
  return buffer(createReadStream('', { fd: 0, autoClose: false }));
}

function sourceOf(loaded: Loaded, { revision }: EngineRequest['flags']) {
  const { snapshot, locate, notes } = loaded;
  return { snapshot, locate, notes, revision };
}

function topOf({ namespace }: SourceFlags): { places: Place[]; message: string } {
  const top: Place[] = [{ screen: 'namespaces' }];
  return { places: namespace === undefined ? top : [...top, { screen: 'workloads', namespace }], message: '' };
}

/** The way down to a workload. Throws what `explain` throws when there is none. */
function startAt(loaded: Loaded, text: string, flags: EngineRequest['flags']): { places: Place[]; message: string } {
  const namespace = flags.namespace ?? loaded.namespace;
  const labels = parseLabels(flags.selector);
  const target = targetOf({ loaded, namespace, notes: [] }, text, labels, flags.revision);
  const found = findWorkload(loaded.snapshot, { text, namespace, labels });
  if (isProblem(found)) throw new CannotTellError(found.message);
  const id = idOf(found, loaded, text.includes('/'));
  const where = id.slice(0, id.indexOf('/'));
  return {
    places: [{ screen: 'namespaces' }, { screen: 'workloads', namespace: where }, { screen: 'hosts', workload: id }],
    message: target.notes.map(cleanText).join(' '),
  };
}

function idOf(found: Workload, { snapshot }: Loaded, byOwner: boolean): string {
  const cluster = found.cluster !== undefined && { cluster: found.cluster };
  if (found.kind === 'imagined')
    return workloadId({
      namespace: found.namespace,
      kind: 'New',
      name: `${found.name}?${labelQuery(found.labels)}`,
      ...cluster,
    });
  const { name, namespace = 'default' } = found.kind === 'pod' ? found.pod.metadata : found.entry.metadata;
  if (found.kind === 'workload-entry') return workloadId({ namespace, kind: 'WorkloadEntry', name, ...cluster });
  const { resources } = snapshot.remotes?.find((remote) => remote.name === found.cluster) ?? snapshot;
  const owner = byOwner ? ownerFinder(resources)(found.pod) : { kind: 'Pod', name };
  return workloadId({ namespace, ...owner, ...cluster });
}

function labelQuery(labels: Labels): string {
  return new URLSearchParams(labels).toString();
}

/** Errors lose their class on the way between threads. */
function failureOf(error: unknown): { exit: number; message: string; hint?: string } {
  if (error instanceof UserError || error instanceof ReadError) {
    const exit = error instanceof UserError ? error.exit : EXIT.cannotTell;
    return { exit, message: cleanText(error.message), ...(error.hint !== undefined && { hint: error.hint }) };
  }
  const { message, stack } = error as Error;
  return {
    exit: EXIT.cannotTell,
    message: `internal error: ${message}`,
    ...(stack && process.env['MESH_REGISTRY_DEBUG'] && { hint: stack }),
  };
}
