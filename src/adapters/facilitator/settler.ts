import type { Hex } from 'viem';
import { MAX_TIMEOUT_SECONDS } from '../../gate/offer.ts';
import { type Clock, type Settled, type Settler, type Verified, waitsBy } from '../../ports.ts';
import { codeOf, Failure } from '../../values/failure.ts';
import { evmRowOf } from '../../values/networks.ts';
import type { Payment as AnyPayment, Network, Offer, SignedAuthorization } from '../../values/payment.ts';
import { type DeclineReason, declined } from '../../values/problem.ts';
import { SECOND_MS } from '../../values/time.ts';
import { authenticate, type EvmTerms, lookFirst, unpaid } from '../evm/authorization.ts';
import { Busy } from '../evm/busy.ts';
import { type Chain, paidUs } from '../evm/chain.ts';
import { payerSignatures, type Recover } from '../evm/eip3009.ts';
import { recorded } from '../evm/lane.ts';
import { openReceipts } from '../evm/receipts.ts';
import { reasonAtVerify } from './codes.ts';
import { type FacilitatorSaid, readSettlement } from './said.ts';
import { type FacilitatorFetch, openWire } from './wire.ts';

type Payment = AnyPayment<SignedAuthorization>;

/**
 * Settles through a third party that speaks the x402 facilitator wire. It gets the buyer's authorization, so it can
 * charge once, to us, until the authorization runs out; it can do nothing else with it. What it says is checked:
 * its answers only say where to look. A sale is settled when the receipt shows the Transfer of exactly this
 * authorization, and failed when the chain shows that it was spent elsewhere or ran out unused.
 *
 * One refusal is believed, and only as the first answer to the first settle: a code that is given before a transaction
 * exists (codes.ts), together with no transaction and an authorization that the chain shows to be unused. Everything
 * else is unknown, which a buyer reads as "send the same payment again".
 */
export interface FacilitatorSettlerOptions {
  /** Base address: `/verify`, `/settle` and `/supported` are below it. */
  readonly url: string;
  /** The chain that offers name. */
  readonly chain: Chain;
  readonly clock: Clock;
  readonly fetch?: FacilitatorFetch;
  readonly verifyTimeoutMs?: number;
  readonly settleTimeoutMs?: number;
  /** How often a receipt is asked for, and for how long, after the facilitator named a transaction. */
  readonly pollMs?: number;
  readonly receiptTimeoutMs?: number;
  /** Recovers signers; in a worker with a bounded queue where there is one. */
  readonly recover?: Recover;
  /** Told what the facilitator or a node failed with: operators need it, callers never see it. */
  readonly report?: (where: string, error: unknown) => void;
}

/**
 * Recorded instead of bytes: the authorization was handed over, and there is no transaction of ours. It tells such a
 * row from one that nobody sent, and being hex it can be read by the in-process settler too.
 */
const HANDED_OVER = '0x';
const SIGNERS_FRESH_MS = 300 * SECOND_MS;
/** Facilitators remember a pending transaction for five minutes: asking later than that tells nothing new. */
const ASK_AFTER_EXPIRY_MS = 300 * SECOND_MS;

/**
 * What a facilitator can only have from its node. Where ours shows the contrary, one of the two is behind, and nothing
 * says which: a node does not know what it has not seen. "Used" may then mean that it paid us, and "too little" that
 * the missing part is with us, so that only a log is a no. The next look is the buyer's, with the same payment.
 */
const CHAIN_FACTS: ReadonlySet<DeclineReason> = new Set(['authorization_used', 'insufficient_balance']);

