import { paymentKey } from '../../src/values/payment.ts';
import { PRICE } from './fleet.ts';
import { type Answer, type Call, LOST, type Network } from './network.ts';
import { type Challenge, encode, type Habit, type Purchase, type SignedPayment, spell } from './purchase.ts';
import { authorizationId, type SignedTransfer } from './token-chain.ts';
import type { World } from './world.ts';

/** Buyers as state machines: some follow our answers to the letter, some behave as stock clients do, some cheat. */

const ANSWER_TIMEOUT_MS = 30_000;
/** What a stock client's outer loop gives up after. */
const STOCK_TRIES = 4;
/** More than enough to outlast the faults. */
const CAREFUL_APPROVALS = 60;
const BATCHER = `0x${'ba'.repeat(20)}`;

export class Buyers {
  readonly purchases: Purchase[] = [];
  readonly payments = new Map<string, SignedPayment>();
  private readonly world: World;
  private readonly network: Network;
  /** Whoever gets hold of a buyer's payment and broadcasts it. */
  broadcastByEdge: (payment: SignedPayment) => void = () => {};
  /** Authorizations that their payers gave to others than us. */
  readonly revealed = new Set<string>();

  constructor(world: World, network: Network) {
    this.world = world;
    this.network = network;
  }

  start(habit: Habit, afterMs: number, payer = this.newPayer()): Purchase {
    const { random, loop } = this.world;
    const identifier =
      habit === 'stock_identified' || (habit === 'careful' && random.chance(0.3))
        ? `pay_${random.hex(16)}`
        : undefined;
    const purchase: Purchase = {
      habit,
      method: random.pick(['GET', 'POST'] as const),
      subject: `s${this.purchases.length}${habit[0]}`,
      payer,
      identifier,
      echoes: (habit !== 'stock' && identifier === undefined) || random.chance(0.5),
      payments: [],
      answer: undefined,
      gaveUp: false,
      done: false,
    };
    this.purchases.push(purchase);
    loop.after(afterMs, () => void this.live(purchase).then(() => (purchase.done = true)));
    return purchase;
  }

  newPayer(): string {
    const { random, wallets, chain } = this.world;
    const payer = `0x${random.hex(20)}`;
    wallets.create(payer, random.hex(8));
    chain.mint(payer, 10 * Number(PRICE.amount));
    return payer;
  }

  private live(purchase: Purchase): Promise<void> {
    const { habit } = purchase;
    if (habit === 'stock' || habit === 'stock_identified') return this.stock(purchase);
    if (habit === 'forger') return this.forge(purchase);
    if (habit === 'batcher') return this.batch(purchase);
    if (habit === 'prober') return this.probe(purchase);
    if (habit === 'copier') return this.copy(purchase);
    return this.careful(purchase);
  }

  /** Follows every answer that we give. */
  private async careful(purchase: Purchase): Promise<void> {
    const { loop, random } = this.world;
    for (let approvals = 0; approvals < CAREFUL_APPROVALS; approvals++) {
      const payment = this.sign(purchase, await this.challengeOf(purchase));
      for (let sends = 0; ; sends++) {
        const edge = sends === 0 && this.world.faults.strikes('edge.settled_origin_unreachable');
        // One in two asks us first, as ours does, and then hears nothing more; the other never says a word.
        if (edge && random.chance(0.5)) this.broadcastByEdge(payment);
        else {
          const patience = edge ? random.between(20, 400) : random.chance(0.1) ? 4_000 : ANSWER_TIMEOUT_MS;
          const answer = await this.present(payment, patience);
          if (isServed(purchase, answer)) return;
          if (answer !== LOST && saysSignAnew(answer)) break;
          purchase.gaveUp = answer !== LOST && answer.status === 409 && answer.retry === 'never';
          if (purchase.gaveUp) return;
          if (edge) this.broadcastByEdge(payment);
        }
        if (purchase.habit === 'reuser' && random.chance(0.5)) await this.reuse(payment);
        await loop.sleep(random.between(500, sends < 3 ? 4_000 : 30_000));
      }
      await loop.sleep(random.between(1_000, 20_000));
    }
  }

