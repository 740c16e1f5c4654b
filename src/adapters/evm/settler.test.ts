import {
  type Hex,
  keccak256,
  type PublicClient,
  pad,
  parseTransaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  toEventSelector,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import { ROLLUP_GAS } from '../../values/networks.ts';
import type { Offer, Payment, SignedAuthorization } from '../../values/payment.ts';
import { isShared } from './batch.ts';
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
let payer = `0x${'1a'.repeat(20)}`;
const proofOf = (n: number): SignedAuthorization => ({
  kind: 'eip3009',
  authorization: {
    from: payer,
    to: offer.payTo,
    value: offer.amount,
    validAfter: '0',
    validBefore: String(NOW_SECONDS + 120),
    nonce: `0x${String(n).padStart(64, '0')}`,
  },
  signature: `0x${'22'.repeat(65)}`,
});

/** Bytes of somebody else's with our key, which are mined. */
const STRANGERS = '0x02';

/** A chain that mines nothing by itself. Its pool takes any nonce that is free, as a node does. */
class FakeChain {
  readonly pool = new Map<number, Hex>();
  /** So many sends find nobody. */
  failures = 0;
  /** Authorizations that somebody ended: who paid us with them, or undefined when they were cancelled. */
  readonly ended = new Map<string, Transferred | undefined>();
  seconds = NOW_SECONDS;
  /** Of every payer. */
  balance = 10n ** 12n;
  /** Accounts that have given themselves code. */
  readonly contracts = new Set<string>();
  /** What every simulation reverts with. */
  revert: string | undefined;
  /** Receipts, by transaction. */
  readonly mined = new Map<Hex, TransactionReceipt>();

  readonly client = {
    getTransactionCount: async ({ blockTag }: { blockTag: string }) => {
      const isThere = (raw: Hex | undefined) =>
        raw !== undefined && (blockTag === 'pending' || raw === STRANGERS || this.mined.has(keccak256(raw)));
      let next = 0;
      while (isThere(this.pool.get(next))) next++;
      return next;
    },
    getBalance: async () => 10n ** 18n,
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
      if ([...this.pool.values()].some((raw) => keccak256(raw) === hash)) return { hash };
      throw new TransactionNotFoundError({ hash });
    },
  } as unknown as PublicClient;

  readonly door: { sight: Chain['sight'] } & Chain = {
    client: this.client,
    sight: async (_terms: unknown, { authorization }: SignedAuthorization) => ({
      used: this.ended.has(authorization.nonce),
      time: BigInt(this.seconds),
      isBehind: false,
    }),
    findTransfer: async (_terms: unknown, { authorization }: SignedAuthorization) =>
      this.ended.get(authorization.nonce),
    look: async () => ({ used: false, balance: this.balance, revert: this.revert }),
    hasCode: async (address: Hex) => this.contracts.has(address),
    receipt: async (transaction: Hex) => this.mined.get(transaction),
    now: async () => BigInt(this.seconds),
  } as unknown as Chain;
}

