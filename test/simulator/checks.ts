import type { Entry } from '../../src/accounting/states.ts';
import { digestBytes } from '../../src/values/digest.ts';
import { REDELIVERY_SECONDS } from '../../src/values/limits.ts';
import type { Buyers } from './buyers.ts';
import { type Fleet, PAY_TO, PRICE } from './fleet.ts';
import type { Answer, Call } from './network.ts';
import { isBare, type Purchase, type SignedPayment } from './purchase.ts';
import { macSigner } from './signer.ts';
import { authorizationId, type Paid, type Transaction, transfersIn } from './token-chain.ts';
import type { World } from './world.ts';

/** How far the processes' clocks are apart at the most. */
const CLOCKS_APART_MS = 2_000;

/** What must hold, whatever went wrong. Ids are those of docs/simulator.md. */
export class Checks {
  private readonly world: World;
  private readonly fleet: Fleet;
  private readonly buyers: Buyers;
  /** Subjects for which an authentic payment was ever shown: only for these may a handler run. */
  private readonly paidFor = new Set<string>();
  /** 402 answers to authentic payments: why, and whether the money had moved by then. */
  private readonly denied = new Map<string, { why: string; mined: boolean; clockStep: number }>();
  /** Requests that arrived when their payment had already moved money. */
  private readonly shownSpent = new WeakSet<Call>();
  /** Answers whose giver could have seen that. */
  private readonly tooLate = new WeakSet<Answer>();
  /** Refusals of payments that moved money, by why no answer could have been right about them. */
  readonly excused = new Map<Excuse, number>();
  /** Authorizations whose money had moved, as every node showed, before a request with them reached us. */
  private readonly spentAtFirstSight = new Map<string, boolean>();
  /** Bodies that left, by payer: `METHOD subject` → bytes. */
  private readonly bodies = new Map<string, Map<string, string>>();

  constructor(world: World, fleet: Fleet, buyers: Buyers) {
    this.world = world;
    this.fleet = fleet;
    this.buyers = buyers;
  }

  /** I7, at the moment when a handler runs. */
  handlerRan(subject: string): void {
    if (!this.paidFor.has(subject))
      this.world.violate('I7 gate', `the handler ran for ${subject} without an authentic payment`);
  }

  /** Before a request reaches a process: what the buyer is about to show. */
  shown(call: Call): void {
    const payment = authenticIn(call);
    if (!payment || call.method === 'HEAD') return;
    if (!this.spentAtFirstSight.has(payment.id))
      this.spentAtFirstSight.set(
        payment.id,
        this.world.chain.seenFrom(3, () => this.isSpent(payment)),
      );
    if (call.copied) return;
    this.paidFor.add(call.subject);
    // A node may be three blocks behind, or have stopped: what is newer could not be seen.
    const { chain, stoppedAt } = this.world;
    const unseen = Math.max(3, stoppedAt === undefined ? 0 : chain.height() - stoppedAt);
    if (chain.seenFrom(unseen, () => this.isSpent(payment))) this.shownSpent.add(call);
  }

  /** Write-ahead, at the moment when a transaction of ours reaches the mempool: the journal knew before. */
  sent(tx: Transaction): void {
    for (const transfer of transfersIn(tx.calls)) {
      const rows = this.fleet.disk.rowsOf(authorizationId(transfer.from, transfer.nonce));
      if (!rows.some(({ state }) => state !== 'claimed' && state !== 'released'))
        this.world.violate(
          'write-ahead',
          `${transfer.nonce.slice(0, 8)} was sent and its row is ${rows[0]?.state ?? 'absent'}`,
        );
    }
  }

  /** At the moment when a process answers. */
  answered(call: Call, answer: Answer): void {
    const payment = authenticIn(call);
    if (answer.status >= 500 && answer.status !== 503 && answer.why !== 'internal_error')
      this.world.violate('answers', `${answer.status} ${answer.why}`);
    if (call.method === 'HEAD') {
      if (answer.status !== 402 || answer.body !== '')
        this.world.violate('I7 gate', `HEAD answered ${answer.status}`);
      return;
    }
    if (answer.status === 200) this.delivered(call, answer, payment);
    else if (payment && !call.copied) this.refused(call, answer, payment);
  }