export function facilitatorSettler({
  url,
  chain,
  clock,
  fetch,
  verifyTimeoutMs,
  settleTimeoutMs,
  pollMs = 500,
  receiptTimeoutMs = 20_000,
  recover,
  report = () => {},
}: FacilitatorSettlerOptions): Settler<SignedAuthorization> {
  const wire = openWire({
    url,
    ...(fetch && { fetch }),
    ...(verifyTimeoutMs !== undefined && { verifyTimeoutMs }),
    ...(settleTimeoutMs !== undefined && { settleTimeoutMs }),
  });
  const signedByPayer = payerSignatures(recover);
  const receipts = openReceipts(chain, waitsBy(clock), pollMs);
  let known: { readonly signers: ReadonlySet<string>; readonly at: number } | undefined;

  return {
    authenticate: (payment) =>
      orElse('authenticate', { kind: 'unreachable' }, () =>
        busyOr(() => authenticate(payment, chain, signedByPayer)),
      ),
    verify: (payment) => orElse('verify', { kind: 'unreachable' }, () => busyOr(() => verify(payment))),
    settle,
    resolve: (sent) => orElse('resolve', { kind: 'unknown' }, () => resolve(sent)),
  };

  /** Our own look first: the facilitator gets the authorization only when money could really move. */
  async function verify(payment: Payment): Promise<Verified> {
    const signature = await authenticate(payment, chain, signedByPayer);
    if (signature.kind !== 'valid') return signature;
    const looked = await lookFirst(payment, chain, clock, 'alone');
    if (looked.kind === 'paid') return paidSeen(payment, looked);
    if (looked.kind !== 'valid') return looked;
    const answer = await wire.verify(payment.offer, payment.proof);
    if (answer.isValid)
      return isPayer(answer.payer, payment.payer)
        ? { kind: 'valid' }
        : untold('verify', 'names another payer');
    const reason = reasonAtVerify(answer.invalidReason);
    if (reason === undefined) return untold('verify', 'could not tell');
    // A facilitator without its node says "invalid signature" of good ones. Ours was checked without any node.
    if (reason === 'invalid_signature' && (await signedByPayer(payment.offer, payment.proof)))
      return untold('verify', 'contradicts a signature that is good');
    // It may have been mined since we looked (an edge, a front-runner, a twin): then it is refused because it paid us.
    return lookAgain(payment, reason);
  }

  async function lookAgain(payment: Payment, reason: DeclineReason): Promise<Verified> {
    const again = await lookFirst(payment, chain, clock, 'alone');
    if (again.kind === 'valid')
      return CHAIN_FACTS.has(reason) ? untold('verify', 'sees another chain than we do') : declined(reason);
    return again.kind === 'paid' ? paidSeen(payment, again) : again;
  }

  async function paidSeen(
    { offer }: Payment,
    { transaction, sender }: { readonly transaction: string; readonly sender: string },
  ): Promise<Verified> {
    return { kind: 'paid', transaction, ours: (await signersOn(offer.network)).has(sender) };
  }

  async function settle(payment: Payment, record: Parameters<Settler['settle']>[1]): Promise<Settled> {
    if (!(await recorded(record, { rawTransaction: HANDED_OVER }))) return { kind: 'not_sent' };
    return orElse<Settled>('settle', { kind: 'unknown' }, async () => {
      const { offer, proof } = payment;
      const since = clock.now();
      const said = readSettlement(await wire.settle(offer, proof), offer, payment.payer);
      if (said.kind !== 'refused') return conclude(said, offer, proof, since, receiptTimeoutMs);
      if (said.reason === 'invalid_signature' && (await signedByPayer(payment.offer, payment.proof)))
        return { kind: 'unknown' };
      const fact = await unpaid(chain, offer, proof, since);
      if (fact.kind !== 'unknown') return fact;
      const { balance, revert } = await chain.look(offer, proof, 'alone');
      if (revert === undefined) report('settle', new Undecided('settle', 'refuses what the chain allows'));
      // The official facilitator reads some nodes' "insufficient funds for gas: balance …" of its own key as the payer's.
      const refuted = said.reason === 'insufficient_balance' && balance >= BigInt(offer.amount);
      return { kind: 'failed', reason: refuted ? 'settlement_refused' : said.reason };
    });
  }

  /** What an answer proves. A refusal proves nothing here: an earlier request may have been carried out. */
  async function conclude(
    said: FacilitatorSaid,
    terms: EvmTerms,
    signed: SignedAuthorization,
    since: number,
    forMs: number,
  ): Promise<Settled> {
    const paid = await paidBy(said, terms, signed, forMs);
    return paid.kind === 'unknown' ? unpaid(chain, terms, signed, since) : paid;
  }

  /** Whether the transaction that an answer names has paid us. */
  async function paidBy(
    said: FacilitatorSaid,
    terms: EvmTerms,
    signed: SignedAuthorization,
    forMs: number,
  ): Promise<Settled> {
    if (said.kind === 'unclear') report('settle', new Undecided('settle', said.why));
    if (said.kind !== 'settled' && said.kind !== 'broadcast') return { kind: 'unknown' };
    const transaction = said.transaction as Hex;
    const receipt = await receipts(transaction, forMs);
    return receipt && paidUs(receipt, terms, signed) ? { kind: 'settled', transaction } : { kind: 'unknown' };
  }

  async function resolve(sent: Parameters<Settler<SignedAuthorization>['resolve']>[0]): Promise<Settled> {
    const { offer: terms, proof: signed, rawTransaction, since } = sent;
    const fact = await unpaid(chain, terms, signed, since);
    if (fact.kind !== 'unknown') return fact;
    if (rawTransaction === null) return { kind: 'not_sent' };
    const expiryMs = Number(signed.authorization.validBefore) * SECOND_MS;
    if (clock.now() > expiryMs + ASK_AFTER_EXPIRY_MS) return fact;
    // The same authorization again: however often it is sent, it moves money once.
    const offer = offerOf(terms);
    return orElse<Settled>('resolve', fact, async () => {
      const said = readSettlement(await wire.settle(offer, signed), offer, signed.authorization.from);
      return paidBy(said, terms, signed, 0);
    });
  }

  /** Lower-case addresses that the facilitator broadcasts with. Throws when it cannot be asked. */
  async function signersOn(network: Network): Promise<ReadonlySet<string>> {
    if (!known || clock.now() - known.at > SIGNERS_FRESH_MS) {
      const { signers: listed } = await wire.supported();
      const ours = ['eip155:*', network].flatMap((family) => listed?.[family] ?? []);
      known = { signers: new Set(ours.map((each) => each.toLowerCase())), at: clock.now() };
    }
    return known.signers;
  }

  function untold(operation: string, why: string): Verified {
    report(operation, new Undecided(operation, why));
    return { kind: 'unreachable' };
  }

  /** An outage must never read as a refusal: whatever throws could not be asked. */
  async function orElse<T>(where: string, otherwise: T, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      report(where, error);
      return otherwise;
    }
  }
}

/** An answer that decides nothing. `why` is a sentence of ours, not the facilitator's. */
class Undecided extends Failure {
  override readonly name = 'Undecided';
  constructor(operation: string, why: string) {
    super(`facilitator ${operation}: ${why}`, codeOf(`${operation} ${why}`));
  }
}

const isPayer = (named: string | null | undefined, payer: string): boolean =>
  named === null || named === undefined || named.toLowerCase() === payer;

/** The offer behind a row. Throws for another asset: its signing domain is not known here. */
function offerOf(terms: EvmTerms): Offer {
  const row = evmRowOf(terms.network);
  if (row?.token.asset.toLowerCase() !== terms.asset.toLowerCase())
    throw new Undecided('settle', 'a row of an asset that is not sold');
  const { amount, payTo } = terms;
  return {
    scheme: 'exact',
    network: row.network,
    asset: terms.asset,
    amount,
    payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: row.token.domain,
  };
}

/** Too many checks at once are no failure of anybody's. */
async function busyOr(ask: () => Promise<Verified>): Promise<Verified> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Busy) return { kind: 'busy' };
    throw error;
  }
}