  /** The stock client signs a new authorization for every challenge that it sees. */
  private async stock(purchase: Purchase): Promise<void> {
    const { loop, random } = this.world;
    for (let tries = 0; tries < STOCK_TRIES; tries++) {
      const payment = this.sign(purchase, await this.challengeOf(purchase));
      const answer = await this.present(payment, ANSWER_TIMEOUT_MS);
      if (isServed(purchase, answer)) return;
      await loop.sleep(random.between(100, 3_000));
    }
  }

  /** One payment, another request. */
  private async reuse(payment: SignedPayment): Promise<void> {
    const { purchase } = payment;
    const other = this.world.random.chance(0.5);
    const method = other ? purchase.method : purchase.method === 'GET' ? 'POST' : 'GET';
    await this.present(payment, ANSWER_TIMEOUT_MS, {
      method,
      subject: other ? `${purchase.subject}x` : purchase.subject,
    });
  }

  /** Somebody else's payment with a signature that is not theirs. */
  private async forge(purchase: Purchase): Promise<void> {
    const { loop, random, wallets } = this.world;
    await loop.sleep(random.between(0, 20_000));
    const victims = [...this.payments.values()].filter(
      (payment) => payment.authentic && payment.purchase !== purchase,
    );
    const victim = victims.length > 0 ? random.pick(victims) : undefined;
    const challenge = await this.challengeOf(purchase);
    const honest = victim ?? this.sign(purchase, challenge);
    const transfer = { ...honest.transfer, signature: `0x${random.hex(wallets.contracts ? 67 : 65)}` };
    const forged = this.keep(purchase, transfer, challenge, false);
    const { method, subject } = victim && random.chance(0.7) ? victim.purchase : purchase;
    await this.present(forged, ANSWER_TIMEOUT_MS, { method, subject });
  }

  /**
   * Reads what was mined: payer, nonce and signature are public. Asks for what they bought, or for something of its own,
   * with a challenge of its own and without one.
   */
  private async copy(purchase: Purchase): Promise<void> {
    const { loop, random, chain } = this.world;
    for (let turn = random.between(2, 5); turn > 0; turn--) {
      await loop.sleep(random.between(2_000, 30_000));
      const mined = [...this.payments.values()].filter(({ transfer: { from, nonce } }) =>
        chain.seenFrom(3, () => chain.isSpent(from, nonce)),
      );
      if (mined.length === 0) continue;
      const victim = random.pick(mined);
      const challenge = await this.challengeOf(purchase);
      const extensions = random.chance(0.3) ? {} : echoOf(challenge, purchase);
      const { method, subject } = random.chance(0.7) ? victim.purchase : purchase;
      const credential = encode({ ...victim.envelope, extensions });
      await this.network.call(
        { method, subject, credential, payment: victim, copied: true },
        ANSWER_TIMEOUT_MS,
      );
    }
  }

  /**
   * Signs one nonce for us and the same nonce for itself; mines the latter in one transaction with another payment to
   * us; then shows us both. Only one of them paid.
   */
  private async batch(purchase: Purchase): Promise<void> {
    const { world } = this;
    const challenge = await this.challengeOf(purchase);
    const paying = this.sign(purchase, challenge);
    const shown = this.sign(purchase, challenge);
    const toItself = world.wallets.sign(challenge.accepts[0]!, {
      ...withoutSignature(shown.transfer),
      to: purchase.payer,
    });
    const calls = world.random.chance(0.5) ? [toItself, paying.transfer] : [paying.transfer, toItself];
    const other = { method: purchase.method, subject: `${purchase.subject}x` };
    // Before the transaction, so that we know of them when it is mined; or after it.
    const early = world.random.chance(0.7)
      ? Promise.all([this.present(paying, ANSWER_TIMEOUT_MS), this.present(shown, ANSWER_TIMEOUT_MS, other)])
      : undefined;
    if (early) await world.loop.sleep(world.random.between(50, 1_500));
    world.chain.submit(
      {
        hash: `0xba7c${world.random.hex(30)}`,
        sender: BATCHER,
        nonce: undefined,
        calls: calls.map((transfer) => ({ kind: 'authorized', transfer })),
        priority: 5,
      },
      0,
    );
    this.revealed.add(paying.id).add(shown.id);
    if (early) return void (await early);
    await world.loop.sleep(5_000);
    await this.present(paying, ANSWER_TIMEOUT_MS);
    await this.present(shown, ANSWER_TIMEOUT_MS, other);
  }