  private refused(call: Call, answer: Answer, payment: SignedPayment): void {
    if (this.shownSpent.has(call) || (answer.why === 'authorization_used' && this.isSpent(payment)))
      this.tooLate.add(answer);
    if (
      answer.status === 409 &&
      answer.why === 'payment_reused' &&
      payment.sentWith.size === 1 &&
      payment.purchase.identifier === undefined &&
      this.isOwed(payment) &&
      !this.isLongAgo(payment)
    )
      this.world.violate(
        'I1 one charge',
        `payment ${payment.key.slice(0, 6)} was shown with one request only and told that it belongs to another (409, sign again)`,
      );
  }

  /** A row was there when the money moved: whoever moved it, the answer is owed. */
  private isOwed({ id }: SignedPayment): boolean {
    const claimedAt = this.fleet.disk.firstClaimedAt.get(id);
    const paidAt = this.world.chain.firstPaidAt.get(id) ?? Number.POSITIVE_INFINITY;
    return claimedAt !== undefined ? claimedAt < paidAt : paidAt === Number.POSITIVE_INFINITY;
  }

  /** A refusal that is right about a payment whose money has moved: used elsewhere, or anybody's to repeat and too late. */
  isOver(payment: SignedPayment, { status, why }: Answer): boolean {
    if (why === 'redelivery_window_over') return isBare(payment.purchase);
    return status === 409 && why === 'payment_reused' && (!this.isOwed(payment) || this.isLongAgo(payment));
  }

  /** Delivered so long ago, by a clock that is right, that whoever shows it without a secret may be told no. */
  private isLongAgo({ key, purchase }: SignedPayment): boolean {
    const at = this.fleet.disk.deliveredAt.get(key);
    const owedMs = REDELIVERY_SECONDS.bare * 1_000 - CLOCKS_APART_MS;
    return isBare(purchase) && at !== undefined && this.world.loop.now - at > owedMs;
  }

  /** When a buyer has our answer. A 402 that never arrived misleads nobody: the buyer sends the same payment again. */
  arrived(call: Call, answer: Answer): void {
    const payment = authenticIn(call);
    if (!payment || call.copied || call.method === 'HEAD') return;
    if (answer.status !== 402 || answer.retry === 'same_payment') return;
    // It was delivered: nothing is denied.
    if (answer.why === 'redelivery_window_over' && isBare(payment.purchase)) return;
    const mined = this.tooLate.has(answer) || (this.denied.get(payment.key)?.mined ?? false);
    this.denied.set(payment.key, { why: answer.why ?? '', mined, clockStep: this.world.clockSteps });
  }

  private delivered(call: Call, answer: Answer, payment: SignedPayment | undefined): void {
    const { world } = this;
    const row = payment && this.rowFor(payment, answer);
    if (!payment || !row) {
      world.violate('I2 no free body', `200 for ${call.subject} without an authentic, settled payment`);
      return;
    }
    if (this.spentAtFirstSight.get(payment.id) && row.key === payment.key)
      world.violate('one sale', `${payment.key.slice(0, 6)} had been used before we saw it, and was sold`);
    if (call.copied) {
      // Within its short time, whoever repeats a payment without a secret looks like its buyer.
      if (!isBare(payment.purchase))
        world.violate(
          'its buyer',
          `${call.subject} was delivered to whoever copied ${payment.key.slice(0, 6)}`,
        );
      return;
    }
    if (!world.chain.everPaid.has(this.fleet.disk.authorizationOf.get(row.key)!))
      world.violate('I2 no free body', `200 for ${payment.key.slice(0, 6)} and the chain moved nothing`);
    const request = `${call.method} ${call.subject}`;
    const bodies = this.bodies.get(payment.purchase.payer) ?? new Map<string, string>();
    this.bodies.set(payment.purchase.payer, bodies);
    const first = bodies.get(`${row.key} ${request}`);
    if (first !== undefined && first !== answer.body)
      world.violate('I3 always deliverable', `${row.key.slice(0, 6)} was delivered again with other bytes`);
    bodies.set(`${row.key} ${request}`, answer.body);
    void macSigner
      .verify(answer.header('x-svc-delivery-receipt') ?? '')
      .then((receipt) => this.receipt(receipt, row, answer));
  }