let chain: FakeChain;
let settler: ReturnType<typeof evmSettler>;
beforeEach(() => {
  payer = `0x${'1a'.repeat(20)}`;
  chain = new FakeChain();
  // Time stands still: nobody gives up waiting for a receipt, so that no doubt comes from there.
  const sleep = () => new Promise<void>((wake) => void setTimeout(wake, 5).unref());
  const clock = { now: () => NOW_SECONDS * 1_000, sleep };
  const recover = async () => proofOf(0).authorization.from;
  settler = evmSettler({ chain: chain.door, chainId: 8453, account, clock, pollMs: 1_000, recover });
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

/** Logs of a transfer by authorization, as the token writes them. */
const logsOf = (n: number, first: number) => {
  const { from, to, nonce, value } = proofOf(n).authorization;
  const log = (logIndex: number, topics: string[], data: string) => ({
    address: offer.asset,
    logIndex,
    topics,
    data,
  });
  return [
    log(first, [toEventSelector('AuthorizationUsed(address,bytes32)'), pad(from as Hex), nonce], '0x'),
    log(
      first + 1,
      [toEventSelector('Transfer(address,address,uint256)'), pad(from as Hex), pad(to as Hex)],
      toHex(BigInt(value), { size: 32 }),
    ),
  ];
};

/** A mined transaction in which these payments, and no others, were carried out. */
function mine(raw: Hex, paid: readonly number[], status: 'success' | 'reverted' = 'success'): void {
  const transactionHash = keccak256(raw);
  const logs = paid.flatMap((n, i) => logsOf(n, i * 2));
  chain.mined.set(transactionHash, { transactionHash, status, logs } as unknown as TransactionReceipt);
  for (const n of paid)
    chain.ended.set(nonceOf(n), { transaction: transactionHash, sender: account.address });
}

/** A sale from its verification on; `recorded` holds the bytes that its row was given, in order. */
async function sell(n: number, record: (raw: Hex) => Promise<boolean> = async () => true) {
  const payment = { offer, payer: proofOf(n).authorization.from, proof: proofOf(n) };
  await settler.verify(payment as unknown as Payment<SignedAuthorization>);
  const recorded: Hex[] = [];
  const outcome = settler.settle(
    payment as unknown as Payment<SignedAuthorization>,
    async ({ rawTransaction }) => {
      recorded.push(rawTransaction as Hex);
      return record(rawTransaction as Hex);
    },
  );
  return { recorded, outcome };
}

/** Three sales: the first goes alone, those that wait for it meanwhile share. */
async function threeSales() {
  const first = await sell(1);
  const sales = [first, ...(await Promise.all([2, 3].map((n) => sell(n))))];
  for (let i = 0; i < 50 && chain.pool.size < 2; i++) await turns();
  const [alone, shared] = [chain.pool.get(0)!, chain.pool.get(1)!];
  expect([isShared(alone), isShared(shared)]).toEqual([false, true]);
  expect(sales.map(({ recorded }) => recorded[0])).toEqual([alone, shared, shared]);
  return { sales, alone, shared };
}

describe('sales in one transaction', () => {
  // Receipts are there at the first look, so that nobody waits.
  const settled = (raw: Hex) => ({ kind: 'settled', transaction: keccak256(raw) });
  const early = (work: (raw: Hex) => void) => {
    const send = chain.client.sendRawTransaction;
    Object.assign(chain.client, {
      sendRawTransaction: async (given: { serializedTransaction: Hex }) => {
        const hash = await send(given as never);
        work(given.serializedTransaction);
        return hash;
      },
    });
  };

  it('each have the verdict of their own logs', async () => {
    early((raw) => mine(raw, isShared(raw) ? [2, 3] : [1]));
    const { sales, alone, shared } = await threeSales();
    expect(await Promise.all(sales.map(({ outcome }) => outcome))).toEqual([
      settled(alone),
      settled(shared),
      settled(shared),
    ]);
  });

  it('are not paid because the transaction succeeded: one that was passed over goes again, alone', async () => {
    early((raw) => mine(raw, isShared(raw) ? [2] : chain.pool.size === 1 ? [1] : [3]));
    const { sales, shared } = await threeSales();
    expect(await sales[1]!.outcome).toEqual(settled(shared));
    expect(await sales[2]!.outcome).toEqual(settled(chain.pool.get(2)!));
    expect(sales[2]!.recorded).toEqual([shared, chain.pool.get(2)]);
    expect(isShared(chain.pool.get(2)!)).toBe(false);
  });

  it('whose balance is gone are not sent again, go alone from then on, and stop nobody else from sharing', async () => {
    early((raw) => {
      if (isShared(raw)) chain.balance = 9_999n;
      mine(raw, isShared(raw) ? [2] : [1]);
    });
    const { sales } = await threeSales();
    expect(await sales[2]!.outcome).toEqual({ kind: 'unknown' });
    expect([sales[2]!.recorded.length, chain.pool.size]).toEqual([1, 2]);
    chain.balance = 10n ** 12n;
    const poor = payer;
    const raw = sales[2]!.recorded[0]!;
    chain.seconds += 3_600;
    expect((await resolve(3, raw)).kind).toBe('failed');
    const sellAs = (from: string, n: number) => {
      payer = from;
      return sell(n);
    };
    const other = `0x${'2b'.repeat(20)}`;
    const next = await Promise.all([sellAs(other, 4), sellAs(poor, 5), sellAs(other, 6), sellAs(other, 7)]);
    for (let i = 0; i < 50 && chain.pool.size < 5; i++) await turns();
    expect(next.map(({ recorded }) => recorded.map(isShared))).toEqual([[true], [false], [true], [true]]);
  });

  it('all go again, alone, when the whole transaction is reverted', async () => {
    const alone = [1, 2, 3];
    early((raw) => (isShared(raw) ? mine(raw, [], 'reverted') : mine(raw, [alone.shift()!])));
    const { sales } = await threeSales();
    for (const { outcome } of sales) expect((await outcome).kind).toBe('settled');
    expect([...chain.pool.values()].map(isShared)).toEqual([false, true, false, false]);
  });

  it('of a payer who cancelled meanwhile fail by that, and the others are paid', async () => {
    early((raw) => {
      chain.ended.set(nonceOf(2), undefined);
      mine(raw, isShared(raw) ? [3] : [1]);
    });
    const { sales, shared } = await threeSales();
    expect(await sales[1]!.outcome).toEqual({ kind: 'failed', reason: 'authorization_used' });
    expect(await sales[2]!.outcome).toEqual(settled(shared));
  });
});

it('a receipt that shows the money needs no other word, where a node cannot be asked for its newest block', async () => {
  const raw = await send(1);
  mine(raw, [1]);
  chain.door.sight = () => Promise.reject(new Error('header not found'));
  expect(await resolve(1, raw)).toEqual({ kind: 'settled', transaction: keccak256(raw) });
});

describe('payments of one wallet at once', () => {
  const verify = (n: number) =>
    settler.verify({
      offer,
      payer: proofOf(n).authorization.from,
      proof: proofOf(n),
    } as unknown as Payment<SignedAuthorization>);

  it('are no more than its balance pays for: the others are told to come back, before anything is sent', async () => {
    chain.balance = 10_000n;
    const said = await Promise.all([1, 2, 3, 4].map(verify));
    expect(said.map(({ kind }) => kind)).toEqual(['valid', 'held', 'held', 'held']);
    expect((await verify(1)).kind).toBe('valid');
    await send(1);
    expect((await verify(5)).kind).toBe('held');
  });

  it('hold its balance while nobody knows what became of them, and not after that', async () => {
    chain.balance = 10_000n;
    const raw = await send(1);
    expect((await verify(2)).kind).toBe('held');
    mine(raw, [1]);
    expect((await resolve(1, raw)).kind).toBe('settled');
    expect((await verify(2)).kind).toBe('valid');
  });

  it('of a start before this one hold it too', async () => {
    chain.balance = 10_000n;
    void resolve(
      1,
      await account.signTransaction({ type: 'eip1559', chainId: 8453, to: account.address, nonce: 7 }),
    );
    expect((await verify(2)).kind).toBe('held');
  });

  it('are declined where the balance is short of one of them', async () => {
    chain.balance = 9_999n;
    expect(await verify(1)).toEqual({ kind: 'declined', reason: 'insufficient_balance' });
  });

  it('whose account has code go alone', async () => {
    chain.contracts.add(proofOf(1).authorization.from);
    const first = await sell(1);
    const others = await Promise.all([2, 3].map((n) => sell(n)));
    for (let i = 0; i < 50 && chain.pool.size < 3; i++) await turns();
    expect([...chain.pool.values()].map(isShared)).toEqual([false, false, false]);
    expect([first, ...others].map(({ recorded }) => recorded.length)).toEqual([1, 1, 1]);
  });
});

describe('what failed transactions of wallet contracts may cost', () => {
  /** A budget that is smaller than one failure: one goes at a time. */
  const openSmall = (failedGasBudget = 10, gas = ROLLUP_GAS) => {
    const sleep = () => new Promise<void>((wake) => void setTimeout(wake, 5).unref());
    const clock = { now: () => NOW_SECONDS * 1_000, sleep };
    const recover = async () => payer;
    const budget = { failedGasBudget, gas };
    settler = evmSettler({ chain: chain.door, chainId: 8453, account, clock, pollMs: 1, recover, ...budget });
  };
  const sellAs = (from: string, n: number) => {
    payer = from;
    return sell(n);
  };
  const [first, second, plain] = ['2b', '3c', '4d'].map((byte) => `0x${byte.repeat(20)}`) as [
    string,
    string,
    string,
  ];
  /** Its outcome, or that it is on its way to a block. */
  const soon = async ({ outcome }: { outcome: Promise<{ kind: string }> }) => {
    const later = async () => {
      for (let i = 0; i < 50; i++) await turns();
      return { kind: 'under way' };
    };
    return (await Promise.race([outcome, later()])).kind;
  };
  beforeEach(() => {
    openSmall();
    for (const each of [first, second]) chain.contracts.add(each);
  });

  it('is held before anything is sent, and until the outcome is known', async () => {
    const one = await sellAs(first, 1);
    expect([await soon(one), chain.pool.size]).toEqual(['under way', 1]);
    const two = await sellAs(second, 2);
    expect([await soon(two), two.recorded, chain.pool.size]).toEqual(['not_sent', [], 1]);
    mine(one.recorded[0]!, [1]);
    expect((await one.outcome).kind).toBe('settled');
    const again = await sellAs(second, 3);
    expect([await soon(again), chain.pool.size]).toEqual(['under way', 2]);
  });

  it.each([
    [0n, 'under way'],
    [1n, 'not_sent'],
  ])('is held with the gas for data, here %s', async (data, outcome) => {
    // Enough for two that are charged for nothing else.
    openSmall(600_000, { ...ROLLUP_GAS, data });
    expect(await soon(await sellAs(first, 1))).toBe('under way');
    expect(await soon(await sellAs(second, 2))).toBe(outcome);
  });

  it('holds up nobody who runs no code', async () => {
    await sellAs(first, 1);
    expect([await soon(await sellAs(plain, 2)), chain.pool.size]).toEqual(['under way', 2]);
  });

  it('declines them, with a reason of their own, once it is used up', async () => {
    const one = await sellAs(first, 1);
    await soon(one);
    mine(one.recorded[0]!, [], 'reverted');
    Object.assign(chain.mined.get(keccak256(one.recorded[0]!))!, { gasUsed: 300_000n });
    expect((await one.outcome).kind).toBe('unknown');
    const verify = (from: string, n: number) => {
      payer = from;
      return settler.verify({ offer, payer, proof: proofOf(n) } as unknown as Payment<SignedAuthorization>);
    };
    expect(await verify(second, 2)).toEqual({ kind: 'declined', reason: 'wallet_contracts_paused' });
    expect((await verify(plain, 3)).kind).toBe('valid');
  });

  it('is not added to by new bytes for a sale whose own failed, until it is whole again', async () => {
    let at = NOW_SECONDS * 1_000;
    const sleep = async (ms: number) => {
      at += ms;
      await turns();
    };
    const clock = { now: () => at, sleep };
    const recover = async () => payer;
    // The share of one payer is 300,000, of which 5,000 come back in a minute.
    const budget = { failedGasBudget: 6_000_000 };
    settler = evmSettler({
      chain: chain.door,
      chainId: 8453,
      account,
      clock,
      pollMs: 500,
      recover,
      ...budget,
    });
    const one = await sellAs(first, 1);
    await soon(one);
    const [raw] = one.recorded as [Hex];
    mine(raw, [], 'reverted');
    Object.assign(chain.mined.get(keccak256(raw))!, { gasUsed: 304_000n });
    expect((await one.outcome).kind).toBe('unknown');
    const again = async () => {
      const anew: Hex[] = [];
      const sent = { offer, proof: proofOf(1), rawTransaction: raw, since: NOW_SECONDS * 1_000 };
      await settler.resolve(sent, async ({ rawTransaction }) => {
        anew.push(rawTransaction as Hex);
        mine(rawTransaction as Hex, [1]);
        return true;
      });
      return anew.length;
    };
    expect([one.recorded.length, await again()]).toEqual([1, 0]);
    at += 60_000;
    expect(await again()).toBe(1);
  });
});

describe('shared bytes of another process, of which nobody knows whether all rows held them', () => {
  const stored = async (): Promise<Hex> => {
    const { shared } = await threeSales();
    chain = new FakeChain();
    settler = evmSettler({
      chain: chain.door,
      chainId: 8453,
      account,
      clock: { now: () => NOW_SECONDS * 1_000, sleep: async () => {} },
      pollMs: 1_000,
    });
    return shared;
  };
  const sent = (n: number, rawTransaction: Hex) => ({
    offer,
    proof: proofOf(n),
    rawTransaction,
    since: NOW_SECONDS * 1_000,
  });

  it('are never sent; the sale goes alone when its row takes new bytes', async () => {
    const shared = await stored();
    const recorded: Hex[] = [];
    const resolving = settler.resolve(sent(2, shared), async ({ rawTransaction }) => {
      recorded.push(rawTransaction as Hex);
      mine(rawTransaction as Hex, [2]);
      return true;
    });
    expect((await resolving).kind).toBe('settled');
    expect([...chain.pool.values()]).toEqual(recorded);
    expect(recorded.map(isShared)).toEqual([false]);
  });

  it.each([
    ['cannot', undefined],
    ['does not', async () => false],
  ])('and when it %s, nothing is sent and nothing is said', async (_how, record) => {
    const shared = await stored();
    expect(await settler.resolve(sent(2, shared), record)).toEqual({ kind: 'unknown' });
    expect(chain.pool.size).toBe(0);
  });

  it('and close no gap: what ended elsewhere is settled by its own logs', async () => {
    const shared = await stored();
    chain.ended.set(nonceOf(2), { transaction: `0x${'77'.repeat(32)}`, sender: `0x${'99'.repeat(20)}` });
    expect((await settler.resolve(sent(2, shared), async () => true)).kind).toBe('settled');
    await turns();
    expect(chain.pool.size).toBe(0);
  });
});

describe('a sale that waits behind a nonce which nothing fills any more', () => {
  /** A settler of another start: it looks for a while, and then lets go. */
  const patient = () => {
    let at = NOW_SECONDS * 1_000;
    const clock = {
      now: () => at,
      sleep: async (ms: number) => {
        at += ms;
      },
    };
    const recover = async () => proofOf(0).authorization.from;
    return evmSettler({ chain: chain.door, chainId: 8453, account, clock, pollMs: 500, recover });
  };
  /** What the first look sends again, no node may miss by the second. */
  const lookTwice = async (raw: Hex, recorded?: Hex[]) => {
    const settler = patient();
    const look = () =>
      settler.resolve(
        { offer, proof: proofOf(2), rawTransaction: raw, since: NOW_SECONDS * 1_000 },
        recorded &&
          (async ({ rawTransaction }) => {
            recorded.push(rawTransaction as Hex);
            return true;
          }),
      );
    expect(await look()).toEqual({ kind: 'unknown' });
    return look();
  };

  it('is signed again at the missing nonce, recorded first, for the same authorization', async () => {
    await send(1);
    const second = await send(2);
    chain.pool.delete(0);
    const recorded: Hex[] = [];
    expect(await lookTwice(second, recorded)).toEqual({ kind: 'unknown' });
    expect(recorded).toEqual([chain.pool.get(0)]);
    expect(parseTransaction(recorded[0]!).data).toBe(parseTransaction(second).data);
    expect(chain.pool.get(1)).toBe(second);
  });

  it('is left alone where there is no gap, and where nothing can be recorded', async () => {
    await send(1);
    const second = await send(2);
    const recorded: Hex[] = [];
    expect(await lookTwice(second, recorded)).toEqual({ kind: 'unknown' });
    expect([recorded, chain.pool.size]).toEqual([[], 2]);
    chain.pool.delete(0);
    expect(await lookTwice(second)).toEqual({ kind: 'unknown' });
    expect(chain.pool.size).toBe(1);
  });
});

describe('an authorization whose bytes did not carry it', () => {
  /** A settler of another start: it looks for a while, and then lets go. */
  const patient = () => {
    let at = NOW_SECONDS * 1_000;
    const sleep = async (ms: number) => {
      at += ms;
    };
    return evmSettler({
      chain: chain.door,
      chainId: 8453,
      account,
      clock: { now: () => at, sleep },
      pollMs: 500,
    });
  };
  const row = (rawTransaction: Hex) => ({
    offer,
    proof: proofOf(1),
    rawTransaction,
    since: NOW_SECONDS * 1_000,
  });
  /** A row that takes whatever bytes it is given; `onRecord` may mine them. */
  const recording = (onRecord: (raw: Hex) => void = () => {}) => {
    const recorded: Hex[] = [];
    const record = async ({ rawTransaction }: { rawTransaction?: string }) => {
      recorded.push(rawTransaction as Hex);
      onRecord(rawTransaction as Hex);
      return true;
    };
    return { recorded, record };
  };

  it('since they were reverted is sent again once that cause has ended, and not before', async () => {
    const first = await send(1);
    mine(first, [], 'reverted');
    const settler = patient();
    chain.revert = 'Pausable: paused';
    const { recorded, record } = recording((raw) => mine(raw, [1]));
    expect(await settler.resolve(row(first), record)).toEqual({ kind: 'unknown' });
    expect(recorded).toEqual([]);
    chain.revert = undefined;
    expect((await settler.resolve(row(first), record)).kind).toBe('settled');
    expect([recorded.length, chain.pool.size]).toEqual([1, 2]);
    expect(parseTransaction(recorded[0]!).data).toBe(parseTransaction(first).data);
  });

  it('since another transaction took their nonce is sent again at once, recorded first', async () => {
    const first = await send(1);
    chain.pool.set(0, STRANGERS);
    const { recorded, record } = recording((raw) => mine(raw, [1]));
    expect((await patient().resolve(row(first), record)).kind).toBe('settled');
    expect([...chain.pool.values()]).toEqual([STRANGERS, recorded[0]]);
  });

  it('is given new bytes three times and no more, however often they are reverted', async () => {
    const first = await send(1);
    mine(first, [], 'reverted');
    const settler = patient();
    const { recorded, record } = recording((raw) => mine(raw, [], 'reverted'));
    for (let i = 0; i < 6; i++) await settler.resolve(row(recorded.at(-1) ?? first), record);
    expect(recorded.length).toBe(3);
  });

  it('is not sent when its row cannot take new bytes', async () => {
    const first = await send(1);
    mine(first, [], 'reverted');
    expect(await patient().resolve(row(first))).toEqual({ kind: 'unknown' });
    expect(chain.pool.size).toBe(1);
  });

  it('and ran out meanwhile is over, and nothing is sent', async () => {
    const first = await send(1);
    mine(first, [], 'reverted');
    chain.seconds += 3_600;
    const { recorded, record } = recording();
    expect(await patient().resolve(row(first), record)).toEqual({
      kind: 'failed',
      reason: 'authorization_expired',
    });
    expect(recorded).toEqual([]);
  });
});

describe('a transaction that waits for its receipt when somebody else uses its nonce', () => {
  /** Each sleep adds to the time, also where two sleep at once. It sells one sale alone and two that share. */
  async function sellThree() {
    let ticks = 0;
    const sleep = async (ms: number) => {
      ticks += ms;
      await turns();
    };
    const clock = { now: () => NOW_SECONDS * 1_000, ticks: () => ticks, sleep };
    const recover = async () => payer;
    settler = evmSettler({ chain: chain.door, chainId: 8453, account, clock, pollMs: 500, recover });
    const sold = await threeSales();
    return { ...sold, ticks: () => ticks };
  }
  const kindsOf = async (sales: readonly { outcome: Promise<{ kind: string }> }[]) =>
    (await Promise.all(sales.map(({ outcome }) => outcome))).map(({ kind }) => kind);

  it('is given up as soon as a block shows that, and its sales go again, alone and recorded first', async () => {
    const { sales, alone, shared, ticks } = await sellThree();
    mine(alone, [1]);
    chain.pool.set(1, STRANGERS);
    const { sendRawTransaction } = chain.client;
    Object.assign(chain.client, {
      sendRawTransaction: async (given: { serializedTransaction: Hex }) => {
        const raw = given.serializedTransaction;
        const n = sales.findIndex(({ recorded }) => recorded.at(-1) === raw) + 1;
        mine(raw, [n]);
        return sendRawTransaction(given as never);
      },
    });
    expect(await kindsOf(sales)).toEqual(['settled', 'settled', 'settled']);
    expect(ticks()).toBeLessThan(10_000);
    const anew = [chain.pool.get(2)!, chain.pool.get(3)!];
    expect(anew.map(isShared)).toEqual([false, false]);
    expect(sales.slice(1).map(({ recorded }) => recorded)).toEqual(
      expect.arrayContaining(anew.map((raw) => [shared, raw])),
    );
  });

  it('is waited for as long as ever where its own may still be mined', async () => {
    const { sales, alone, ticks } = await sellThree();
    mine(alone, [1]);
    expect(await kindsOf(sales)).toEqual(['settled', 'unknown', 'unknown']);
    expect(ticks()).toBeGreaterThan(20_000);
    expect(sales.map(({ recorded }) => recorded.length)).toEqual([1, 1, 1]);
  });

  it('moves nothing again where its buyer was charged by then', async () => {
    const { sales, alone } = await sellThree();
    mine(alone, [1]);
    chain.pool.set(1, STRANGERS);
    Object.assign(chain.door, { look: async () => ({ used: true, balance: 10n ** 12n, revert: undefined }) });
    expect(await kindsOf(sales)).toEqual(['settled', 'unknown', 'unknown']);
    expect(sales.map(({ recorded }) => recorded.length)).toEqual([1, 1, 1]);
  });
});

it('a settler that may not use its key now signs nothing', async () => {
  const { shared } = await threeSales();
  chain = new FakeChain();
  let at = NOW_SECONDS * 1_000;
  const sleep = async (ms: number) => {
    at += ms;
  };
  settler = evmSettler({
    chain: chain.door,
    chainId: 8453,
    account,
    clock: { now: () => at, sleep },
    pollMs: 1_000,
    recover: async () => proofOf(0).authorization.from,
    mayUseKey: () => false,
  });
  const { recorded, outcome } = await sell(4);
  expect(await outcome).toEqual({ kind: 'not_sent' });
  const again = async ({ rawTransaction }: { rawTransaction?: string }) => {
    recorded.push(rawTransaction as Hex);
    return true;
  };
  const sent = { offer, proof: proofOf(2), rawTransaction: shared, since: NOW_SECONDS * 1_000 };
  expect(await settler.resolve(sent, again)).toEqual({ kind: 'unknown' });
  expect([recorded, chain.pool.size]).toEqual([[], 0]);
});