  private async probe(purchase: Purchase): Promise<void> {
    const { subject } = purchase;
    await this.network.call({ method: 'HEAD', subject }, ANSWER_TIMEOUT_MS);
    const payment = this.sign(purchase, await this.challengeOf(purchase));
    await this.network.call(
      { method: 'HEAD', subject, credential: encode(payment.envelope), payment },
      ANSWER_TIMEOUT_MS,
    );
  }

  /** Sends a payment, in one of the spellings that mean the same. */
  present(
    payment: SignedPayment,
    timeoutMs: number,
    call: Pick<Call, 'method' | 'subject'> = payment.purchase,
  ): Promise<Answer | typeof LOST> {
    const { method, subject } = call;
    payment.sentWith.add(`${method} ${subject}`);
    return this.network.call(
      { method, subject, credential: spell(payment.envelope, this.world.random), payment },
      timeoutMs,
    );
  }

  private async challengeOf({ method, subject }: Purchase): Promise<Challenge> {
    for (;;) {
      const answer = await this.network.call({ method, subject }, 5_000);
      const header = answer === LOST || answer.status !== 402 ? undefined : answer.header('PAYMENT-REQUIRED');
      if (header !== undefined) return JSON.parse(atob(header)) as Challenge;
      await this.world.loop.sleep(1_000);
    }
  }

  /** A new authorization, as a stock client makes it: valid since ten minutes ago, for as long as we allow. */
  private sign(purchase: Purchase, challenge: Challenge): SignedPayment {
    const { random, loop, wallets, faults } = this.world;
    const offer = challenge.accepts[0]!;
    const now = Math.floor(loop.now / 1_000);
    const validBefore =
      now + (faults.strikes('authorization.short') ? random.between(20, 26) : offer.maxTimeoutSeconds);
    const fields = {
      from: purchase.payer,
      to: offer.payTo.toLowerCase(),
      value: Number(offer.amount),
      validAfter: now - 600,
      validBefore,
      nonce: `0x${random.hex(32)}`,
    };
    return this.keep(purchase, wallets.sign(offer, fields), challenge, true);
  }

  private keep(
    purchase: Purchase,
    transfer: SignedTransfer,
    challenge: Challenge,
    authentic: boolean,
  ): SignedPayment {
    const offer = challenge.accepts[0]!;
    const { from, to, value, validAfter, validBefore, nonce, signature } = transfer;
    const payment: SignedPayment = {
      key: paymentKey(offer.network, offer.asset, from, nonce),
      id: authorizationId(from, nonce),
      transfer,
      purchase,
      envelope: {
        x402Version: 2,
        payload: {
          signature,
          authorization: {
            from,
            to,
            value: String(value),
            validAfter: String(validAfter),
            validBefore: String(validBefore),
            nonce,
          },
        },
        accepted: offer,
        resource: challenge.resource,
        extensions: echoOf(challenge, purchase),
      },
      sentWith: new Set(),
      authentic,
    };
    if (authentic) {
      purchase.payments.push(payment);
      this.payments.set(payment.key, payment);
      this.world.note(() => `${purchase.subject} (${purchase.habit}) signs ${payment.key.slice(0, 6)}`);
    }
    return payment;
  }
}

/** What a client sends back of a challenge. The schemas beside are dead weight to us. */
function echoOf({ extensions }: Challenge, { echoes, identifier }: Purchase): Record<string, unknown> {
  const infoOf = (name: string) => ({ info: (extensions[name] as { info: unknown }).info });
  return {
    ...(echoes && { 'offer-receipt': infoOf('offer-receipt'), 'svc-terms': infoOf('svc-terms') }),
    ...(identifier !== undefined && { 'payment-identifier': { info: { required: false, id: identifier } } }),
  };
}

const withoutSignature = ({ signature: _dropped, ...fields }: SignedTransfer) => fields;

function isServed(purchase: Purchase, answer: Answer | typeof LOST): boolean {
  if (answer === LOST || answer.status !== 200) return false;
  purchase.answer = answer;
  return true;
}

/** What our answers tell a buyer to do: a new approval after a 402, and where the problem says so. */
const saysSignAnew = ({ status, retry }: Answer): boolean =>
  status === 402 ? retry !== 'same_payment' : retry === 'new_approval';