  private receipt(receipt: object | undefined, row: Entry, answer: Answer): void {
    const said = receipt as Record<string, unknown> | undefined;
    const expected: Record<string, unknown> = {
      paymentKey: row.key,
      transaction: row.transaction,
      bodyDigest: digestBytes(answer.body),
      amount: PRICE.amount,
      payTo: row.payTo,
      requestFingerprint: row.fingerprint,
    };
    for (const [name, value] of Object.entries(expected))
      if (said?.[name] !== value)
        this.world.violate('receipt', `${row.key.slice(0, 6)}: ${name} is ${String(said?.[name])}`);
  }

  private isSpent({ transfer }: SignedPayment): boolean {
    return this.world.chain.isSpent(transfer.from, transfer.nonce);
  }

  /** The row that a 200 stands on: the payment's own, or that of the first payment under its identifier. */
  private rowFor(payment: SignedPayment, answer: Answer): Entry | undefined {
    const isSettled = (row: Entry) =>
      (row.state === 'settled' || row.state === 'delivered') && row.transaction !== null;
    const own = this.fleet.disk.rowsOf(payment.id).find(isSettled);
    if (own) return own;
    if (payment.purchase.identifier === undefined) return undefined;
    const settlement = JSON.parse(atob(answer.header('PAYMENT-RESPONSE') ?? 'e30=')) as {
      transaction?: string;
    };
    return payment.purchase.payments
      .flatMap(({ id }) => this.fleet.disk.rowsOf(id))
      .find((row) => isSettled(row) && row.transaction === settlement.transaction);
  }

  /** Money that came to us, and the payment that it came from. */
  received(): { paid: Paid; payment: SignedPayment | undefined }[] {
    const byId = new Map([...this.buyers.payments.values()].map((payment) => [payment.id, payment]));
    return this.world.chain
      .paid()
      .filter(({ to }) => to === PAY_TO)
      .map((paid) => ({ paid, payment: byId.get(authorizationId(paid.from, paid.nonce)) }));
  }

  /** After the faults ceased and everything came to rest. */
  atRest(revealedByPayer: ReadonlySet<string>): void {
    const received = this.received();
    this.books(received);
    this.denials(received, revealedByPayer);
    this.charges(received, revealedByPayer);
    this.bodiesPaidFor(received);
    this.privacy();
  }

  private books(received: readonly { paid: Paid; payment: SignedPayment | undefined }[]): void {
    const { world, fleet } = this;
    const paidBy = new Map(received.map(({ paid }) => [authorizationId(paid.from, paid.nonce), paid]));
    const owedFor = new Set<string>();
    for (const row of fleet.disk.rows.values()) {
      const owed = row.state === 'settled' || row.state === 'delivered';
      const id = fleet.disk.authorizationOf.get(row.key)!;
      const paid = paidBy.get(id);
      if (owed && owedFor.has(id))
        world.violate('I4 books', `two rows count one transfer (${row.key.slice(0, 6)})`);
      if (owed) owedFor.add(id);
      if (owed && !paid)
        world.violate(
          'I4 books',
          `row ${row.key.slice(0, 6)} is ${row.state} and the chain shows no transfer`,
        );
      if (owed && paid && paid.transaction !== row.transaction)
        world.violate(
          'I4 books',
          `row ${row.key.slice(0, 6)} names ${row.transaction?.slice(0, 10)}, the chain ${paid.transaction.slice(0, 10)}`,
        );
      if (!owed && paid)
        world.violate(
          'I4 books',
          `row ${row.key.slice(0, 6)} is ${row.state} (${row.reason}) and the chain shows its transfer`,
        );
    }
  }

  /** A 402 says that no money moved, and that none will. */
  private denials(
    received: readonly { paid: Paid; payment: SignedPayment | undefined }[],
    revealedByPayer: ReadonlySet<string>,
  ): void {
    for (const { paid, payment } of received) {
      const denied = payment && this.denied.get(payment.key);
      if (!denied) continue;
      const excuse = this.excuseFor(payment, revealedByPayer);
      if (excuse) {
        this.excused.set(excuse, (this.excused.get(excuse) ?? 0) + 1);
        continue;
      }
      this.world.violate(
        'I1 one charge',
        `payment ${payment.key.slice(0, 6)} was answered 402 ${denied.why} and moved money (sent by ${paid.sender.slice(0, 8)})`,
      );
    }
  }

