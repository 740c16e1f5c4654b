import type { Hex, PrivateKeyAccount } from 'viem';
import { type Clock, type Settled, type Settler, type Verified, waitsBy } from '../../ports.ts';
import { Latest } from '../../values/latest.ts';
import { type ChainGas, ROLLUP_GAS } from '../../values/networks.ts';
import type { Payment as AnyPayment, SignedAuthorization } from '../../values/payment.ts';
import { SECOND_MS } from '../../values/time.ts';
import { authenticate, chargesUntil, type EvmTerms, unpaid } from './authorization.ts';
import { openBatches } from './batch.ts';
import { Busy } from './busy.ts';
import { type Chain, paidUs } from './chain.ts';
import { payerSignatures, type Recover, transferCall } from './eip3009.ts';
import { FAILED_GAS_BUDGET, openFailedGas } from './failed-gas.ts';
import { openInFlight } from './in-flight.ts';
import { openLane, type Sent, WALLET_GAS } from './lane.ts';
import { openGapWatch } from './missing.ts';
import { openPayers } from './payers.ts';
import { openReceipts } from './receipts.ts';
import { type Record, resolvingBy } from './resolving.ts';
import { heldOf, verifyingBy } from './verifying.ts';

type Payment = AnyPayment<SignedAuthorization>;

export interface EvmSettlerOptions {
  readonly chain: Chain;
  readonly chainId: number;
  /** What its transactions cost there; as on a rollup of the OP stack without it. */
  readonly gas?: ChainGas;
  /** Pays gas. Never the recipient, never a buyer. */
  readonly account: PrivateKeyAccount;
  readonly clock: Clock;
  /** How often a receipt is asked for, and for how long. */
  readonly pollMs: number;
  readonly receiptTimeoutMs?: number;
  /** Whether this node may send with its key now: one key has one queue. */
  readonly mayUseKey?: () => boolean;
  /** Whether an address is a settler key of ours, on this node or another. */
  readonly isOurs?: (address: string) => Promise<boolean>;
  /** Recovers signers; in a worker with a bounded queue where there is one. */
  readonly recover?: Recover;
  /** Told what a node or a send failed with: operators need it, callers never see it. */
  readonly report?: (where: string, error: unknown) => void;
  /** Told when the account cannot pay for gas any more, and when it can again. */
  readonly gasChanged?: (isEnough: boolean) => void;
  /** Gas that failed transactions of wallet contracts may use in an hour. */
  readonly failedGasBudget?: number;
  /** Told when that is used up, so that wallet contracts are declined, and when they are taken again. */
  readonly walletsChanged?: (areDeclined: boolean) => void;
}

export interface EvmSettler extends Settler<SignedAuthorization> {
  /** Looks whether the account can pay for the gas of one more sale. Throws when nobody can be asked. */
  canPay(): Promise<boolean>;
}

/** How long new bytes for an earlier payment are waited for. The next look is a timer's or the buyer's. */
const RESOLVE_WAIT_MS = 2_000;

/** So often an authorization gets new bytes: a payer who takes its balance away in time costs us no more gas than that. */
const MAX_ANEW = 3;
/** Many more payments than can be under way. */
const MAX_REMEMBERED = 8_192;

