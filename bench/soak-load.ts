import { Agent, request } from 'node:http';
import { catalogue } from '../src/catalogue.ts';
import { CHECKS } from '../src/checks/stage.suite.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { get, IdleClosed, retryAfterOf, signedPayments, unanswered } from './load.ts';

/** In flight at once; beyond it the load waits, as clients do. */
export const MOST_OPEN = 256;
/** Of one request that is turned away: whoever is never taken has no answer. */
const MOST_TRIES = 10;
/** Of a hundred requests. Sales are every twentieth, so that they do not come in a row. */
const SALE_EVERY = 20;
const FREE_OF_TWENTY = 3;
/** Before the clock starts, so that the chain keeps up. */
const EARLY_SALE_EVERY = 40;

const FREE: readonly { readonly path: string; readonly body?: string }[] = [
  ...catalogue.documents.map(({ path }) => ({ path })),
  ...CHECKS.map(({ path, example }) => ({ path, body: JSON.stringify(example) })),
];

/** The requests of the soak, and what came of them. */
export class SoakLoad {
  /** Milliseconds of each answer. */
  readonly times: Readonly<Record<'challenge' | 'free' | 'sale', number[]>> = {
    challenge: [],
    free: [],
    sale: [],
  };
  /** How many there were of each; a wrong one of a free route under its path. */
  readonly answers: Record<string, number> = {};
  /** Why requests had no answer at all. */
  readonly reasons: Record<string, number> = {};
  wrong = 0;
  /** Which answers were wrong, those before the clock started, too. */
  readonly wrongAnswers: Record<string, number> = {};
  idleClosed = 0;
  /** Which answers said to come back, where nobody judges how quick answers are: the next one had to be right. */
  readonly turnedAway: Record<string, number> = {};
  sent = 0;
  inFlight = 0;
  readonly #url: string;
  readonly #origin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MOST_OPEN });
  readonly #anySpeed: boolean;

  /** `url`: the paid route. */
  constructor(url: string, anySpeed = false) {
    this.#url = url;
    this.#anySpeed = anySpeed;
    this.#origin = new URL(url).origin;
  }

  /** Sends the next request, as it comes while the clock runs, or before that. */
  send(when: 'timed' | 'early'): void {
    this.inFlight++;
    const n = this.sent++;
    void (when === 'timed' ? this.#timed(n) : this.#early(n))
      .catch((error: NodeJS.ErrnoException) => {
        const reason = error.code ?? error.message;
        this.reasons[reason] = (this.reasons[reason] ?? 0) + 1;
        this.#note('no answer', 0, 200);
      })
      .finally(() => this.inFlight--);
  }

  /** The clock starts. What was wrong until now stays wrong. */
  start(): void {
    for (const list of Object.values(this.times)) list.length = 0;
    for (const name of Object.keys(this.answers)) delete this.answers[name];
    this.sent = 0;
  }

  close(): void {
    this.#agent.destroy();
  }

  #timed(n: number): Promise<void> {
    const turn = n % SALE_EVERY;
    if (turn === 0) return this.#sale();
    return turn > FREE_OF_TWENTY ? this.#challenge() : this.#free(n - Math.floor(n / SALE_EVERY));
  }

  /** The same with more of what is seldom. */
  #early(n: number): Promise<void> {
    if (n % EARLY_SALE_EVERY === 0) return this.#sale();
    return n % 2 === 0 ? this.#challenge() : this.#free(n >> 1);
  }

  #challenge(): Promise<void> {
    return this.#ask('challenge', 'challenge', 402, () => get(this.#url, this.#agent));
  }

  async #sale(): Promise<void> {
    const [payment] = await signedPayments(this.#url, opportunityCheck.price.amount, 1);
    return this.#ask('sale', 'sale', 200, () => get(this.#url, this.#agent, payment));
  }

  #free(n: number): Promise<void> {
    const { path, body } = FREE[n % FREE.length]!;
    const url = `${this.#origin}${path}`;
    // Which one failed is worth knowing.
    return this.#ask('free', path, 200, () =>
      body === undefined ? get(url, this.#agent) : post(url, this.#agent, body),
    );
  }

  async #ask(
    kind: keyof SoakLoad['times'],
    name: string,
    wanted: number,
    call: () => Promise<Told>,
  ): Promise<void> {
    const asked = () =>
      call().catch((error: unknown) => {
        if (!(error instanceof IdleClosed)) throw error;
        this.idleClosed++;
        return call();
      });
    const from = performance.now();
    let told = await asked();
    for (let tries = 1; this.#anySpeed && tries < MOST_TRIES && isTurnedAway(told, tries); tries++) {
      const key = `${name} ${told.status}`;
      this.turnedAway[key] = (this.turnedAway[key] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, (told.retryAfter ?? 0) * 1_000));
      told = await asked();
    }
    const { status } = told;
    this.times[kind].push(performance.now() - from);
    this.#note(status === wanted ? kind : name, status, wanted);
  }

  #note(name: string, status: number, wanted: number): void {
    const key = `${name} ${status}`;
    this.answers[key] = (this.answers[key] ?? 0) + 1;
    if (status === wanted) return;
    this.wrong++;
    this.wrongAnswers[key] = (this.wrongAnswers[key] ?? 0) + 1;
  }
}

/**
 * On a busy machine these are right answers: who waited two seconds for a turn is turned away (503), and so is, once, a
 * connection whose header was not read within ten (408). Nothing was sold by then: the same payment is sent again.
 */
const isTurnedAway = ({ status, retryAfter }: Told, tries: number): boolean =>
  (status === 408 && tries === 1) || (status === 503 && retryAfter !== undefined);

interface Told {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

const post = (url: string, agent: Agent, body: string): Promise<Told> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter: retryAfterOf(answer) }));
      answer.once('error', reject);
    });
    outgoing.once('error', unanswered(outgoing, reject));
    outgoing.end(body);
  });
