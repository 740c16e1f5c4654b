import { beforeEach, describe, expect, it, vi } from 'vitest';
import { USDC_SOLANA } from '../../gate/assets.ts';
import { draftFor, signedDraft } from '../../gate/rails/solana.testing.ts';
import { decodeTransaction } from '../../gate/rails/solana-message.ts';
import { solanaExact } from '../../gate/rails/x402-svm.ts';
import type { Sending } from '../../ports.ts';
import { base58 } from '../../values/base58.ts';
import type { Offer, Payment, SolanaTransaction } from '../../values/payment.ts';
import type { TransactionError } from './answers.ts';
import { isSignedBy, solanaKeyFromSeed } from './key.ts';
import { type SolanaSettlerOptions, solanaSettler } from './settler.ts';
import type { SvmStatus } from './statuses.ts';

const key = (byte: number) => solanaKeyFromSeed(new Uint8Array(32).fill(byte));
const [feePayer, seller, buyer] = [key(1), key(2), key(3)];
const offer: Offer = {
  scheme: 'exact',
  network: USDC_SOLANA.network,
  asset: USDC_SOLANA.asset,
  amount: '50000',
  payTo: seller.address,
  maxTimeoutSeconds: 120,
  extra: { feePayer: feePayer.address },
};

/** What the chain believes, and what it was handed. */
const node = {
  status: 'absent' as SvmStatus,
  fate: 'absent' as SvmStatus | 'dead',
  error: undefined as TransactionError | undefined,
  sent: [] as Uint8Array[],
  simulated: [] as Uint8Array[],
  down: false,
  /** A transaction that is sent is in a block from then on. */
  mines: true,
};
/** `step`: by how much somebody sets the clock as soon as anybody waits. */
const time = { now: 1_795_000_000_000, step: 0, stepped: 0 };
const reports: string[] = [];

const asked = <T>(answer: () => T): Promise<T> =>
  node.down ? Promise.reject(new Error('down')) : Promise.resolve(answer());
const chain: SolanaSettlerOptions['chain'] = {
  simulate: (transaction) =>
    asked(() => {
      node.simulated.push(transaction);
      return node.error;
    }),
  send: (transaction) =>
    asked(() => {
      node.sent.push(transaction);
      if (node.mines) node.status = 'succeeded';
    }),
  status: () => asked(() => node.status),
  fate: () => asked(() => node.fate),
  tokens: () => asked(() => 10n ** 9n),
};
const settler = solanaSettler({
  chain,
  feePayer,
  clock: {
    now: () => time.now + time.stepped,
    ticks: () => time.now,
    sleep: async (ms) => {
      time.now += ms;
      time.stepped = time.step;
    },
  },
  pollMs: 500,
  statusTimeoutMs: 5_000,
  report: (where) => void reports.push(where),
});

type Signers = { address: string; sign: (message: Uint8Array) => Uint8Array }[];
const paymentBy = (...signers: Signers) => paymentOf('a memo', ...signers);
function paymentOf(memo: string, ...signers: Signers) {
  const draft = draftFor(offer, buyer.address, key(9).address, memo);
  const transaction = signedDraft(draft, ...signers);
  const read = solanaExact.read({ transaction }, offer, time.now);
  if (typeof read === 'string') throw new Error(read);
  const { timing: _, ...payment } = read;
  return { rail: 'x402', offer, ...payment } as Payment<SolanaTransaction>;
}
const payment = paymentBy(buyer);
/** The id that the transaction will have. */
const message = decodeTransaction(Buffer.from(payment.proof.transaction, 'base64'))!.message;
const ID = base58(feePayer.sign(message));

beforeEach(() => {
  Object.assign(time, { step: 0, stepped: 0 });
  Object.assign(node, { status: 'absent', fate: 'absent', error: undefined, down: false, mines: true });
  node.sent.length = node.simulated.length = reports.length = 0;
});

