import {
  type Hex,
  keccak256,
  type PublicClient,
  parseTransaction,
  RpcRequestError,
  TransactionNotFoundError,
  UnknownRpcError,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { openLane, type Signed } from './lane.ts';

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** A node that does what a test says, call by call. It mines nothing: what it accepts waits in `pool`. */
class FakeNode {
  readonly pool: Hex[] = [];
  /** Transactions at these nonces were mined or are known, by whoever sent them. */
  spent = 0;
  /** What the next sends answer; then they are accepted. */
  readonly answers: (Error | 'accept-then-fail')[] = [];
  countFails = false;
  feeReads = 0;
  /** Time of its newest block, epoch seconds; undefined: it does not say. */
  time: bigint | undefined = 1_795_000_000n;
  /** What it says to these bytes for as long as it lives. */
  readonly refused = new Map<Hex, Error>();
  /** How many of the pool are mined. */
  mined = 0;
  async getTransactionCount({ blockTag }: { blockTag: string }) {
    if (this.countFails) throw new Error('node down');
    return this.spent + (blockTag === 'latest' ? this.mined : this.pool.length);
  }
  async getBalance() {
    return 10n ** 18n;
  }
  fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 1n };
  async estimateFeesPerGas() {
    this.feeReads++;
    return this.fees;
  }
  async sendRawTransaction({ serializedTransaction: raw }: { serializedTransaction: Hex }) {
    const answer = this.answers.shift();
    if (answer instanceof Error) throw answer;
    const refusal = this.refused.get(raw);
    if (refusal) throw refusal;
    if (this.pool.includes(raw)) throw new Error('already known');
    if (parseTransaction(raw).nonce! < this.spent + this.pool.length) throw new Error('nonce too low');
    this.pool.push(raw);
    if (answer === 'accept-then-fail') throw new Error('socket hang up');
    return keccak256(raw);
  }
  async getTransaction({ hash }: { hash: Hex }) {
    if (this.pool.some((raw) => keccak256(raw) === hash)) return { hash };
    throw new TransactionNotFoundError({ hash });
  }
  get nonces() {
    return this.pool.map((raw) => parseTransaction(raw).nonce ?? 0);
  }
}

let node: FakeNode;
let reports: unknown[];
let lane: ReturnType<typeof openLane>;
let now: number;
const recorded: Signed[] = [];
const yes = async (signed: Signed) => {
  recorded.push(signed);
  return true;
};
const down = () => new Error('connection refused');
/** As viem wraps what a node answers. */
const refusal = (message: string) =>
  new UnknownRpcError(
    new RpcRequestError({
      body: { method: 'eth_sendRawTransaction' },
      error: { code: -32000, message },
      url: '',
    }),
  );
/** When the authorizations of these tests can charge nobody any more. */
const UNTIL = 1_795_000_150n;

beforeEach(() => {
  node = new FakeNode();
  reports = [];
  now = 1_000;
  recorded.length = 0;
  lane = openLane(
    {
      client: node as unknown as PublicClient,
      now: async () => {
        if (node.time === undefined) throw down();
        return node.time;
      },
    },
    account,
    8453,
    () => now,
    (error) => reports.push(error),
  );
});

const submit = (data: Hex, record: (signed: Signed) => Promise<boolean> = yes) =>
  lane.submit(TOKEN, data, record, UNTIL);

