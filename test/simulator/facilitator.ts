import type { FacilitatorFetch } from '../../src/adapters/facilitator/wire.ts';
import { minableAfter, PAUSE_MS, sendFault } from './node-link.ts';
import type { SignedTransfer, Transaction } from './token-chain.ts';
import { never, type Process, type World } from './world.ts';

/** A third party that verifies and settles over HTTP: what the service's own facilitator client talks to. */

export const FACILITATOR_URL = 'http://facilitator.sim';
export const FACILITATOR_SIGNER = '0xfac1117a70000000000000000000000000000000';
const NETWORK = 'eip155:8453';
/** How long it waits for a receipt before it says "pending". */
const RECEIPT_WAIT_MS = 8_000;
const POLL_MS = 1_000;

interface SettleAnswer {
  readonly success: boolean;
  readonly transaction: string;
  readonly network: string;
  readonly errorReason?: string;
}

/** Why a transfer would revert, in the codes of x402 facilitators. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/expired/, 'invalid_exact_evm_payload_authorization_valid_before'],
  [/not yet valid/, 'invalid_exact_evm_payload_authorization_valid_after'],
  [/used or canceled/, 'invalid_exact_evm_nonce_already_used'],
  [/invalid signature/, 'invalid_exact_evm_signature'],
  [/exceeds balance/, 'insufficient_funds'],
];
const codeOf = (revert: string): string =>
  CODES.find(([pattern]) => pattern.test(revert))?.[1] ?? 'invalid_exact_evm_transaction_simulation_failed';

export class Facilitator {
  private readonly world: World;
  private readonly settled: SettleAnswer[] = [];
  private readonly sent = new Map<string, Transaction>();
  private count = 0;
  onBroadcast: (tx: Transaction) => void = () => {};

  constructor(world: World) {
    this.world = world;
  }

  /** What one process reaches it by. */
  connect(process: Process): FacilitatorFetch {
    let swallowUntil = 0;
    return ((url: string, { body, signal }: { body?: string; signal: AbortSignal }) => {
      const { world } = this;
      const { random, loop, faults } = world;
      const delay = random.between(5, 60);
      const transfer = body === undefined ? undefined : transferIn(body);
      if (url.endsWith('/supported'))
        return world.cross(
          process,
          delay,
          () => reply(200, { kinds: [], signers: { 'eip155:*': [FACILITATOR_SIGNER] } }),
          delay,
        );
      if (url.endsWith('/verify'))
        return world.cross(process, delay, () => reply(200, this.verify(transfer!)), delay);
      const fault = swallowUntil > loop.now && !faults.ceased ? 'settler.lost_request' : sendFault(world);
      if (fault === 'settler.lost_request') swallowUntil = Math.max(swallowUntil, loop.now + 20_000);
      return this.settleWith(fault, process, transfer!, delay, signal);
    }) as unknown as FacilitatorFetch;
  }

  private settleWith(
    fault: ReturnType<typeof sendFault>,
    process: Process,
    transfer: SignedTransfer,
    delay: number,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { world } = this;
    const { random, loop } = world;
    if (!process.alive) return never();
    const minableIn = minableAfter(world, fault, transfer.validBefore);
    const settle = async () => {
      if (world.faults.strikes('crash.during_settle')) world.crash(process);
      const other = fault === 'settler.duplicate_answer' ? this.settled[0] : undefined;
      if (other) return reply(200, other);
      // Without another settlement to mistake it for, the call itself arrives twice.
      if (fault === 'settler.duplicate_answer') void this.settle(transfer, minableIn);
      const answer = await this.settle(transfer, minableIn);
      return fault === 'settler.error_after_settle' ? reply(502, {}) : reply(200, answer);
    };
    if (fault === 'settler.success_without_transaction')
      return world.cross(
        process,
        delay,
        () => reply(200, { success: true, transaction: '', network: NETWORK }),
        delay,
      );
    if (fault === 'settler.wrong_network')
      return world.cross(
        process,
        delay,
        () => reply(200, { success: true, transaction: `0x${'77'.repeat(32)}`, network: 'eip155:84532' }),
        delay,
      );
    if (fault === 'settler.lost_request') return this.lost(process, signal);
    if (fault === 'settler.accept_then_timeout') {
      loop.after(delay, () => void settle());
      return this.lost(process, signal);
    }
    if (fault === 'settler.slow_answer')
      loop.after(delay + 1, () => {
        process.pausedUntil = loop.now + random.between(...PAUSE_MS);
      });
    return Promise.race([world.cross(process, delay, settle, delay), this.lost(process, signal)]);
  }

  /** No answer: only the caller's own timeout ends it. */
  private lost(process: Process, signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => process.resume(() => reject(new Error('aborted'))));
    });
  }

  private verify(transfer: SignedTransfer): object {
    const revert = this.world.chain.revertOf(transfer);
    return revert === undefined
      ? { isValid: true, payer: transfer.from }
      : { isValid: false, invalidReason: codeOf(revert), payer: transfer.from };
  }

  /** Simulates, broadcasts, waits for the receipt. A pending transaction is remembered, as the official one does. */
  private async settle(transfer: SignedTransfer, delayMs: number): Promise<SettleAnswer> {
    const { chain, loop, random } = this.world;
    const refused = (errorReason: string, transaction = ''): SettleAnswer => ({
      success: false,
      errorReason,
      transaction,
      network: NETWORK,
    });
    const revert = chain.revertOf(transfer);
    if (revert !== undefined) return refused(codeOf(revert));
    const pending = this.sent.get(transfer.signature);
    const tx = pending && random.chance(0.7) ? pending : this.broadcast(transfer, delayMs);
    for (const until = loop.now + RECEIPT_WAIT_MS; loop.now < until; await loop.sleep(POLL_MS)) {
      const mined = chain.receipt(tx.hash);
      if (!mined) continue;
      if (!mined.success) return refused('invalid_transaction_state', tx.hash);
      const answer = { success: true, transaction: tx.hash, network: NETWORK };
      this.settled.push(answer);
      return answer;
    }
    return refused('settlement_pending', tx.hash);
  }

  private broadcast(transfer: SignedTransfer, delayMs: number): Transaction {
    const { chain } = this.world;
    const tx: Transaction = {
      hash: `0xfac1${String(this.count++).padStart(60, '0')}`,
      sender: FACILITATOR_SIGNER,
      nonce: undefined,
      calls: [{ kind: 'authorized', transfer }],
      priority: 10,
    };
    this.world.note(() => `facilitator broadcasts ${tx.hash.slice(-4)} for ${transfer.nonce.slice(0, 8)}`);
    this.sent.set(transfer.signature, tx);
    chain.submit(tx, delayMs);
    this.onBroadcast(tx);
    return tx;
  }
}

function transferIn(body: string): SignedTransfer {
  const { paymentPayload } = JSON.parse(body) as {
    paymentPayload: { payload: { signature: string; authorization: Record<string, string> } };
  };
  const { signature, authorization } = paymentPayload.payload;
  const { from, to, value, validAfter, validBefore, nonce } = authorization as Record<
    'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce',
    string
  >;
  return {
    from,
    to,
    value: Number(value),
    validAfter: Number(validAfter),
    validBefore: Number(validBefore),
    nonce,
    signature,
  };
}

const encoder = new TextEncoder();
const reply = (status: number, body: object) => ({ status, body: [encoder.encode(JSON.stringify(body))] });
