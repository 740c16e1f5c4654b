import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSolanaChain, type SolanaChain } from './chain.ts';

/** What a node says, method by method; `undefined` is an error. */
let says: Record<string, (params: never[]) => unknown>;
let chain: SolanaChain;

/** How many connections the node closes without an answer. */
let closes = 0;
const server = createServer(async (request, response) => {
  if (closes > 0) {
    closes--;
    request.socket.destroy();
    return;
  }
  const { method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
    method: string;
    params: never[];
  };
  const result = says[method]?.(params);
  const error = { code: -32_000, message: 'quotes what it was sent' };
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(result === undefined ? { error } : { result }) }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  chain = openSolanaChain({ rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(() => void server.close());

const SINCE = 1_795_000_000_000;
const seconds = SINCE / 1_000;
const at = (slot: number, value: unknown) => ({ context: { slot }, value });
const FINAL_SLOT = 1_000;
const status = (err: unknown, confirmationStatus: string) => at(FINAL_SLOT, [{ err, confirmationStatus }]);

/** A node on which the transaction never was, and whose final blocks are long behind its block hash. */
beforeEach(() => {
  says = {
    getSlot: () => FINAL_SLOT,
    getBlockTime: ([slot]) => (slot === FINAL_SLOT ? seconds + 200 : seconds - 86_400),
    getFirstAvailableBlock: () => 1,
    isBlockhashValid: () => at(FINAL_SLOT, false),
    getSignatureStatuses: () => at(FINAL_SLOT, [null]),
  };
});
const fate = () => chain.fate('signature', 'blockhash', SINCE);

describe('what is asked at the same moment', () => {
  /** What the node was asked, by method. */
  const watched = () => {
    const asked: string[] = [];
    for (const [method, answer] of Object.entries(says))
      says[method] = (params) => {
        asked.push(method);
        return answer(params);
      };
    return asked;
  };
  const statuses = (known: Record<string, string>) => {
    says.getSignatureStatuses = ([names]) =>
      at(
        FINAL_SLOT,
        (names as unknown as string[]).map((name) =>
          known[name] ? { err: null, confirmationStatus: known[name] } : null,
        ),
      );
  };

  it('is one question, and each gets its own answer', async () => {
    statuses({ b: 'confirmed', c: 'processed' });
    const asked = watched();
    const found = await Promise.all(['a', 'b', 'c'].map((name) => chain.status(name)));
    expect([found, asked]).toEqual([['absent', 'succeeded', 'seen'], ['getSignatureStatuses']]);
  });

  it('reads the last final block once for all, and their own ends', async () => {
    statuses({ b: 'finalized' });
    const asked = watched();
    const found = await Promise.all(['a', 'b'].map((name) => chain.fate(name, `hash of ${name}`, SINCE)));
    expect(found).toEqual(['dead', 'succeeded']);
    const times = (method: string) => asked.filter((each) => each === method).length;
    expect([times('getSlot'), times('isBlockhashValid')]).toEqual([1, 2]);
  });

  it('fails for all where the answer leaves one out', async () => {
    says.getSignatureStatuses = () => at(FINAL_SLOT, [null]);
    const found = await Promise.allSettled(['a', 'b'].map((name) => chain.status(name)));
    expect(found.map((each) => each.status)).toEqual(['rejected', 'rejected']);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a word', 'busy'],
    ['no list', at(FINAL_SLOT, null)],
    ['no view', { value: [null, null] }],
    ['a view without a slot', { context: {}, value: [null, null] }],
    ['something else than a status', at(FINAL_SLOT, [null, 0])],
    [
      'a status that does not say whether it failed',
      at(FINAL_SLOT, [null, { confirmationStatus: 'finalized' }]),
    ],
  ])('fails for all where the answer is %s', async (_, answer) => {
    says.getSignatureStatuses = () => answer;
    const asked = ['a', 'b'].flatMap((name) => [
      chain.status(name),
      chain.fate(name, `hash of ${name}`, SINCE),
    ]);
    for (const end of await Promise.allSettled(asked))
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 'OTHER_ANSWER' } });
  });
});

