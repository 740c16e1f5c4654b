/** How often a second one live answer is made anew, and how often at once. */
const MADE_A_SECOND = 20;
const MADE_AT_ONCE = 40;
/** Nothing older than this stands for a live answer, however long it takes to make the next one. */
const OLDEST_MS = 1_000;

/**
 * A live answer that is the same for all who ask: made anew for each of them while they are few, and as many times a
 * second when they are many. In between the last one stands, so that a document that everybody polls costs no more than
 * one that nobody changes, and is a twentieth of a second old at the most.
 */
export class Rationed<T extends object> {
  readonly #now: () => number;
  #last: { readonly answer: T; readonly at: number } | undefined;
  #left = MADE_AT_ONCE;
  #countedAt = Number.NEGATIVE_INFINITY;

  /** `now` for waits: no time of day. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The last one, where it is not time for another. */
  standing(): T | undefined {
    const now = this.#now();
    this.#left = Math.min(MADE_AT_ONCE, this.#left + ((now - this.#countedAt) / 1_000) * MADE_A_SECOND);
    this.#countedAt = now;
    return this.#left < 1 && this.#last && now - this.#last.at < OLDEST_MS ? this.#last.answer : undefined;
  }

  async get(make: () => Promise<T>): Promise<T> {
    const ready = this.standing();
    if (ready) return ready;
    this.#left = Math.max(0, this.#left - 1);
    const at = this.#countedAt;
    const answer = await make();
    // One that took longer than its successor is not the last one.
    if (!this.#last || at >= this.#last.at) this.#last = { answer, at };
    return answer;
  }
}