  /**
   * What no answer could have been right about. The payer had it broadcast elsewhere, and we said no when it was not
   * yet mined. Or a twin of the payment was in flight, we said "too late" by a clock that then stepped back, and the
   * twin was in time.
   */
  private excuseFor(payment: SignedPayment, revealedByPayer: ReadonlySet<string>): Excuse | undefined {
    const denied = this.denied.get(payment.key);
    if (!denied || denied.mined) return undefined;
    if (revealedByPayer.has(payment.id)) return 'broadcast elsewhere';
    const stepped = (this.fleet.disk.claimedAtStep.get(payment.id) ?? 0) > denied.clockStep;
    return stepped && BY_THE_CLOCK.has(denied.why) ? 'clock stepped back' : undefined;
  }

  private charges(
    received: readonly { paid: Paid; payment: SignedPayment | undefined }[],
    revealedByPayer: ReadonlySet<string>,
  ): void {
    const count = (purchase: Purchase) =>
      received.filter(
        ({ payment }) => payment?.purchase === purchase && !this.excuseFor(payment, revealedByPayer),
      ).length;
    for (const purchase of this.buyers.purchases) {
      const charged = count(purchase);
      const { habit, subject, answer } = purchase;
      if ((habit === 'careful' || habit === 'stock_identified') && charged > 1)
        this.world.violate('I1 one charge', `${subject} (${habit}) was charged ${charged} times`);
      const { gaveUp, payments } = purchase;
      const last = payments.at(-1);
      // Shown with two requests it belongs to one of them, and the other is rightly told so.
      if (gaveUp && last?.sentWith.size === 1 && this.isOwed(last))
        this.world.violate('I1 one charge', `${subject} was told that its payment was used elsewhere`);
      if (habit === 'careful' && !answer && !gaveUp)
        this.world.violate(
          'liveness',
          `${subject} followed our answers and has nothing (charged ${charged} times)`,
        );
      if (answer && !received.some(({ payment }) => payment?.purchase === purchase))
        this.world.violate('I2 no free body', `${subject} has its answer and was not charged`);
    }
  }

  /** No payer has more answers than payments. */
  private bodiesPaidFor(received: readonly { paid: Paid }[]): void {
    for (const [payer, bodies] of this.bodies) {
      const requests = new Set([...bodies.keys()].map((key) => key.slice(key.indexOf(' ') + 1)));
      const transfers = received.filter(({ paid }) => paid.from === payer).length;
      if (requests.size > transfers)
        this.world.violate(
          'I2 no free body',
          `${payer.slice(0, 8)} has ${requests.size} answers for ${transfers} payment(s)`,
        );
    }
  }

  private privacy(): void {
    for (const row of this.fleet.disk.rows.values()) {
      if (row.state === 'claimed' || row.state === 'settling') continue;
      const text = JSON.stringify(row);
      const id = this.fleet.disk.authorizationOf.get(row.key);
      const payment = [...this.buyers.payments.values()].find((each) => each.id === id);
      const kept = row.authorization !== null || row.rawTransaction !== null;
      if (
        kept ||
        (payment &&
          (text.includes(payment.transfer.from.slice(2)) ||
            text.includes(payment.transfer.signature) ||
            text.includes(`"${payment.purchase.subject}"`)))
      )
        this.world.violate(
          'I6 privacy',
          `final row ${row.key.slice(0, 6)} (${row.state}) still holds what it should forget`,
        );
    }
  }
}

export type Excuse = 'broadcast elsewhere' | 'clock stepped back';

/** Refusals that depend on what time it is. */
const BY_THE_CLOCK = new Set([
  'authorization_expired',
  'authorization_not_yet_valid',
  'authorization_window_too_long',
  'offer_expired',
]);

/** The payment in a request, if the payer signed it. */
const authenticIn = ({ payment }: Call): SignedPayment | undefined =>
  payment?.authentic ? payment : undefined;
