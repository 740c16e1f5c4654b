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

export class Buyers {
  readonly purchases: Purchase[] = [];
  readonly payments = new Map<string, SignedPayment>();
  private readonly world: World;
  private readonly network: Network;
  private readonly challenges = new Map<string, Challenge>();
  /** An edge that took a buyer's payment itself. */
  broadcastByEdge: (payment: SignedPayment) => void = () => {};
  /** Authorizations that their payers gave to others than us. */
  readonly revealed = new Set<string>();

  constructor(world: World, network: Network) {
    this.world = world;
    this.network = network;
  }

  start(habit: Habit, afterMs: number, payer = this.newPayer()): Purchase {
    const { random, loop } = this.world;
    const purchase: Purchase = {
      habit,
      method: random.pick(['GET', 'POST'] as const),
      subject: `s${this.purchases.length}${habit[0]}`,
      payer,
      identifier:
        habit === 'stock_identified' || (habit === 'careful' && random.chance(0.3))
          ? `pay_${random.hex(16)}`
          : undefined,
      payments: [],
      answer: undefined,
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
    return this.careful(purchase);
  }

  /** Follows every answer that we give. */
  private async careful(purchase: Purchase): Promise<void> {
    const { loop, random } = this.world;
    for (let approvals = 0; approvals < CAREFUL_APPROVALS; approvals++) {
      const payment = this.sign(purchase, await this.challengeOf(purchase));
      for (let sends = 0; ; sends++) {
        if (sends === 0 && this.world.faults.strikes('edge.settled_origin_unreachable'))
          this.broadcastByEdge(payment);
        else {
          const answer = await this.present(payment, random.chance(0.1) ? 4_000 : ANSWER_TIMEOUT_MS);
          if (isServed(purchase, answer)) return;
          if (answer !== LOST && saysSignAnew(answer)) break;
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
    world.chain.submit(
      {
        hash: `0xba7c${world.random.hex(30)}`,
        sender: 'batcher',
        nonce: undefined,
        calls: calls.map((transfer) => ({ kind: 'authorized', transfer })),
        priority: 5,
      },
      0,
    );
    this.revealed.add(paying.id).add(shown.id);
    await world.loop.sleep(5_000);
    await this.present(paying, ANSWER_TIMEOUT_MS);
    await this.present(shown, ANSWER_TIMEOUT_MS, {
      method: purchase.method,
      subject: `${purchase.subject}x`,
    });
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
      if (header !== undefined) return this.decoded(header);
      await this.world.loop.sleep(1_000);
    }
  }

  private decoded(header: string): Challenge {
    const known = this.challenges.get(header);
    if (known) return known;
    const challenge = JSON.parse(atob(header)) as Challenge;
    this.challenges.set(header, challenge);
    return challenge;
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
    // Clients echo the extensions that they know; the schemas beside them are dead weight to us.
    const extensions = {
      'offer-receipt': { info: (challenge.extensions['offer-receipt'] as { info: unknown }).info },
      ...(purchase.identifier !== undefined && {
        'payment-identifier': { info: { required: false, id: purchase.identifier } },
      }),
    };
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
        extensions,
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

const withoutSignature = ({ signature: _dropped, ...fields }: SignedTransfer) => fields;

function isServed(purchase: Purchase, answer: Answer | typeof LOST): boolean {
  if (answer === LOST || answer.status !== 200) return false;
  purchase.answer = answer;
  return true;
}

/** What our answers tell a buyer to do: a new approval after a 402, and where the problem says so. */
const saysSignAnew = ({ status, retry }: Answer): boolean =>
  status === 402 ? retry !== 'same_payment' : retry === 'new_approval';
