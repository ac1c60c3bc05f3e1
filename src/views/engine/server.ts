import { cleanDeep } from '../../output/clean.js';
import type { Answer, Later, RowsAnswer } from '../model/answer.js';
import { answerTo } from '../model/answer-to.js';
import { MeshModel, type MeshSource } from '../model/mesh-model.js';
import type { Row } from '../model/row.js';
import type { Place } from '../place.js';
import { without } from '../without.js';
import { Pending } from './pending.js';
import type { Following, FromEngine, PlainAnswer, Port, ToEngine } from './protocol.js';
import { statusOf } from './status.js';

/** How long rows are computed before messages are heard again. */
const SLICE_MS = 12;
/** How often rows are sent that nobody looks at: each time, a key has to wait for a frame. */
const SEND_MS = 500;
/** How long a reader has to move on before what takes longer is begun: it cannot be interrupted. */
const LATER_MS = 60;
const LAST_MS = 400;

interface Work {
  id: number;
  place: Place;
  answer: Answer;
  pending: Pending;
  ready: Row[];
  sent: number;
  again: boolean;
  last: RowsAnswer['last'];
  /** What the answer says once more with, later. */
  more?: (() => Later) | undefined;
}

/** Answers one place at a time, in slices, and again whenever the mesh changes. */
export class EngineServer {
  readonly #port: Port<ToEngine, FromEngine>;
  #model: MeshModel | undefined;
  #following: Following = { state: 'not' };
  #asked: { id: number; place: Place } | undefined;
  #work: Work | undefined;
  #looked: readonly string[] = [];
  /** What took longer, by its place: whoever comes back finds it. */
  readonly #whole = new Map<string, Answer>();
  #scheduled = false;

  constructor(port: Port<ToEngine, FromEngine>) {
    this.#port = port;
    port.on('message', (message) => this.#receive(message));
  }

  /** Takes another state of the mesh. */
  show(source: MeshSource): void {
    const again = this.#model !== undefined;
    this.#model = new MeshModel(source);
    this.#whole.clear();
    this.#sendStatus();
    this.#start(again);
  }

  follow(following: Following): void {
    this.#following = following;
    this.#sendStatus();
  }

  #receive(message: ToEngine): void {
    if (message.type === 'look') {
      this.#looked = message.keys;
      this.#work?.pending.look(message.keys);
      return;
    }
    this.#work = undefined;
    this.#asked = message.type === 'watch' ? { id: message.id, place: message.place } : undefined;
    this.#looked = [];
    this.#start(false);
  }

  #sendStatus(): void {
    if (this.#model)
      this.#port.postMessage({ type: 'status', status: cleanDeep(statusOf(this.#model, this.#following)) });
  }

  #start(again: boolean): void {
    if (!this.#model || !this.#asked) return;
    const { id, place } = this.#asked;
    const answer = this.#whole.get(keyOf(place)) ?? answerTo(this.#model, place);
    const open = answer.kind === 'rows' ? answer.rows.filter(({ pending }) => pending).map(({ key }) => key) : [];
    const last = answer.kind === 'rows' ? answer.last : undefined;
    const more = answer.kind === 'tree' ? answer.more : undefined;
    const pending = new Pending(open);
    pending.look(this.#looked);
    const work: Work = { id, place, answer, pending, ready: [], sent: performance.now(), again, last, more };
    this.#work = work;
    this.#sendAnswer(work, answer);
    this.#sendMore(work);
    if (pending.size > 0) this.#schedule();
    else this.#sendLast(work);
  }

  #sendAnswer(work: Work, answer: Answer): void {
    this.#port.postMessage({ type: 'answer', ...progressOf(work), answer: cleanDeep(plain(answer)) });
  }

  /** What was asked meanwhile comes first. */
  #sendMore(work: Work): void {
    const { more } = work;
    if (more) setTimeout(() => this.#sendLater(work, more()), LATER_MS);
  }

  #sendLater(work: Work, later: Later): void {
    if (this.#work !== work) return;
    const { done, value } = later.next();
    if (!done) {
      setImmediate(() => this.#sendLater(work, later));
      return;
    }
    work.more = undefined;
    this.#whole.set(keyOf(work.place), value);
    this.#sendAnswer(work, value);
  }

  #sendLast(work: Work): void {
    const { last } = work;
    if (!last) return;
    setTimeout(() => {
      if (this.#work !== work) return;
      work.ready = last.rows();
      work.last = undefined;
      this.#send(work);
    }, LAST_MS);
  }

  #schedule(): void {
    if (this.#scheduled || !this.#work || this.#work.pending.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#slice();
    });
  }

  #slice(): void {
    const work = this.#work;
    if (!work || work.answer.kind !== 'rows') return;
    const end = performance.now() + SLICE_MS;
    const urgent = work.pending.urgent;
    while (performance.now() < end && (!urgent || work.pending.urgent)) {
      const key = work.pending.take();
      if (key === undefined) break;
      const row = work.answer.fill?.(key);
      if (row) work.ready.push(row);
    }
    const seen = urgent && !work.pending.urgent;
    if (seen || work.pending.size === 0 || performance.now() - work.sent > SEND_MS) this.#send(work);
    if (work.pending.size > 0) this.#schedule();
    else this.#sendLast(work);
  }

  #send(work: Work): void {
    const { ready } = work;
    work.ready = [];
    work.sent = performance.now();
    this.#port.postMessage({ type: 'patch', ...progressOf(work), rows: cleanDeep(ready) });
  }
}

function keyOf(place: Place): string {
  return JSON.stringify(place);
}

function progressOf({ id, pending, last, more, again }: Work) {
  const what = more ? 'a change that helps' : last?.what;
  return { id, pending: pending.size, again, ...(what !== undefined && { last: what }) };
}

function plain(answer: Answer): PlainAnswer {
  if (answer.kind === 'rows') return without(without(answer, 'fill'), 'last');
  return answer.kind === 'tree' ? without(answer, 'more') : answer;
}
