import { type Hex, keccak256, type PublicClient, parseTransaction, TransactionNotFoundError } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import type { Offer, Payment, SignedAuthorization } from '../../values/payment.ts';
import type { Chain, Transferred } from './chain.ts';
import { evmSettler } from './settler.ts';

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const offer: Offer = {
  scheme: 'exact',
  network: USDC_BASE_TERMS.network,
  asset: USDC_BASE_TERMS.asset,
  amount: '10000',
  payTo: `0x${'5e'.repeat(20)}`,
  maxTimeoutSeconds: 120,
  extra: USDC_BASE_TERMS.extra,
};
const NOW_SECONDS = 1_800_000_000;

/** Payments are told apart by their nonce. */
const proofOf = (n: number): SignedAuthorization => ({
  kind: 'eip3009',
  authorization: {
    from: `0x${'1a'.repeat(20)}`,
    to: offer.payTo,
    value: offer.amount,
    validAfter: '0',
    validBefore: String(NOW_SECONDS + 120),
    nonce: `0x${String(n).padStart(64, '0')}`,
  },
  signature: `0x${'22'.repeat(65)}`,
});

/** A chain that mines nothing by itself. Its pool takes any nonce that is free, as a node does. */
class FakeChain {
  readonly pool = new Map<number, Hex>();
  /** So many sends find nobody. */
  failures = 0;
  /** Authorizations that somebody ended: who paid us with them, or undefined when they were cancelled. */
  readonly ended = new Map<string, Transferred | undefined>();
  seconds = NOW_SECONDS;

  readonly client = {
    getTransactionCount: async () => {
      let next = 0;
      while (this.pool.has(next)) next++;
      return next;
    },
    estimateFeesPerGas: async () => ({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }),
    sendRawTransaction: async ({ serializedTransaction: raw }: { serializedTransaction: Hex }) => {
      if (this.failures-- > 0) throw new Error('connection refused');
      const nonce = parseTransaction(raw).nonce ?? 0;
      if (this.pool.get(nonce) === raw) throw new Error('already known');
      if (this.pool.has(nonce)) throw new Error('replacement transaction underpriced');
      this.pool.set(nonce, raw);
      return keccak256(raw);
    },
    getTransaction: async ({ hash }: { hash: Hex }) => {
      throw new TransactionNotFoundError({ hash });
    },
  } as unknown as PublicClient;

  readonly door = {
    client: this.client,
    isUsed: async (_terms: unknown, { authorization }: SignedAuthorization) =>
      this.ended.has(authorization.nonce),
    findTransfer: async (_terms: unknown, { authorization }: SignedAuthorization) =>
      this.ended.get(authorization.nonce),
    receipt: async () => undefined,
    now: async () => BigInt(this.seconds),
  } as unknown as Chain;
}

let chain: FakeChain;
let settler: ReturnType<typeof evmSettler>;
beforeEach(() => {
  chain = new FakeChain();
  // Nobody gives up waiting for a receipt, so that no doubt comes from there.
  const clock = { now: () => NOW_SECONDS * 1_000, sleep: () => new Promise<void>(() => {}) };
  settler = evmSettler({ chain: chain.door, chainId: 8453, account, clock, pollMs: 1_000 });
});

/** Sends a payment and leaves it waiting for its receipt; the bytes that were recorded for it. */
const send = (n: number): Promise<Hex> =>
  new Promise((sent) => {
    void settler.settle(
      { offer, proof: proofOf(n) } as Payment<SignedAuthorization>,
      async ({ rawTransaction }) => {
        setImmediate(() => sent(rawTransaction as Hex));
        return true;
      },
    );
  });
const resolve = (n: number, rawTransaction: Hex) =>
  settler.resolve({ offer, proof: proofOf(n), rawTransaction, since: NOW_SECONDS * 1_000 });
const nonceOf = (n: number): string => proofOf(n).authorization.nonce;
const turns = () => new Promise((done) => setImmediate(done));

describe('a sale that ended without our transaction, which the node has lost', () => {
  const stranger: Transferred = { transaction: `0x${'77'.repeat(32)}`, sender: `0x${'99'.repeat(20)}` };

  it.each([
    ['a front-runner’s paid', stranger, { kind: 'settled', transaction: stranger.transaction }],
    ['the payer cancelled', undefined, { kind: 'failed', reason: 'authorization_used' }],
  ])('leaves no gap behind which a sale waits that was sent already: %s', async (_how, by, outcome) => {
    const first = await send(1);
    await send(2);
    chain.pool.delete(0);
    chain.ended.set(nonceOf(1), by);
    expect(await resolve(1, first)).toEqual(outcome);
    await turns();
    expect([chain.pool.get(0), chain.pool.size]).toEqual([first, 2]);
  });

  it('sends nothing of an authorization that ran out, and gives its nonce to the next sale', async () => {
    const first = await send(1);
    chain.pool.delete(0);
    chain.seconds += 3_600;
    expect(await resolve(1, first)).toEqual({ kind: 'failed', reason: 'authorization_expired' });
    await turns();
    expect(chain.pool.size).toBe(0);
    await send(2);
    expect([...chain.pool.keys()]).toEqual([0]);
  });

  it('gives its nonce to the next sale when its bytes cannot be sent', async () => {
    const first = await send(1);
    chain.pool.delete(0);
    chain.ended.set(nonceOf(1), stranger);
    chain.failures = 3;
    await resolve(1, first);
    await turns();
    expect(chain.pool.size).toBe(0);
    await send(2);
    expect([...chain.pool.keys()]).toEqual([0]);
  });
});