describe('fate', () => {
  it('is dead when the block hash is over for good and no block holds it', async () => {
    expect(await fate()).toBe('dead');
  });

  it.each<[string, Record<string, (params: never[]) => unknown>]>([
    ['the block hash still stands', { isBlockhashValid: () => at(FINAL_SLOT, true) }],
    [
      'the last final block may be older than the block hash, which is then merely not seen yet',
      { getBlockTime: ([slot]) => (slot === FINAL_SLOT ? seconds + 60 : seconds - 86_400) },
    ],
    [
      'the view without it is older than the end of the block hash',
      { getSignatureStatuses: () => at(999, [null]) },
    ],
    [
      'the view without it is older than the block in which its hash was over, on another node',
      {
        isBlockhashValid: () => at(FINAL_SLOT + 50, false),
        getSignatureStatuses: () => at(FINAL_SLOT + 49, [null]),
      },
    ],
    [
      'the node that calls its hash over is behind the final block that it was to know',
      { isBlockhashValid: () => at(FINAL_SLOT - 1, false) },
    ],
    [
      'the node does not say whether the block hash is over',
      { isBlockhashValid: () => at(FINAL_SLOT, null) },
    ],
    ['the history of the node begins after the sale', { getBlockTime: () => seconds + 200 }],
  ])('is not known while %s', async (_, other) => {
    says = { ...says, ...other };
    expect(await fate()).toBe('absent');
  });

  it('is not known from a view that is older than another node showed', async () => {
    says.getSignatureStatuses = () => at(FINAL_SLOT + 500, [null]);
    expect(await fate()).toBe('dead');
    says.getSignatureStatuses = () => at(FINAL_SLOT + 499, [null]);
    expect(await fate()).toBe('absent');
  });

  it.each([
    ['succeeded', null, 'confirmed'],
    ['succeeded', null, 'finalized'],
    ['seen', null, 'processed'],
    // A block that is not final may be dropped, and the transaction may then succeed in another.
    ['seen', { InstructionError: [2, { Custom: 1 }] }, 'confirmed'],
    ['failed', { InstructionError: [2, { Custom: 1 }] }, 'finalized'],
  ])('is %s with error %j in a block that is %s', async (known, err, confirmation) => {
    says.getSignatureStatuses = () => status(err, confirmation);
    expect(await fate()).toBe(known);
    expect(await chain.status('signature')).toBe(known);
  });

  it.each(['getSlot', 'getBlockTime', 'getFirstAvailableBlock', 'isBlockhashValid', 'getSignatureStatuses'])(
    'throws when the node does not answer %s, and quotes nothing',
    async (method) => {
      says[method] = () => undefined;
      await expect(fate()).rejects.toThrow(`the node refused ${method} (-32000)`);
    },
  );

  it('throws when the node does not know the time of its block', async () => {
    says.getBlockTime = () => null;
    await expect(fate()).rejects.toThrow('the time of its own block');
  });

  it('asks for the whole history, and for a view that is no older than the final block', async () => {
    const asked: Record<string, unknown> = {};
    for (const [method, answer] of Object.entries(says))
      says[method] = (params) => {
        asked[method] = params;
        return answer(params);
      };
    await fate();
    expect(asked.getSignatureStatuses).toEqual([['signature'], { searchTransactionHistory: true }]);
    expect(asked.isBlockhashValid).toEqual([
      'blockhash',
      { commitment: 'finalized', minContextSlot: FINAL_SLOT },
    ]);
  });
});

describe('a connection that the node closed', () => {
  it.each([
    [1, 'asks again once'],
    [2, 'gives up'],
  ])('%d times: %s', async (times) => {
    closes = times;
    if (times === 1) expect(await chain.finalSlot()).toBe(FINAL_SLOT);
    else await expect(chain.finalSlot()).rejects.toThrow('fetch failed');
    expect(closes).toBe(0);
  });
});

