import { type Hex, keccak256 } from 'viem';
import type { Clock, Settled, Settler } from '../../ports.ts';
import { Latest } from '../../values/latest.ts';
import type { SignedAuthorization } from '../../values/payment.ts';
import { type EvmTerms, unpaid } from './authorization.ts';
import { isShared } from './batch.ts';
import { type Chain, paidUs } from './chain.ts';
import type { Lane } from './lane.ts';
import type { Payers } from './payers.ts';

/** What must be durable before anything is sent. */
export type Record = Parameters<Settler['settle']>[1];

/** Bytes that a node was given are given to it again only so often: in between, what the chain says is asked. */
const RESEND_EVERY_MS = 10_000;
/** Many more payments than can be under way. */
const MAX_REMEMBERED = 8_192;

interface Around {
  readonly chain: Chain;
  readonly lane: Pick<Lane, 'doubt' | 'resend' | 'hasTried' | 'isBehindGap'>;
  readonly payers: Pick<Payers, 'failed'>;
  /** Of a clock that nobody sets. */
  readonly now: Clock['now'];
  /** New bytes for the same authorization, when its own can carry it no more. */
  readonly sendAnew: (terms: EvmTerms, signed: SignedAuthorization, record?: Record) => Promise<Settled>;
  /** The same at once, at a nonce that nothing else is left to fill. */
  readonly sendAlone: (terms: EvmTerms, signed: SignedAuthorization, record: Record) => Promise<Settled>;
}

/** What became of a payment whose worker is gone, or whose outcome was not known in time. */
export function resolvingBy({ chain, lane, payers, now, sendAnew, sendAlone }: Around) {
  /** When bytes of a row that was taken up again were sent last, by transaction. */
  const resentAt = new Latest<number>(MAX_REMEMBERED);

  return { resolve };

  /**
   * The sale ended without our transaction: a front-runner's paid, or the payer cancelled. A node may have lost ours,
   * and then later sales wait behind its nonce. Mined now it moves nothing, and the way is free. One that ran out is
   * left alone: in a chain that goes far back it could still charge a buyer who was told that it cannot.
   */
  function closeGap(raw: Hex, ended: Settled): void {
    const expired = ended.kind === 'failed' && ended.reason === 'authorization_expired';
    if (expired || !maySendAgain(raw)) lane.doubt();
    else void lane.resend(raw).then((outcome) => outcome === 'sent' || lane.doubt());
  }

  /**
   * Bytes of one sale are its own row's. Those of several were recorded by all of them before the first send, and by
   * whom, when this process did not get that far, nobody knows any more: sent now they could charge a buyer whose row
   * says that nothing was sent.
   */
  function maySendAgain(raw: Hex): boolean {
    return !isShared(raw) || lane.hasTried(raw);
  }

  /**
   * One look, which waits for nothing: three questions at the most, unless new bytes are made. Receipts and the newest
   * block are asked for at the same moment, so that they are one question for all rows that are looked at together.
   */
  async function resolve(
    terms: EvmTerms,
    signed: SignedAuthorization,
    raw: Hex | null,
    since: number,
    record: Record | undefined,
  ): Promise<Settled> {
    const sighting = chain.sight(terms, signed);
    // A receipt that shows the money needs no word of the block.
    sighting.catch(() => {});
    const known = raw ? await chain.receipt(keccak256(raw)) : undefined;
    if (known && paidUs(known, terms, signed)) return { kind: 'settled', transaction: known.transactionHash };
    const without = await unpaid(chain, terms, signed, since, sighting);
    if (known && without.kind !== 'settled' && !isShared(raw!)) payers.failed(signed, known);
    if (without.kind !== 'unknown' && !known && raw && raw !== '0x') closeGap(raw, without);
    if (without.kind !== 'unknown') return without;
    if (!raw) return { kind: 'not_sent' };
    // Mined without it, or not to be sent again: other bytes can still carry it.
    if (known || !maySendAgain(raw)) return sendAnew(terms, signed, record);
    const resent = resentAt.get(keccak256(raw));
    if (resent === undefined || now() - resent >= RESEND_EVERY_MS) {
      const sent = await lane.resend(raw);
      if (sent === 'dead') return sendAnew(terms, signed, record);
      if (sent === 'sent') resentAt.set(keccak256(raw), now());
      return { kind: 'unknown' };
    }
    // A node has them since the last look, and no block does.
    lane.doubt();
    // Nothing is left that could fill the gap: the same payment does, at the nonce that is missing. The token takes an
    // authorization once, so when both are mined the second one moves nothing.
    if (record && (await lane.isBehindGap(raw))) return sendAlone(terms, signed, record);
    return { kind: 'unknown' };
  }
}