describe('verify', () => {
  it('shows no node a transaction that it could send', async () => {
    expect(await settler.verify(payment)).toEqual({ kind: 'valid' });
    const [simulated] = node.simulated;
    expect(isSignedBy(feePayer.address, message, decodeTransaction(simulated!)!.signatures[0]!)).toBe(false);
    expect(node.sent).toEqual([]);
  });

  it('asks nobody about a signature that is not the payer`s', async () => {
    const forged = paymentBy({ ...key(8), address: buyer.address });
    for (const each of [await settler.verify(forged), await settler.authenticate(forged)])
      expect(each).toEqual({ kind: 'declined', reason: 'invalid_signature' });
    expect(node.simulated).toEqual([]);
  });

  it.each([
    ['BlockhashNotFound', 'authorization_expired'],
    [{ InstructionError: [2, { Custom: 1 }] }, 'insufficient_balance'],
    [{ InstructionError: [2, 'InvalidAccountData'] }, 'insufficient_balance'],
    [{ InstructionError: [2, { Custom: 17 }] }, 'settlement_refused'],
    [{ InstructionError: [0, 'GenericError'] }, 'settlement_refused'],
    ['SanitizeFailure', 'settlement_refused'],
  ] as const)('reads %j as %s', async (error, reason) => {
    node.error = error;
    expect(await settler.verify(payment)).toEqual({ kind: 'declined', reason });
  });

  it.each(['InsufficientFundsForFee', 'AccountNotFound', 'AlreadyProcessed'])(
    'does not hold %s against the buyer',
    async (error) => {
      node.error = error;
      expect(await settler.verify(payment)).toEqual({ kind: 'unreachable' });
      expect(reports).toEqual(['verify']);
    },
  );

  it.each([
    ['succeeded', { kind: 'paid', transaction: ID, ours: true }],
    ['seen', { kind: 'unreachable' }],
    ['failed', { kind: 'declined', reason: 'settlement_refused' }],
  ] as const)(
    'knows a transaction of ours that is %s, whatever the journal lost',
    async (status, verified) => {
      node.status = status;
      expect(await settler.verify(payment)).toEqual(verified);
    },
  );

  it('is unreachable when no node answers', async () => {
    node.down = true;
    expect(await settler.verify(payment)).toEqual({ kind: 'unreachable' });
  });
});

describe('settle', () => {
  it('records the id and the bytes before they are sent', async () => {
    const recorded: Sending[] = [];
    const settled = await settler.settle(payment, async (sending) => {
      expect(node.sent).toEqual([]);
      recorded.push(sending);
      return true;
    });
    expect(settled).toEqual({ kind: 'settled', transaction: ID });
    const [{ transaction, rawTransaction }] = recorded as [Sending];
    expect(transaction).toBe(ID);
    expect(Buffer.from(node.sent[0]!).toString('hex')).toBe(rawTransaction);
    const { signatures } = decodeTransaction(node.sent[0]!)!;
    expect(isSignedBy(feePayer.address, message, signatures[0]!)).toBe(true);
    expect(isSignedBy(buyer.address, message, signatures[1]!)).toBe(true);
  });

  it.each([async () => false, () => Promise.reject(new Error('disk full'))])(
    'sends nothing that could not be recorded',
    async (record) => {
      expect(await settler.settle(payment, record)).toEqual({ kind: 'not_sent' });
      expect(node.sent).toEqual([]);
    },
  );

  it('sends again what has no status, and does not know at last', async () => {
    node.mines = false;
    expect(await settler.settle(payment, async () => true)).toEqual({ kind: 'unknown' });
    expect(node.sent.length).toBe(3);
    expect(new Set(node.sent.map((each) => base58(each))).size).toBe(1);
  });

  it('waits no longer when somebody sets the clock back meanwhile', async () => {
    node.mines = false;
    const began = time.now;
    time.step = -3_600_000;
    expect(await settler.settle(payment, async () => true)).toEqual({ kind: 'unknown' });
    expect(time.now - began).toBe(5_000);
  });

  it('does not know when no node answers', async () => {
    node.down = true;
    expect(await settler.settle(payment, async () => true)).toEqual({ kind: 'unknown' });
  });

  it('fails only when a final block says so', async () => {
    node.mines = false;
    node.status = 'seen';
    expect(await settler.settle(payment, async () => true)).toEqual({ kind: 'unknown' });
    node.status = 'failed';
    expect(await settler.settle(payment, async () => true)).toEqual({
      kind: 'failed',
      reason: 'settlement_refused',
    });
  });
});

