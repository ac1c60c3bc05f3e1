import type { MeshSource } from '../model/mesh-model.js';
import { EngineClient } from './client.js';
import type { FromEngine, Port, ToEngine } from './protocol.js';
import { EngineServer } from './server.js';

/** The engine in this thread, in slices. */
export function localEngine(source: MeshSource): { client: EngineClient; server: EngineServer } {
  const ports = localPorts<ToEngine, FromEngine>();
  const server = new EngineServer(ports.server);
  const client = new EngineClient(ports.client);
  server.show(source);
  return { client, server };
}

/** Two ports back to back; messages arrive later, as between threads. */
export function localPorts<Up, Down>(): { client: Port<Down, Up>; server: Port<Up, Down> } {
  const up = channel<Up>();
  const down = channel<Down>();
  return { client: port(down, up), server: port(up, down) };
}

interface Channel<T> {
  send: (message: T) => void;
  listen: (listener: (message: T) => void) => void;
}

function channel<T>(): Channel<T> {
  const listeners: ((message: T) => void)[] = [];
  return {
    send: (message) => {
      setImmediate(() => {
        for (const listener of listeners) listener(message);
      });
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}

function port<In, Out>(incoming: Channel<In>, outgoing: Channel<Out>): Port<In, Out> {
  return {
    postMessage: (message) => {
      outgoing.send(message);
    },
    on: (_, listener) => {
      incoming.listen(listener);
    },
  };
}
