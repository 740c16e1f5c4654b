import { decodePaymentResponseHeader } from '@x402/core/http';
import { digestBytes } from '../../../src/values/digest.ts';
import { call, callUp } from '../calls.ts';
import type { RailBought } from '../rails.ts';
import type { Shopper } from './ways.ts';

/** One payment that a stock client made, and all that was ever answered to it. Times are of `performance.now()`. */
export interface Purchase extends Omit<RailBought, 'network'> {
  readonly network: Shopper['network'];
  readonly price: bigint;
  /** Of a payment on Base. */
  readonly nonce: string;
  readonly signedAt: number;
  endedAt?: number;
  transaction?: string;
  bodyDigest?: string;
  /** What was answered while its outcome was open. */
  readonly said: string[];
}

/** When a new buyer had its first answer, and how often it had sent by then. */
export interface Probed {
  readonly at: number;
  readonly tries: number;
}

/**
 * Buyers who buy for as long as they may, each with one payment at a time: the stock client makes it and sends it first,
 * and the same payment is sent again, to any node, while its outcome is not known.
 */
export class Crowd {
  readonly book: Purchase[] = [];
  readonly #urls: readonly string[];
  #shopping = true;
  #loops: Promise<void>[] = [];

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Adds buyers, who go to any node. */
  enter(shoppers: readonly Shopper[]): void {
    for (const shopper of shoppers) this.#loops.push(this.#shop(shopper, this.#urls));
  }

  /** A new buyer who insists on one node. Answers when it has its first answer, or undefined when time is up. */
  async probe(shopper: Shopper, url: string, until: number): Promise<Probed | undefined> {
    let tries = 0;
    const giveUp = () => {
      tries++;
      return performance.now() > until;
    };
    while (performance.now() < until) {
      tries++;
      const bought = await this.#buy(shopper, [url], giveUp);
      if (bought?.outcome === 'delivered') return { at: bought.endedAt!, tries };
    }
    return undefined;
  }

  /** Nobody buys any more; what is open is sent again until its outcome is known, or time is up. */
  async leave(patienceMs: number): Promise<void> {
    this.#shopping = false;
    await Promise.all(this.#loops);
    this.#loops = [];
    this.#shopping = true;
    const until = performance.now() + patienceMs;
    await Promise.all(
      this.book
        .filter(({ outcome }) => outcome === 'open')
        .map((bought) => this.#insist(bought, this.#urls, () => performance.now() > until)),
    );
  }

  async #shop(shopper: Shopper, urls: readonly string[]): Promise<void> {
    while (this.#shopping) {
      await this.#buy(shopper, urls, () => !this.#shopping);
      await pause();
    }
  }

  /** One purchase: the stock client's own call, and then the same payment until its end is known. */
  async #buy(
    shopper: Shopper,
    urls: readonly string[],
    giveUp: () => boolean,
  ): Promise<Purchase | undefined> {
    let bought: Purchase | undefined;
    const recording = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init);
      const payment = request.headers.get(shopper.header);
      const sent = { method: 'GET', headers: request.headers };
      if (payment === null) return call(request.url, sent);
      bought = this.#write(shopper, payment);
      const response = await call(request.url, sent);
      await hear(bought, response.clone());
      return response;
    };
    try {
      const answer = await shopper.stock(recording as typeof fetch)(pickOf(urls) + shopper.path);
      await answer.arrayBuffer();
    } catch {
      // A node that is away, or one that is lost in the middle: what was signed is open.
    }
    if (bought) await this.#insist(bought, urls, giveUp);
    else await pause();
    return bought;
  }

  #write({ way, network, path, price, header, nonceOf }: Shopper, payment: string): Purchase {
    const bought: Purchase = {
      ...{ way, network, path, price },
      headers: { [header]: payment },
      nonce: nonceOf?.(payment) ?? '',
      signedAt: performance.now(),
      outcome: 'open',
      said: [],
    };
    this.book.push(bought);
    return bought;
  }

  async #insist(bought: Purchase, urls: readonly string[], giveUp: () => boolean): Promise<void> {
    while (bought.outcome === 'open' && !giveUp()) {
      await pause();
      try {
        await hear(bought, await call(pickOf(urls) + bought.path, { headers: bought.headers }));
      } catch (error) {
        bought.said.push((error as Error).name);
      }
    }
  }
}

/** Writes down what an answer says of a payment. */
async function hear(bought: Purchase, response: Response): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status === 200) {
    const paid = response.headers.get('payment-response');
    bought.outcome = 'delivered';
    if (paid !== null) bought.transaction = decodePaymentResponseHeader(paid).transaction;
    bought.bodyDigest = digestBytes(body);
    bought.endedAt = performance.now();
    return;
  }
  const { reason, error } = JSON.parse(new TextDecoder().decode(body)) as { reason?: string; error?: string };
  const word = reason ?? error ?? String(response.status);
  bought.said.push(word);
  if (response.status !== 402 && response.status !== 409) return;
  bought.outcome = 'declined';
  bought.reason = word;
  bought.endedAt = performance.now();
}

/** Fetches a delivered answer again: what is wrong with it, in words. */
export async function fetchedAgain(bought: Purchase, url: string): Promise<string | undefined> {
  const response = await callUp(url + bought.path, { headers: bought.headers });
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200)
    return `a delivered payment of ${bought.way} is answered ${response.status} now`;
  return digestBytes(body) === bought.bodyDigest
    ? undefined
    : `a redelivery of ${bought.way} has other bytes`;
}

const pickOf = (urls: readonly string[]): string => urls[Math.floor(Math.random() * urls.length)]!;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 150));
