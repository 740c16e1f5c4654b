import { decodeTransaction } from '../../gate/rails/solana-message.ts';
import { fromBase64 } from '../../gate/rails/x402-svm.ts';
import { type Clock, type Settled, type Settler, type Verified, waitsBy } from '../../ports.ts';
import { base58 } from '../../values/base58.ts';
import { codeOf, Failure } from '../../values/failure.ts';
import { Latest } from '../../values/latest.ts';
import type { Payment as AnyPayment, Offer, SolanaTransaction } from '../../values/payment.ts';
import { type DeclineReason, declined } from '../../values/problem.ts';
import { openInFlight } from '../evm/in-flight.ts';
import { recorded } from '../evm/lane.ts';
import { openPace } from '../evm/receipts.ts';
import type { TransactionError } from './answers.ts';
import type { SolanaChain } from './chain.ts';
import { isSignedBy, type SolanaKey } from './key.ts';

type Payment = AnyPayment<SolanaTransaction>;

/**
 * Settles `exact` on Solana with our own fee-payer key. Without that key's signature nobody can send the buyer's
 * transaction, and with it anybody can: so it is made only to be recorded and sent, and no simulation ever sees it.
 * Ed25519 is deterministic, so the id of the transaction, its first signature, is known before it is sent.
 */
export interface SolanaSettlerOptions {
  readonly chain: Pick<SolanaChain, 'simulate' | 'send' | 'status' | 'fate' | 'tokens'>;
  /** Pays fees. Never the recipient, never a buyer. */
  readonly feePayer: SolanaKey;
  readonly clock: Clock;
  /** How often a status is asked for, and for how long. */
  readonly pollMs: number;
  readonly statusTimeoutMs?: number;
  /** Told what a node or a send failed with: operators need it, callers never see it. */
  readonly report?: (where: string, error: unknown) => void;
}

/** A transaction may be lost on its way to a leader: it is sent again, which can do no harm, until it has a status. */
const RESEND_MS = 2_000;
/** How long one look at an earlier payment waits for its status. The next look is a timer's or the buyer's. */
const RESOLVE_WAIT_MS = 1_000;
/** What a node took a moment ago is only asked about: by a look that sends nothing, and waits for nothing. */
const LOOK_ONLY_MS = 6_000;
/** Many more payments than can be under way. */
const MAX_REMEMBERED = 8_192;
/** No block can hold a transaction for longer: its block hash is over. An estimate, on the long side. */
const HOLD_MS = 120_000;

export function solanaSettler({
  chain,
  feePayer,
  clock,
  pollMs,
  statusTimeoutMs = 20_000,
  report = () => {},
}: SolanaSettlerOptions): Settler<SolanaTransaction> {
  // A simulation shows what was paid and not what is about to be, and what fails costs our fee payer as much as a sale.
  const waits = waitsBy(clock);
  const inFlight = openInFlight(waits);
  const pace = openPace(waits, pollMs);
  /** When bytes of a row that was taken up again were sent last, by transaction. */
  const resentAt = new Latest<number>(MAX_REMEMBERED);

  return {
    authenticate: async (payment) => authenticate(payment),
    async verify(payment) {
      try {
        return await verify(payment);
      } catch (error) {
        // An outage must never read as a refusal: whatever throws here could not be asked.
        report('verify', error);
        return { kind: 'unreachable' };
      }
    },
    async settle({ offer, proof }, record) {
      const signed = signedBy(feePayer, proof);
      return whileHeld(offer, signed, HOLD_MS, async () => {
        const rawTransaction = Buffer.from(signed.bytes).toString('hex');
        if (!(await recorded(record, { rawTransaction, transaction: signed.id })))
          return { kind: 'not_sent' };
        return (await sendUntilKnown(signed, statusTimeoutMs)) ?? { kind: 'unknown' };
      });
    },
    async resolve({ offer, rawTransaction, since }) {
      // Nobody but us could have sent it, and we record what we send.
      if (rawTransaction === null) return { kind: 'not_sent' };
      try {
        const signed = readSigned(Buffer.from(rawTransaction, 'hex'));
        const left = Math.max(0, since + HOLD_MS - clock.now());
        return await whileHeld(offer, signed, left, () => resolve(signed, since));
      } catch (error) {
        report('resolve', error);
        return { kind: 'unknown' };
      }
    },
  };

  /** It counts against its payer's balance until its end is known, or `forMs` are over: then no block can hold it any more. */
  async function whileHeld(
    { amount }: Pick<Offer, 'amount'>,
    { id, payer }: Signed,
    forMs: number,
    work: () => Promise<Settled>,
  ): Promise<Settled> {
    inFlight.hold(id, payer, BigInt(amount), forMs);
    const outcome = await work();
    // In a block, and without effect: at our cost.
    if (outcome.kind === 'failed' && outcome.reason === 'settlement_refused') inFlight.distrust(payer);
    if (outcome.kind !== 'unknown') inFlight.end(id, payer, outcome.kind === 'settled' ? 'paid' : 'unpaid');
    return outcome;
  }

  async function resolve(signed: Signed, since: number): Promise<Settled> {
    const { id, blockhash } = signed;
    if (waits.now() - (resentAt.get(id) ?? Number.NEGATIVE_INFINITY) < LOOK_ONLY_MS)
      return settledBy(await chain.status(id), id) ?? { kind: 'unknown' };
    const fate = await chain.fate(id, blockhash, since);
    if (fate === 'dead') return { kind: 'failed', reason: 'authorization_expired' };
    const known = settledBy(fate, id);
    if (known) return known;
    // Nobody hurries any more: at the slow pace.
    const outcome = await sendUntilKnown(signed, RESOLVE_WAIT_MS, Number.NEGATIVE_INFINITY, () =>
      resentAt.set(id, waits.now()),
    );
    return outcome ?? { kind: 'unknown' };
  }

  async function verify(payment: Payment): Promise<Verified> {
    const authentic = authenticate(payment);
    if (authentic.kind !== 'valid') return authentic;
    const { id, payer } = signedBy(feePayer, payment.proof);
    const place = await inFlight.enter(id, payer, BigInt(payment.offer.amount));
    if (!place) return { kind: 'held' };
    let isGood = false;
    try {
      const looked = await look(payment, id, place.ahead);
      isGood = looked.kind === 'valid';
      return looked;
    } finally {
      if (!isGood) place.leave();
    }
  }

  /** `ahead`: what other payments of its payer are about to take from the balance. */
  async function look({ offer, proof, payer }: Payment, id: string, ahead: () => bigint): Promise<Verified> {
    const [status, error] = await Promise.all([
      chain.status(id),
      // As the buyer sent it: a node that saw our signature could send it, before the journal knows of it.
      chain.simulate(fromBase64(proof.transaction)!),
    ]);
    if (status === 'succeeded') return { kind: 'paid', transaction: id, ours: true };
    if (status === 'failed') return declined('settlement_refused');
    if (status === 'seen') return { kind: 'unreachable' };
    if (error !== undefined) return declined(reasonOf(error));
    if (ahead() === 0n) return { kind: 'valid' };
    const balance = await chain.tokens(payer, offer.asset);
    return balance < BigInt(offer.amount) + ahead() ? { kind: 'held' } : { kind: 'valid' };
  }

  /** Undefined: no status within `forMs`. `began`: when the wait for it did, as the pace goes by that. `taken`: told when a node has it. */
  async function sendUntilKnown(
    signed: Signed,
    forMs: number,
    began = waits.now(),
    taken: () => void = () => {},
  ): Promise<Settled | undefined> {
    const { now } = waits;
    const until = now() + forMs;
    for (let sendAt = until - forMs; ; await pace(began)) {
      try {
        if (now() >= sendAt) {
          sendAt = now() + RESEND_MS;
          await chain.send(signed.bytes);
          taken();
          await pace(began);
        }
        const known = settledBy(await chain.status(signed.id), signed.id);
        if (known) return known;
      } catch (error) {
        report('send', error);
      }
      if (now() >= until) return undefined;
    }
  }
}

