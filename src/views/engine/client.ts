import type { Place } from '../place.js';
import type { FromEngine, Port, Status, ToEngine } from './protocol.js';

export type PlaceMessage = Exclude<FromEngine, { type: 'status' }>;

/** The engine as the view sees it. */
export class EngineClient {
  readonly #port: Port<FromEngine, ToEngine>;
  #asked = 0;
  #listener: ((message: PlaceMessage) => void) | undefined;
  #onStatus: ((status: Status) => void) | undefined;
  #status: Status | undefined;

  constructor(port: Port<FromEngine, ToEngine>) {
    this.#port = port;
    port.on('message', (message) => {
      if (message.type === 'status') {
        this.#status = message.status;
        this.#onStatus?.(message.status);
      } else if (message.type === 'answer' || message.type === 'patch') {
        // Answers to a place that was left meanwhile are late, not wrong.
        if (message.id === this.#asked) this.#listener?.(message);
      }
    });
  }

  /** Asks about a place until another is asked about. */
  watch(place: Place, listener: (message: PlaceMessage) => void): void {
    this.#listener = listener;
    this.#port.postMessage({ type: 'watch', id: ++this.#asked, place });
  }

  look(keys: readonly string[]): void {
    this.#port.postMessage({ type: 'look', keys });
  }

  onStatus(listener: (status: Status) => void): () => void {
    this.#onStatus = listener;
    if (this.#status) listener(this.#status);
    return () => {
      this.#onStatus = undefined;
    };
  }
}
