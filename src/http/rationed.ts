/** How often a second one live answer is made anew, and how often at once. */
const MADE_A_SECOND = 20;
const MADE_AT_ONCE = 40;
/** How long an answer stands once it is made, however long it takes to make the next one. */
const STANDS_MS = 1_000;

/**
 * A live answer that is the same for all who ask: made anew for each of them while they are few, and as many times a
 * second when they are many. In between the last one stands, and where none does, whoever asks joins the making that
 * began last, also when it fails. So a document that everybody polls costs no more than one that nobody changes. What it
 * tells is at most a twentieth of a second older than its making takes, or a second where the next ones take longer.
 */
export class Rationed<T extends object> {
  readonly #now: () => number;
  #last: { readonly answer: T; readonly begunAt: number; readonly madeAt: number } | undefined;
  /** The making that began last. While none may begin, that was a twentieth of a second ago at the most. */
  #making: Promise<T> | undefined;
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
    return this.#left < 1 && this.#last && now - this.#last.madeAt < STANDS_MS
      ? this.#last.answer
      : undefined;
  }

  async get(make: () => Promise<T>): Promise<T> {
    const ready = this.standing();
    if (ready) return ready;
    if (this.#left < 1 && this.#making) return this.#making;
    this.#left = Math.max(0, this.#left - 1);
    this.#making = this.#made(make, this.#countedAt);
    return this.#making;
  }

  async #made(make: () => Promise<T>, begunAt: number): Promise<T> {
    const answer = await make();
    // One that took longer than its successor is not the last one.
    if (!this.#last || begunAt >= this.#last.begunAt) this.#last = { answer, begunAt, madeAt: this.#now() };
    return answer;
  }
}