function authenticate({ payer, proof }: Payment): Extract<Verified, { kind: 'valid' | 'declined' }> {
  const { message, signatures } = decoded(fromBase64(proof.transaction)!);
  return isSignedBy(payer, message, signatures[1]!) ? { kind: 'valid' } : declined('invalid_signature');
}

interface Signed {
  readonly bytes: Uint8Array;
  /** The transaction's id: the fee payer's signature. */
  readonly id: string;
  readonly blockhash: string;
  readonly payer: string;
}

/** The buyer's transaction with our signature in the first slot, whatever was there. */
function signedBy(feePayer: SolanaKey, { transaction }: SolanaTransaction): Signed {
  const bytes = fromBase64(transaction)!;
  const { message, signatures } = decoded(bytes);
  signatures[0]!.set(feePayer.sign(message));
  return readSigned(bytes);
}

function readSigned(bytes: Uint8Array): Signed {
  const { signatures, blockhash, accounts } = decoded(bytes);
  return { bytes, id: base58(signatures[0]!), blockhash, payer: accounts[1]! };
}

/** A proof was decoded before it became one: that it cannot be now is a fault of ours. */
function decoded(bytes: Uint8Array) {
  const transaction = decodeTransaction(bytes);
  if (!transaction) throw new TypeError('a proof holds no transaction');
  return transaction;
}

function settledBy(status: string, id: string): Settled | undefined {
  if (status === 'succeeded') return { kind: 'settled', transaction: id };
  return status === 'failed' ? { kind: 'failed', reason: 'settlement_refused' } : undefined;
}

/** Index of the transfer among the instructions (gate/rails/x402-svm.ts), and the token program's "insufficient funds". */
const TRANSFER = 2;
const INSUFFICIENT_FUNDS = 1;
/** Errors that say something about our fee payer or about the node, and nothing about the buyer. */
const NOT_THE_BUYERS = [
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
];

/** Why a simulation failed, as the buyer may read it. Throws when it is no fault of the buyer's. */
function reasonOf(error: TransactionError): DeclineReason {
  if (typeof error === 'string') {
    if (NOT_THE_BUYERS.includes(error)) throw new Failure(`a simulation ended with ${error}`, codeOf(error));
    return error === 'BlockhashNotFound' ? 'authorization_expired' : 'settlement_refused';
  }
  const [index, inner] = (error.InstructionError ?? []) as [number?, (string | { Custom?: number })?];
  if (index !== TRANSFER) return 'settlement_refused';
  // A payer without a token account has no USDC either; that ours exists was checked at start.
  const poor =
    typeof inner === 'object' ? inner.Custom === INSUFFICIENT_FUNDS : inner === 'InvalidAccountData';
  return poor ? 'insufficient_balance' : 'settlement_refused';
}