/** Settles in process with our own key, no third party: a transaction for a sale, or for all that wait at the same moment. */
export function evmSettler({
  chain,
  chainId,
  gas = ROLLUP_GAS,
  account,
  clock,
  pollMs,
  receiptTimeoutMs = 20_000,
  mayUseKey = () => true,
  isOurs = async (address) => address === account.address.toLowerCase(),
  recover,
  report = () => {},
  gasChanged,
  failedGasBudget = FAILED_GAS_BUDGET,
  walletsChanged,
}: EvmSettlerOptions): EvmSettler {
  const failed = (error: unknown) => report('send', error);
  const waiting = waitsBy(clock);
  const lane = openLane(chain, account, chainId, waiting.now, failed, gasChanged, gas);
  const signedByPayer = payerSignatures(recover);
  const fill = async () => {
    if (mayUseKey()) await lane.fillGap();
  };
  const watchingGaps = openGapWatch({ fill, overtaken: lane.overtaken }, waiting);
  const batches = openBatches(lane);
  const inFlight = openInFlight(waiting);
  const failedGas = openFailedGas(failedGasBudget, waiting.now, walletsChanged);
  const payers = openPayers(chain, inFlight, failedGas, waiting.now);
  const { verify, sentAs, gasFor } = verifyingBy({
    ...{ chain, clock, account, lane, inFlight, payers, failedGas, signedByPayer, isOurs },
    dataGas: gas.data,
  });
  /** How often an authorization was given new bytes. */
  const sentAnew = new Latest<number>(MAX_REMEMBERED);
  const receiptOf = openReceipts(chain, waiting, pollMs);
  const { resolve } = resolvingBy({
    ...{ chain, lane, payers, now: waiting.now, sendAnew },
    sendAlone: (terms, signed, record) => sendAlone(terms, signed, record, RESOLVE_WAIT_MS),
  });

  return {
    authenticate: (payment) =>
      orUnreachable('authenticate', () => authenticate(payment, chain, signedByPayer)),
    verify: (payment) => orUnreachable('verify', () => verify(payment)),
    settle,
    canPay: lane.canPay,
    resolve: async (sent, record) => {
      const { offer, proof, rawTransaction } = sent;
      const { key, from, amount } = heldOf(offer, proof);
      if (rawTransaction !== null) inFlight.hold(key, from, amount, holdMs(offer, proof));
      try {
        const outcome = await resolve(offer, proof, rawTransaction as Hex | null, sent.since, record);
        if (outcome.kind === 'settled' || outcome.kind === 'failed')
          inFlight.end(key, from, outcome.kind === 'settled' ? 'paid' : 'unpaid');
        return outcome;
      } catch (error) {
        report('resolve', error);
        return { kind: 'unknown' };
      }
    },
  };

  async function settle({ offer, proof }: Payment, record: Record): Promise<Settled> {
    if (!mayUseKey()) return { kind: 'not_sent' };
    const { key, from, amount } = heldOf(offer, proof);
    inFlight.hold(key, from, amount, holdMs(offer, proof));
    const outcome = await settleHeld(offer, proof, record);
    if (outcome.kind !== 'unknown') inFlight.end(key, from, outcome.kind === 'settled' ? 'paid' : 'unpaid');
    return outcome;
  }

  /** No block can hold it after that. */
  function holdMs(offer: EvmTerms, proof: SignedAuthorization): number {
    return Math.max(0, Number(chargesUntil(offer, proof)) * SECOND_MS - clock.now());
  }

  async function settleHeld(offer: EvmTerms, proof: SignedAuthorization, record: Record): Promise<Settled> {
    const { from } = proof.authorization;
    if (payers.wasPlain(proof)) return settleNow(offer, proof, record, inFlight.isTrusted(from));
    if (!failedGas.begin(from, WALLET_GAS + gas.data)) return { kind: 'not_sent' };
    try {
      return await settleNow(offer, proof, record, false);
    } finally {
      failedGas.done(WALLET_GAS + gas.data);
    }
  }

  async function settleNow(
    offer: EvmTerms,
    proof: SignedAuthorization,
    record: Record,
    mayShare: boolean,
  ): Promise<Settled> {
    const sent = await batches.submit({
      to: offer.asset as Hex,
      data: transferCall(proof),
      record,
      until: chargesUntil(offer, proof),
      mayShare,
      gas: gasFor(proof),
    });
    const outcome = await outcomeOf(sent, offer, proof, receiptTimeoutMs);
    if (outcome.kind !== 'passed_over') return outcome;
    // It was in a transaction that did not carry it out and never will. It can be sent again: the token takes an
    // authorization once. Whose fault it was, if it had others in it, is seen by looking again at everybody in it.
    payers.forget();
    try {
      return await sendAnew(offer, proof, record, receiptTimeoutMs);
    } catch (error) {
      report('look', error);
      return { kind: 'unknown' };
    }
  }

  async function sendAlone(
    terms: EvmTerms,
    signed: SignedAuthorization,
    record: Record,
    forMs: number,
  ): Promise<Settled> {
    if (!mayUseKey()) return { kind: 'unknown' };
    const until = chargesUntil(terms, signed);
    const gas = gasFor(signed);
    const sent = await lane.submit(terms.asset as Hex, transferCall(signed), record, until, gas);
    // An earlier transaction had it, so "not sent" would say too much.
    if (sent.kind !== 'sent') return { kind: 'unknown' };
    const outcome = await outcomeOf({ ...sent, shared: false }, terms, signed, forMs);
    return outcome.kind === 'passed_over' ? { kind: 'unknown' } : outcome;
  }

  /**
   * New bytes for an authorization whose own were mined without it (the token was paused, the balance was elsewhere) or
   * can never be mined. Only if the row takes them, and if they would do it now: each transaction that fails costs gas.
   */
  async function sendAnew(
    terms: EvmTerms,
    signed: SignedAuthorization,
    record: Record | undefined,
    forMs = RESOLVE_WAIT_MS,
  ): Promise<Settled> {
    const { from, nonce } = signed.authorization;
    const before = sentAnew.get(from + nonce) ?? 0;
    if (!record || before >= MAX_ANEW) return { kind: 'unknown' };
    if (!(await payers.isPlain(signed)) && failedGas.isSpent(from)) return { kind: 'unknown' };
    const { used, balance, revert } = await chain.look(terms, signed, await sentAs(signed));
    const isPoor = balance < BigInt(terms.amount);
    if (isPoor) inFlight.distrust(from);
    if (used || isPoor || revert !== undefined) return { kind: 'unknown' };
    sentAnew.set(from + nonce, before + 1);
    const sent = await sendAlone(terms, signed, record, forMs);
    // What was not sent cost nothing.
    if (sent.kind === 'not_sent') sentAnew.set(from + nonce, before);
    return sent;
  }

  /**
   * `passed_over`: the authorization is unused and may still be used, and its transaction was mined without it, or can
   * never be mined since another one has its nonce.
   */
  async function outcomeOf(
    sent: Sent & { readonly shared: boolean },
    terms: EvmTerms,
    signed: SignedAuthorization,
    forMs: number,
  ): Promise<Settled | { readonly kind: 'passed_over' }> {
    if (sent.kind !== 'sent') return sent;
    try {
      return await awaitPayment(sent.transaction, terms, signed, clock.now(), forMs, sent.shared);
    } catch (error) {
      report('receipt', error);
      return { kind: 'unknown' };
    }
  }

  /** An outage must never read as a bad signature: whatever throws here could not be asked. */
  async function orUnreachable(where: string, ask: () => Promise<Verified>): Promise<Verified> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Busy) return { kind: 'busy' };
      report(where, error);
      return { kind: 'unreachable' };
    }
  }

  async function awaitPayment(
    transaction: Hex,
    terms: EvmTerms,
    signed: SignedAuthorization,
    since: number,
    forMs: number,
    shared: boolean,
  ): Promise<Settled | { readonly kind: 'passed_over' }> {
    const receipt = await watchingGaps(transaction, receiptOf(transaction, forMs));
    if (receipt === 'overtaken') return { kind: 'passed_over' };
    if (!receipt) {
      lane.doubt();
      return { kind: 'unknown' };
    }
    if (paidUs(receipt, terms, signed)) return { kind: 'settled', transaction };
    const without = await unpaid(chain, terms, signed, since);
    if (!shared && without.kind !== 'settled') payers.failed(signed, receipt);
    return shared && without.kind === 'unknown' ? { kind: 'passed_over' } : without;
  }
}
