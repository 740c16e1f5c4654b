import { type Hex, keccak256, type PublicClient, RpcRequestError, UnknownRpcError } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBatches } from './batch.ts';
import { isUnpaidGas } from './gas.ts';
import { openLane, type Signed } from './lane.ts';

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** As viem wraps what a node answers. */
const said = (message: string, code = -32000) =>
  new UnknownRpcError(
    new RpcRequestError({ body: { method: 'eth_sendRawTransaction' }, error: { code, message }, url: '' }),
  );

/** What each client says to `eth_sendRawTransaction` of an account that cannot pay for its gas. */
const WORDS: readonly (readonly [client: string, message: string, code?: number])[] = [
  [
    'geth, before 1.11',
    'insufficient funds for gas * price + value: address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 have 0 want 40',
  ],
  ['geth', 'insufficient funds for gas * price + value: balance 0, tx cost 400, overshot 400'],
  [
    'geth, with others that wait',
    'insufficient funds for gas * price + value: balance 9, queued cost 8, tx cost 4, overshot 3',
  ],
  ['Erigon', 'insufficient funds for gas * price + value'],
  ['Nethermind', 'InsufficientFunds, Balance is zero, cannot pay gas', -32010],
  ['Nethermind, some left', 'InsufficientFunds, Account balance: 302, cumulative cost: 580', -32010],
  ['Nethermind, executing', 'insufficient MaxFeePerGas for sender balance'],
  ['Reth', 'insufficient funds for gas * price + value: have 0 want 400', -32003],
  ['revm', 'transaction validation error: lack of funds (0) for max fee (400)'],
  ['anvil', 'Insufficient funds for gas * price + value', -32003],
  [
    'Base’s sequencer',
    'insufficient funds for gas * price + value: have 200000000000000 want 200000308028946',
  ],
  ['Besu', 'Upfront cost exceeds account balance', -32004],
];

describe('a node that refuses a transaction for want of gas', () => {
  it.each(WORDS.map(([client, message, code = -32000]) => ({ client, message, code })))(
    'is understood: $client',
    ({ message, code }) => {
      expect(isUnpaidGas(said(message, code))).toBe(true);
    },
  );

  it.each(['nonce too low', 'replacement transaction underpriced', 'already known', 'execution reverted'])(
    'is not what says: %s',
    (message) => expect(isUnpaidGas(said(message))).toBe(false),
  );

  it('is not a connection that broke with the same words', () => {
    expect(isUnpaidGas(new Error('insufficient funds for gas * price + value'))).toBe(false);
  });
});

/** A node whose only pool is what it accepted, and whose account has `balance`. */
class Node {
  balance = 10n ** 18n;
  /** What it says of the balance, where that is not what it goes by. */
  shown: bigint | undefined;
  readonly pool: Hex[] = [];
  readonly asked: string[] = [];
  readonly first: Error[] = [];

  readonly client = {
    getBalance: async () => this.#heard('balance', this.shown ?? this.balance),
    getTransactionCount: async () => this.#heard('count', this.pool.length),
    estimateFeesPerGas: async () => this.#heard('fees', { maxFeePerGas: 100n, maxPriorityFeePerGas: 1n }),
    sendRawTransaction: async ({ serializedTransaction: raw }: { serializedTransaction: Hex }) => {
      this.#heard('send', raw);
      const broken = this.first.shift();
      if (broken) throw broken;
      if (this.balance < 1_000n) throw said('insufficient funds for gas * price + value');
      this.pool.push(raw);
      return keccak256(raw);
    },
  } as unknown as PublicClient;

  #heard<T>(what: string, value: T): T {
    this.asked.push(what);
    return value;
  }
  sends = () => this.asked.filter((what) => what === 'send').length;
}

let node: Node;
let now: number;
let recorded: Signed[];
let changes: boolean[];
let lane: ReturnType<typeof openLane>;
beforeEach(() => {
  node = new Node();
  now = 1_000_000;
  recorded = [];
  changes = [];
  const chain = { client: node.client, now: async () => 0n };
  lane = openLane(
    chain,
    account,
    8453,
    () => now,
    () => {},
    (isEnough) => changes.push(isEnough),
  );
});
const record = async (signed: Signed) => {
  recorded.push(signed);
  return true;
};
const submit = () => lane.submit(TOKEN, '0x01', record, 100n);
const REFUSED = { kind: 'not_sent', refused: 'out_of_gas' };

describe('an account without gas', () => {
  it('signs and records nothing, and says so once', async () => {
    node.balance = 0n;
    for (let sale = 0; sale < 20; sale++) expect(await submit()).toEqual(REFUSED);
    expect(recorded).toEqual([]);
    expect(changes).toEqual([false]);
    expect(node.sends()).toBe(0);
  });

  it('is asked about ever less often while it stays empty', async () => {
    node.balance = 0n;
    const askedOver = async (ms: number) => {
      const before = node.asked.filter((what) => what === 'balance').length;
      for (const end = now + ms; now < end; now += 100) await submit();
      return node.asked.filter((what) => what === 'balance').length - before;
    };
    expect(await askedOver(60_000)).toBeLessThanOrEqual(9);
    expect(await askedOver(60_000)).toBeLessThanOrEqual(5);
  });

  it('sells again by itself when gas arrives', async () => {
    node.balance = 0n;
    await submit();
    node.balance = 10n ** 18n;
    now += 1_000;
    expect(await submit()).toMatchObject({ kind: 'sent' });
    expect(changes).toEqual([false, true]);
    expect(recorded).toHaveLength(1);
  });

  it('is told by the node’s refusal where its balance says otherwise, with one send', async () => {
    node.balance = 0n;
    node.shown = 10n ** 18n;
    expect(await submit()).toEqual(REFUSED);
    expect(await submit()).toEqual(REFUSED);
    expect(node.sends()).toBe(1);
    expect(changes).toEqual([false]);
    node.balance = node.shown;
    now += 1_000;
    expect(await submit()).toMatchObject({ kind: 'sent' });
    // The nonce of what was refused is free.
    expect(node.pool).toHaveLength(1);
  });

  it('is no certain no when a send before it found nobody: that one may have been heard', async () => {
    node.balance = 0n;
    node.shown = 10n ** 18n;
    node.first.push(new Error('socket hang up'));
    expect(await submit()).toEqual({ kind: 'unknown' });
  });

  it('stops no sale where nobody says what it has', async () => {
    Object.assign(node.client, { getBalance: () => Promise.reject(new Error('connection refused')) });
    expect(await submit()).toMatchObject({ kind: 'sent' });
    expect(changes).toEqual([]);
  });

  it('pays for one where several together are too dear', async () => {
    node.balance = 200_000n * 200n;
    const batches = openBatches(lane);
    const order = { to: TOKEN, data: '0x01', record, until: 100n, mayShare: true } as const;
    const sent = await Promise.all([batches.submit(order), batches.submit(order)]);
    expect(sent).toEqual([
      expect.objectContaining({ kind: 'sent', shared: false }),
      expect.objectContaining({ kind: 'sent', shared: false }),
    ]);
    expect(changes).toEqual([]);
  });
});