describe('submit', () => {
  it.each([
    ['as the node says', 10n ** 8n, 10n ** 8n],
    ['never more than a tenth of a gwei, whatever the node says', 10n ** 13n, 10n ** 8n],
  ])('tips %s', async (_how, said, paid) => {
    const base = 5n * 10n ** 9n;
    node.fees = { maxFeePerGas: base + said, maxPriorityFeePerGas: said };
    expect(await submit('0x01')).toMatchObject({ kind: 'sent' });
    const { maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(node.pool[0]!);
    expect(maxPriorityFeePerGas).toBe(paid);
    expect(maxFeePerGas).toBe(2n * (base + paid));
  });

  it('signs for the chain and the token, records, then sends: the hash is known before anything is sent', async () => {
    const seen: unknown[] = [];
    const sent = await submit('0x01', async (signed) => {
      seen.push([node.pool.length, signed.transaction]);
      return true;
    });
    expect(sent).toEqual({ kind: 'sent', transaction: keccak256(node.pool[0]!) });
    expect(seen).toEqual([[0, keccak256(node.pool[0]!)]]);
    expect(parseTransaction(node.pool[0]!)).toMatchObject({
      chainId: 8453,
      to: TOKEN.toLowerCase(),
      data: '0x01',
      type: 'eip1559',
    });
  });

  it('takes one after another, whoever is slow: order of asking is order of nonces', async () => {
    const slowFirst = (i: number) => async (signed: Signed) => {
      await new Promise((resolve) => setTimeout(resolve, i === 0 ? 20 : 0));
      return yes(signed);
    };
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, i) => submit(`0x${i.toString(16).padStart(2, '0')}`, slowFirst(i))),
    );
    expect(sent.every((each) => each.kind === 'sent')).toBe(true);
    expect(node.nonces).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(node.pool.map((raw) => Number(parseTransaction(raw).data))).toEqual(
      Array.from({ length: 20 }, (_, i) => i),
    );
  });

  it.each([
    ['answers no', async () => false],
    ['throws', async () => Promise.reject(new Error('disk full'))],
  ])('sends nothing when the record %s, and leaves no gap', async (_what, record) => {
    expect(await submit('0x01', record)).toEqual({ kind: 'not_sent' });
    expect(node.pool).toEqual([]);
    expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
    expect(node.nonces).toEqual([0]);
  });

  it('sends nothing when the node cannot be asked for a nonce', async () => {
    node.countFails = true;
    expect(await submit('0x01')).toEqual({ kind: 'not_sent' });
    expect([recorded, node.pool]).toEqual([[], []]);
    expect(reports).toHaveLength(1);
    node.countFails = false;
    expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
  });

  it('tries the same bytes again when a send fails', async () => {
    node.answers.push(down(), down());
    expect(await submit('0x01')).toMatchObject({ kind: 'sent' });
    expect(recorded).toHaveLength(1);
    expect(node.nonces).toEqual([0]);
  });

  it('takes "already known" for sent: the answer to an earlier try was lost', async () => {
    node.answers.push('accept-then-fail');
    expect(await submit('0x01')).toMatchObject({ kind: 'sent', transaction: keccak256(node.pool[0]!) });
    expect(node.pool).toHaveLength(1);
  });

  it('does not know, when every try failed; and sends those bytes before anything else', async () => {
    node.answers.push(down(), down(), down());
    expect(await submit('0x01')).toEqual({ kind: 'unknown' });
    expect(reports).toHaveLength(1);
    expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
    expect(node.nonces).toEqual([0, 1]);
    expect(node.pool[0]).toBe(recorded[0]!.rawTransaction);
  });

  it('sends nothing new while stuck bytes cannot be sent: no gap to wait behind', async () => {
    node.answers.push(...Array.from({ length: 6 }, down));
    expect(await submit('0x01')).toEqual({ kind: 'unknown' });
    expect(await submit('0x02')).toEqual({ kind: 'not_sent' });
    expect(recorded).toHaveLength(1);
    expect(await submit('0x03')).toMatchObject({ kind: 'sent' });
    expect(node.nonces).toEqual([0, 1]);
  });

  it('goes on behind stuck bytes that a node had taken after all', async () => {
    node.answers.push('accept-then-fail', down(), down());
    expect((await submit('0x01')).kind).toBe('unknown');
    expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
    expect(node.nonces).toEqual([0, 1]);
  });

  it('signs anew when somebody else spent the nonce: dead bytes move nothing', async () => {
    await submit('0x01');
    node.spent = 5;
    expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
    expect(recorded.map(({ rawTransaction }) => parseTransaction(rawTransaction).nonce ?? 0)).toEqual([
      0, 1, 6,
    ]);
    expect(node.nonces).toEqual([0, 6]);
  });

  it.each([
    [
      'the node cannot be asked for another nonce',
      async () => {
        node.countFails = true;
        return true;
      },
    ],
    ['the row takes no other bytes', async () => recorded.length === 1],
  ])('does not say that nothing was sent when bytes look dead and %s', async (_what, mayRecord) => {
    // Mined, the answer was lost, and the node that is asked for it is behind.
    node.answers.push(down(), new Error('nonce too low'));
    const record = async (signed: Signed) => (await yes(signed)) && mayRecord();
    expect(await submit('0x01', record)).toEqual({ kind: 'unknown' });
    expect(node.pool).toEqual([]);
  });

  it('forgets stuck bytes whose nonce was spent by another transaction', async () => {
    node.answers.push(down(), down(), down());
    await submit('0x01');
    node.spent = 3;
    expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
    expect(node.nonces).toEqual([3]);
  });

  it('does not sign for ever when nonces keep being spent', async () => {
    node.sendRawTransaction = async () => Promise.reject(new Error('nonce too low'));
    expect(await submit('0x01')).toEqual({ kind: 'unknown' });
    expect(recorded.length).toBeLessThanOrEqual(3);
  });

  it('asks for fees once in a while, not once a sale', async () => {
    for (let i = 0; i < 10; i++) await submit('0x01');
    expect(node.feeReads).toBe(1);
    now += 3_000;
    await submit('0x01');
    expect(node.feeReads).toBe(2);
  });
});