describe('a wallet with the price of one answer', () => {
  const turns = async (count: number) => {
    for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  /** A chain that carries out what is sent a moment later, in its order; each transaction costs the fee payer its fee. */
  function openMarket(balance: bigint) {
    const price = BigInt(offer.amount);
    const status = new Map<string, SvmStatus>();
    let sent = 0;
    let now = time.now;
    const market: SolanaSettlerOptions['chain'] = {
      simulate: async () => {
        await turns(1);
        return balance < price ? { InstructionError: [2, { Custom: 1 }] } : undefined;
      },
      tokens: async () => {
        await turns(1);
        return balance;
      },
      status: async (id) => status.get(id) ?? 'absent',
      fate: async (id) => status.get(id) ?? 'absent',
      async send(bytes) {
        const id = base58(decodeTransaction(bytes)!.signatures[0]!);
        if (status.has(id)) return;
        sent++;
        status.set(id, 'absent');
        // A block takes longer than a question.
        void turns(10).then(() => {
          status.set(id, balance < price ? 'failed' : 'succeeded');
          if (balance >= price) balance -= price;
        });
      },
    };
    const clock = {
      now: () => now,
      sleep: async (ms: number) => {
        await turns(1);
        now += ms / 10_000;
      },
    };
    const sells = solanaSettler({ chain: market, feePayer, clock, pollMs: 500 });
    return {
      sent: () => sent,
      drain: () => {
        balance = 0n;
      },
      fill: (amount: bigint) => {
        balance = amount;
      },
      settler: sells,
      async buy(memo: string) {
        const each = paymentOf(memo, buyer);
        const verified = await sells.verify(each);
        return verified.kind === 'valid' ? sells.settle(each, async () => true) : verified;
      },
    };
  }
  const memos = (count: number, name = 'payment') => Array.from({ length: count }, (_, i) => `${name} ${i}`);
  const PRICE = BigInt(offer.amount);

  it('costs one transaction, however often it pays at once', async () => {
    const market = openMarket(PRICE);
    const outcomes = await Promise.all(memos(100).map(market.buy));
    expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(1);
    expect(market.sent()).toBe(1);
    for (const { kind } of outcomes) expect(['settled', 'held', 'declined']).toContain(kind);
  });

  it('buys as often as it can pay, with payments that are sent again when they are told so', async () => {
    const market = openMarket(20n * PRICE);
    const untilTold = async (memo: string, tries = 20): Promise<string> => {
      const { kind } = await market.buy(memo);
      return kind === 'held' && tries > 0 ? untilTold(memo, tries - 1) : kind;
    };
    const outcomes = await Promise.all(memos(20).map((memo) => untilTold(memo)));
    expect(outcomes).toEqual(Array(20).fill('settled'));
    expect(market.sent()).toBe(20);
  });

  it('that is emptied before its payments are carried out has one at a time under way from then on', async () => {
    const market = openMarket(24n * PRICE);
    const verified = memos(4).map((memo) => paymentOf(memo, buyer));
    for (const each of verified) expect(await market.settler.verify(each)).toEqual({ kind: 'valid' });
    market.drain();
    for (const each of verified)
      expect(await market.settler.settle(each, async () => true)).toMatchObject({ kind: 'failed' });
    market.fill(24n * PRICE);
    const places = memos(3, 'later').map((memo) => paymentOf(memo, buyer));
    expect(await market.settler.verify(places[0]!)).toEqual({ kind: 'valid' });
    const next = market.settler.verify(places[1]!);
    await turns(20);
    expect(await Promise.race([next, 'waits'])).toBe('waits');
    await market.settler.settle(places[0]!, async () => true);
    expect(await next).toEqual({ kind: 'valid' });
  });

  it('holds what was sent before a restart, and may still be carried out', async () => {
    const market = openMarket(PRICE);
    const [first] = memos(1).map((memo) => paymentOf(memo, buyer));
    let rawTransaction = '';
    const before = solanaSettler({
      ...{ chain: { ...chain, send: async () => {} }, feePayer, pollMs: 500, statusTimeoutMs: 0 },
      clock: { now: () => time.now, sleep: async () => {} },
    });
    await before.settle(first!, async (sending) => {
      rawTransaction = sending.rawTransaction!;
      return true;
    });
    const { resolve } = market.settler;
    const looking = resolve({ offer, proof: first!.proof, rawTransaction, since: time.now });
    const outcomes = await Promise.all([looking, market.buy('another')]);
    expect(outcomes[0]!.kind).toBe('settled');
    expect(['held', 'declined']).toContain(outcomes[1]!.kind);
    expect(market.sent()).toBe(1);
  });

  it('has its places back when no block can hold what was sent, though no node ever tells its end', async () => {
    let now = time.now;
    const sells = solanaSettler({
      ...{ chain: { ...chain, send: async () => {} }, feePayer, pollMs: 500, statusTimeoutMs: 0 },
      clock: {
        now: () => now,
        sleep: async (ms) => {
          now += ms;
        },
      },
    });
    const since = now;
    const rows = await Promise.all(
      memos(4).map(async (memo) => {
        const { proof } = paymentOf(memo, buyer);
        let rawTransaction = '';
        await sells.settle({ ...payment, proof }, async (sending) => {
          rawTransaction = sending.rawTransaction!;
          return true;
        });
        return { offer, proof, rawTransaction, since };
      }),
    );
    const look = async (afterMs: number) => {
      now = since + afterMs;
      for (const row of rows) expect(await sells.resolve(row)).toEqual({ kind: 'unknown' });
      return sells.verify(paymentOf('another', buyer));
    };
    expect(await look(60_000)).toEqual({ kind: 'held' });
    expect(await look(120_000)).toEqual({ kind: 'valid' });
    expect(await look(3 * 3_600_000)).toEqual({ kind: 'valid' });
  });
});

describe('resolve', () => {
  const proof = payment.proof;
  const raw = async () => {
    let rawTransaction: string | undefined;
    node.mines = false;
    await settler.settle(payment, async (sending) => {
      rawTransaction = sending.rawTransaction;
      return true;
    });
    node.sent.length = 0;
    return rawTransaction!;
  };
  const resolve = (rawTransaction: string | null) =>
    settler.resolve({ offer, proof, rawTransaction, since: time.now });

  it('knows that nothing was sent where nothing was recorded', async () => {
    node.down = true;
    expect(await resolve(null)).toEqual({ kind: 'not_sent' });
  });

  it.each([
    ['succeeded', { kind: 'settled', transaction: ID }],
    ['failed', { kind: 'failed', reason: 'settlement_refused' }],
    ['dead', { kind: 'failed', reason: 'authorization_expired' }],
  ] as const)('of one that is %s sends nothing', async (fate, outcome) => {
    const rawTransaction = await raw();
    node.fate = fate;
    expect(await resolve(rawTransaction)).toEqual(outcome);
    expect(node.sent).toEqual([]);
  });

  it('sends again what may still be taken', async () => {
    const rawTransaction = await raw();
    node.mines = true;
    expect(await resolve(rawTransaction)).toEqual({ kind: 'settled', transaction: ID });
    expect(Buffer.from(node.sent[0]!).toString('hex')).toBe(rawTransaction);
  });

  it('is only asked about in the seconds after a node took it, however often it is looked at', async () => {
    time.now += 6_000;
    const rawTransaction = await raw();
    const fates = vi.spyOn(chain, 'fate');
    const statuses = vi.spyOn(chain, 'status');
    const took = async () => {
      const began = time.now;
      const before = [fates.mock.calls.length, statuses.mock.calls.length, node.sent.length];
      expect(await resolve(rawTransaction)).toEqual({ kind: 'unknown' });
      const after = [fates.mock.calls.length, statuses.mock.calls.length, node.sent.length];
      return [...after.map((count, i) => count - before[i]!), time.now - began];
    };
    const [fate, , sent] = await took();
    expect([fate, sent]).toEqual([1, 1]);
    for (let i = 0; i < 100; i++) expect(await took()).toEqual([0, 1, 0, 0]);
    time.now += 6_000;
    expect((await took()).filter((_, i) => i !== 1)).toEqual([1, 1, 1_000]);
    vi.restoreAllMocks();
  });

  it('does not know while nobody can be asked', async () => {
    const rawTransaction = await raw();
    node.down = true;
    expect(await resolve(rawTransaction)).toEqual({ kind: 'unknown' });
    expect(reports).toContain('resolve');
  });
});
