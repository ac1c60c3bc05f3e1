/** Keys that are still to be computed: those that are looked at first, then the rest in order. */
export class Pending {
  readonly #rest: Set<string>;
  #first: string[] = [];

  constructor(keys: Iterable<string>) {
    this.#rest = new Set(keys);
  }

  get size(): number {
    return this.#rest.size;
  }

  look(keys: readonly string[]): void {
    this.#first = [...keys].reverse();
  }

  /** Whether something on the screen is still to be computed. */
  get urgent(): boolean {
    return this.#first.some((key) => this.#rest.has(key));
  }

  take(): string | undefined {
    for (let key = this.#first.pop(); key !== undefined; key = this.#first.pop()) {
      if (this.#rest.delete(key)) return key;
    }
    const [key] = this.#rest;
    if (key !== undefined) this.#rest.delete(key);
    return key;
  }
}