it('in doubt asks for the next nonce again: a transaction that the node lost leaves no gap', async () => {
  await submit('0x01');
  await submit('0x02');
  node.pool.length = 0;
  lane.doubt();
  expect(await submit('0x03')).toMatchObject({ kind: 'sent' });
  expect(node.nonces).toEqual([0]);
});

it('does not forget a doubt that comes while a sale is being sent', async () => {
  await submit('0x01');
  const second = submit('0x02', async (signed) => {
    node.pool.length = 0;
    lane.doubt();
    return yes(signed);
  });
  await second;
  node.pool.length = 0;
  await submit('0x03');
  expect(node.nonces).toEqual([0]);
});

it('sees the gap before bytes of another key by the nonces of that key', async () => {
  const other = privateKeyToAccount(`0x${'11'.repeat(32)}`);
  const raw = await other.signTransaction({ type: 'eip1559', chainId: 8453, to: TOKEN, nonce: 7, gas: 1n });
  const counts = new Map([[account.address, 9]]);
  Object.assign(node, {
    getTransactionCount: async ({ address }: { address: Hex }) => counts.get(address) ?? 0,
  });
  for (const [count, isBehindGap] of [
    [6, true],
    [7, false],
    [8, false],
  ] as const) {
    counts.set(other.address, count);
    expect(await lane.isBehindGap(raw), String(count)).toBe(isBehindGap);
  }
  expect(await lane.isBehindGap('0x1234')).toBe(false);
});

describe('bytes that the node refuses for good', () => {
  /** Signed and recorded, never reached a node; from now on it answers `said` to them. */
  const stuck = async (said: string) => {
    node.answers.push(down(), down(), down());
    expect(await submit('0x01')).toEqual({ kind: 'unknown' });
    node.refused.set(recorded[0]!.rawTransaction, refusal(said));
  };
  const UNDERPRICED = 'transaction underpriced: gas fee cap 1, base fee 2';

  it('let nothing pass while their authorization could still charge', async () => {
    await stuck(UNDERPRICED);
    for (const time of [node.time!, UNTIL]) {
      node.time = time;
      expect(await submit('0x02')).toEqual({ kind: 'not_sent' });
    }
    expect([recorded.length, node.pool]).toEqual([1, []]);
  });

  it.each([UNDERPRICED, 'FeeTooLow, MaxFeePerGas too low', 'txpool is full'])(
    'and whose authorization ran out hold up nobody: %s',
    async (said) => {
      await stuck(said);
      node.time = UNTIL + 1n;
      expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
      expect(await submit('0x03')).toMatchObject({ kind: 'sent' });
      expect(node.nonces).toEqual([0, 1]);
      expect(node.pool.map((raw) => parseTransaction(raw).data)).toEqual(['0x02', '0x03']);
    },
  );

  it('hold up every sale while nobody says what time it is', async () => {
    await stuck(UNDERPRICED);
    node.time = undefined;
    expect(await submit('0x02')).toEqual({ kind: 'not_sent' });
  });

  it('cost a later sale its nonce at the most, when they are mined after all', async () => {
    await stuck(UNDERPRICED);
    node.time = UNTIL + 1n;
    // Another node had them: nonce 0 is gone between the question for it and the send.
    const sent = await submit('0x02', async (signed) => {
      node.spent = 1;
      return yes(signed);
    });
    expect(sent).toMatchObject({ kind: 'sent' });
    expect(node.nonces).toEqual([1]);
  });

  it.each([
    'AlreadyKnown',
    'already known',
    'Known transaction',
    'Transaction with the same hash was already imported.',
  ])('are sent when it says that it has them: %s', async (said) => {
    await stuck(said);
    expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
    expect(recorded.map(({ rawTransaction }) => parseTransaction(rawTransaction).nonce ?? 0)).toEqual([0, 1]);
  });

  it('are sent when it has them and words it like nobody else', async () => {
    await stuck('the pool holds this one');
    node.pool.push(recorded[0]!.rawTransaction);
    expect(await submit('0x02')).toMatchObject({ kind: 'sent' });
    expect(node.nonces).toEqual([0, 1]);
  });

  it.each(['unknown transaction type', UNDERPRICED])('are not taken for sent: %s', async (said) => {
    await stuck(said);
    expect(await lane.resend(recorded[0]!.rawTransaction)).toBe('unknown');
  });

  it.each([
    'nonce too low: next nonce 4, tx nonce 0',
    'Transaction nonce is too low. Try incrementing the nonce.',
    'OldNonce, Current nonce: 4, nonce of rejected tx: 0',
    'OwnNonceAlreadyUsed',
    'replacement transaction underpriced',
    'ReplacementNotAllowed, existing tx gas price: 2',
    'Transaction gas price 1wei is too low. There is another transaction with same nonce in the queue.',
    'could not replace existing tx',
  ])('are dead when others have their nonce: %s', async (said) => {
    await stuck(said);
    expect(await lane.resend(recorded[0]!.rawTransaction)).toBe('dead');
  });
});