describe('change', () => {
  const ACCOUNT = 'account';
  const balance = (accountIndex: number, amount: string) => ({ accountIndex, uiTokenAmount: { amount } });
  const transaction = (meta: object, accountKeys: readonly string[] = ['payer', ACCOUNT]) => ({
    slot: 7,
    transaction: { signatures: ['signature'], message: { accountKeys } },
    meta: { err: null, preTokenBalances: [], postTokenBalances: [], ...meta },
  });
  const change = (answer: unknown) => {
    says.getTransaction = () => answer;
    return chain.change('signature', ACCOUNT);
  };

  it('is what the account holds afterwards less what it held', async () => {
    const moved = {
      preTokenBalances: [balance(1, '5')],
      postTokenBalances: [balance(0, '9'), balance(1, '12')],
    };
    expect(await change(transaction(moved))).toEqual({ slot: 7, amount: 7n });
    const spent = { preTokenBalances: [balance(1, '5')], postTokenBalances: [balance(1, '2')] };
    expect(await change(transaction(spent))).toEqual({ slot: 7, amount: -3n });
  });

  it('counts an account that the transaction opened, or that a lookup table named', async () => {
    const opened = { postTokenBalances: [balance(1, '12')] };
    expect(await change(transaction(opened))).toMatchObject({ amount: 12n });
    const looked = { loadedAddresses: { writable: ['other', ACCOUNT], readonly: [] } };
    const named = transaction({ ...looked, postTokenBalances: [balance(2, '4')] }, ['payer']);
    expect(await change(named)).toMatchObject({ amount: 4n });
  });

  it('is nothing when the transaction failed or leaves the account alone', async () => {
    const failed = { err: { InstructionError: [2, { Custom: 1 }] }, postTokenBalances: [balance(1, '12')] };
    expect(await change(transaction(failed))).toMatchObject({ amount: 0n });
    expect(await change(transaction({ postTokenBalances: [balance(0, '12')] }))).toMatchObject({
      amount: 0n,
    });
  });

  it('is unknown when no final block holds the transaction', async () => {
    let asked: unknown;
    says.getTransaction = (params) => {
      asked = params;
      return null;
    };
    expect(await chain.change('signature', ACCOUNT)).toBeUndefined();
    expect(asked).toEqual([
      'signature',
      { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 },
    ]);
  });
});

describe('simulate', () => {
  const simulate = (value: unknown) => {
    says.simulateTransaction = () => at(FINAL_SLOT, value);
    return chain.simulate(new Uint8Array(1));
  };

  it.each([
    ['it would go through', null, undefined],
    ['the word of the node', 'BlockhashNotFound', 'BlockhashNotFound'],
    [
      'the place of the fault',
      { InstructionError: [2, { Custom: 1 }] },
      { InstructionError: [2, { Custom: 1 }] },
    ],
  ])('is %s', async (_, err, found) => {
    expect(await simulate({ err })).toEqual(found);
  });

  it.each([
    ['does not say whether it failed', {}],
    ['is nothing', null],
    ['says that it did not fail as no node does', { err: false }],
    ['names no error', { err: '' }],
    ['names an error without a word', { err: {} }],
  ])('is not known where the answer %s', async (_, value) => {
    await expect(simulate(value)).rejects.toMatchObject({ code: 'OTHER_ANSWER' });
  });
});

it('no more is read of an answer than ten megabytes', async () => {
  says.getGenesisHash = () => 'x'.repeat(10_485_761);
  await expect(chain.genesisHash()).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
});

describe('history', () => {
  it('lists ids with their times, from the one before on', async () => {
    const asked: unknown[] = [];
    says.getBlockTime = () => 9;
    says.getSignaturesForAddress = (params) => {
      asked.push(params);
      return [
        { signature: 'a', slot: 3, err: null, blockTime: 5 },
        { signature: 'b', slot: 2, err: 'AccountInUse', blockTime: null },
      ];
    };
    expect(await chain.history('account', 'z')).toEqual([
      { signature: 'a', slot: 3, failed: false, time: 5_000 },
      { signature: 'b', slot: 2, failed: true, time: 9_000 },
    ]);
    expect(asked).toEqual([['account', { commitment: 'finalized', limit: 1_000, before: 'z' }]]);
  });
});