describe('a nonce that was sent and that the chain lacks', () => {
  const raws = () => recorded.map(({ rawTransaction }) => rawTransaction);
  const three = async () => {
    for (const data of ['0x01', '0x02', '0x03'] as const) await submit(data);
  };

  it('gets the bytes that it had, and those behind it are left', async () => {
    await three();
    // A node that took the second one and passed it on to nobody: the third waits in the pool behind the gap.
    const [first, second, third] = raws();
    node.pool.splice(0, 3, first!);
    await lane.fillGap();
    expect(node.pool).toEqual([first, second, third]);
    expect(recorded).toHaveLength(3);
  });

  it('is not looked for where nothing is missing', async () => {
    await three();
    await lane.fillGap();
    expect(node.pool).toEqual(raws());
    await submit('0x04');
    expect(node.nonces).toEqual([0, 1, 2, 3]);
  });

  it('is left to the next sale when its bytes are older than what a buyer may have been told', async () => {
    await three();
    node.pool.length = 1;
    now += 20_001;
    await lane.fillGap();
    expect(node.nonces).toEqual([0]);
    await submit('0x04');
    expect(node.nonces).toEqual([0, 1]);
  });

  it('waits for a node that can be asked, and reports', async () => {
    await three();
    node.pool.length = 1;
    node.countFails = true;
    await lane.fillGap();
    expect(reports).toHaveLength(1);
    node.countFails = false;
    await lane.fillGap();
    expect(node.nonces).toEqual([0, 1, 2]);
  });
});

describe('a transaction that was overtaken', () => {
  const sentBy = async (data: Hex): Promise<Hex> => {
    const sent = await submit(data);
    if (sent.kind !== 'sent') throw new Error(sent.kind);
    return sent.transaction;
  };

  it('is one whose nonce is spent and that the node does not know', async () => {
    const [first, second] = [await sentBy('0x01'), await sentBy('0x02')];
    expect(await lane.overtaken([first, second])).toEqual([]);
    node.pool.shift();
    node.spent = 1;
    expect(await lane.overtaken([first, second])).toEqual([first]);
  });

  it('is not one that waits, was mined, is not ours, or that nobody can be asked about', async () => {
    const [mined, waiting] = [await sentBy('0x01'), await sentBy('0x02')];
    node.mined = 1;
    expect(await lane.overtaken([mined, waiting, `0x${'99'.repeat(32)}`])).toEqual([]);
    node.pool.length = 0;
    expect(await lane.overtaken([mined, waiting])).toEqual([mined]);
    node.getTransaction = async () => {
      throw down();
    };
    expect(await lane.overtaken([mined])).toEqual([]);
    node.countFails = true;
    expect(await lane.overtaken([mined])).toEqual([]);
    expect(reports.length).toBe(1);
  });
});

describe('resend', () => {
  it('says sent, dead or unknown, and never signs', async () => {
    await submit('0x01');
    const [raw] = node.pool;
    expect(await lane.resend(raw!)).toBe('sent');
    const lost = recorded[0]!.rawTransaction;
    node.pool.length = 0;
    node.spent = 4;
    expect(await lane.resend(lost)).toBe('dead');
    node.answers.push(down(), down(), down());
    expect(await lane.resend(lost)).toBe('unknown');
    expect(recorded).toHaveLength(1);
  });

  it('does not call bytes dead when the node cannot say', async () => {
    await submit('0x01');
    const lost = recorded[0]!.rawTransaction;
    node.pool.length = 0;
    node.spent = 4;
    node.getTransaction = async () => Promise.reject(down());
    expect(await lane.resend(lost)).toBe('unknown');
  });
});
