import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEMPORARY } from '../adapters/temporary.testing.ts';
import { sampleProduct } from '../gate/testing.ts';
import { DAY_MS } from '../values/time.ts';
import { type AskPerson, cappedWallet } from './capped-wallet.ts';
import type { Caps } from './caps.ts';
import { type Script, type ScriptedSeller, type Step, scriptedSeller } from './scripted-seller.testing.ts';
import { openSpending, type Spending } from './spending.ts';
import { evmWallet } from './wallets.ts';

/** A wallet that pays by itself, before a seller that does what it likes. The price is one cent. */

const DELIVER: Step = { do: 'deliver' };
const LOST: Step = { do: 'drop', charges: true };
const DECLINED: Step = { do: 'answer', status: 402, body: '{"error":"payment_required"}' };
const KEY = `0x${'22'.repeat(32)}` as const;
const never: AskPerson = async () => {
  throw new Error('nobody is to be asked');
};

let seller: ScriptedSeller;
let folder: string;
let spending: Spending;
let now: number;

beforeAll(async () => {
  seller = await scriptedSeller({ product: sampleProduct, paid: [] });
});
afterAll(() => seller.close());
beforeEach(() => {
  play(DELIVER);
  folder = mkdtempSync(join(TEMPORARY, 'assay-wallet-'));
  spending = openSpending(folder);
  now = Date.now();
  return () => {
    spending.close();
    rmSync(folder, { recursive: true });
  };
});

function play(...paid: Script['paid']): void {
  seller.script = { product: sampleProduct, paid };
  seller.payments.length = 0;
  seller.charged.clear();
}
const walletWith = (caps: Partial<Caps> = {}, book = spending, pause = async () => {}) =>
  cappedWallet({
    ...{
      wallet: evmWallet(KEY),
      spending: book,
      folder,
      sending: { times: 2, pause },
      now: () => now,
    },
    caps: { perCall: 10_000n, perDay: 30_000n, askAbove: 10_000n, ...caps },
  });
const question = (word = 'yes') => ({
  ...{ baseUrl: seller.url, path: sampleProduct.path },
  ...{ method: 'POST' as const, body: { word } },
});
const nameOf = () => basename(walletWith().fileOf(question()));
const sent = () => [seller.payments.length, new Set(seller.payments).size, seller.charged.size];
const files = () => readdirSync(folder).filter((each) => each.endsWith('.payment.json'));

describe('caps', () => {
  it('let through exactly what is within them', async () => {
    const wallet = walletWith({ perDay: 20_000n });
    for (const word of ['one', 'two']) await wallet.buy(question(word), never);
    await expect(wallet.buy(question('three'), never)).rejects.toMatchObject({
      ...{ stop: 'not_approved', paid: 'no' },
      message: '$0.01 is over what is left for 24 hours: $0.02 of $0.02 is spent (--max-per-day)',
    });
    expect([sent(), wallet.spent(), files().length]).toEqual([[2, 2, 2], 20_000n, 2]);
    now += DAY_MS;
    await wallet.buy(question('three'), never);
    expect(seller.charged.size).toBe(3);
  });

  it('hold for one call, to the unit', async () => {
    await expect(walletWith({ perCall: 9_999n }).buy(question(), never)).rejects.toMatchObject({
      stop: 'terms_not_acceptable',
    });
    expect([sent(), spending.spent(now)]).toEqual([[0, 0, 0], 0n]);
  });

  it('hold for calls at once, and for another process with the same wallet', async () => {
    const other = openSpending(folder);
    const wallets = [walletWith({ perDay: 20_000n }), walletWith({ perDay: 20_000n }, other)];
    const ended = await Promise.allSettled(
      [...'abcdefgh'].map((word, i) => wallets[i % 2]!.buy(question(word), never)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect([sent(), spending.spent(now)]).toEqual([[2, 2, 2], 20_000n]);
    other.close();
  });
});

describe('a person', () => {
  const answering =
    (answer: Awaited<ReturnType<AskPerson>>, prices: string[] = []): AskPerson =>
    async ({ price }) => {
      prices.push(price);
      return answer;
    };

  it('is asked above the limit, and decides', async () => {
    const prices: string[] = [];
    const wallet = walletWith({ askAbove: 9_999n });
    await expect(wallet.buy(question(), answering('no', prices))).rejects.toMatchObject({
      stop: 'not_approved',
    });
    expect([sent(), wallet.spent()]).toEqual([[0, 0, 0], 0n]);
    await wallet.buy(question(), answering('yes', prices));
    expect([prices, sent()]).toEqual([
      ['$0.01', '$0.01'],
      [1, 1, 1],
    ]);
  });

  it('cannot be replaced where the host cannot ask: nothing is paid, and the refusal says what to do', async () => {
    await expect(walletWith({ askAbove: 0n }).buy(question(), answering('cannot_ask'))).rejects.toMatchObject(
      { stop: 'not_approved', message: expect.stringContaining('raise --ask-above') },
    );
    expect(sent()).toEqual([0, 0, 0]);
  });

  it('who thinks while another call spends the rest gets a refusal, not a payment', async () => {
    const wallet = walletWith({ askAbove: 9_999n, perDay: 10_000n });
    await expect(
      wallet.buy(question('slow'), async () => {
        await walletWith({ perDay: 10_000n }).buy(question('quick'), never);
        return 'yes';
      }),
    ).rejects.toMatchObject({ stop: 'not_approved', paid: 'no' });
    expect(sent()).toEqual([1, 1, 1]);
  });
});

describe('one purchase', () => {
  it('is signed for once, however often and from wherever it is asked for', async () => {
    const other = openSpending(folder);
    const wallet = walletWith();
    const [first, joined] = await Promise.all([wallet.buy(question(), never), wallet.buy(question(), never)]);
    const again = await walletWith({}, other).buy(question(), never);
    expect([first.isAgain, joined.isAgain, again.isAgain]).toEqual([false, true, true]);
    expect([joined.bought.body, again.bought.body]).toEqual([first.bought.body, first.bought.body]);
    expect([sent(), wallet.spent()]).toEqual([[2, 1, 1], 10_000n]);
    expect(statSync(join(folder, files()[0]!)).mode & 0o777).toBe(0o600);
    other.close();
  });

  it('is gone on with after lost answers, and after a crash, with the same payment', async () => {
    play(LOST, LOST, LOST, DELIVER);
    await expect(walletWith().buy(question(), never)).rejects.toMatchObject({ stop: 'outcome_unknown' });
    // Nothing of it is in memory; the caps are used up by now, and nothing is to be signed.
    const later = walletWith({ perDay: 0n, perCall: 10_000n });
    expect(await later.buy(question(), never)).toMatchObject({ isAgain: false });
    expect([sent(), later.spent()]).toEqual([[4, 1, 1], 10_000n]);
  });

  it('that is not known is never replaced, however old it is', async () => {
    play(LOST, LOST, DECLINED);
    await expect(walletWith().buy(question(), never)).rejects.toMatchObject({ stop: 'outcome_unknown' });
    now += 30 * DAY_MS;
    for (let i = 0; i < 3; i++)
      await expect(walletWith().buy(question(), never)).rejects.toMatchObject({ stop: 'outcome_unknown' });
    expect(new Set(seller.payments).size).toBe(1);
  });

  it('that was declined is replaced only after it can no longer be charged', async () => {
    play(DECLINED, DELIVER);
    const wallet = walletWith();
    await expect(wallet.buy(question(), never)).rejects.toMatchObject({ stop: 'declined' });
    const { pending } = JSON.parse(readFileSync(wallet.fileOf(question()), 'utf8')) as {
      pending: { liveUntil: string };
    };
    now = Date.parse(pending.liveUntil) + 60_000;
    await expect(wallet.buy(question(), never)).rejects.toMatchObject({ stop: 'declined' });
    expect(sent()).toEqual([1, 1, 0]);
    now += 1;
    await wallet.buy(question(), never);
    // What was declined stays counted: its seller alone says that it was not charged.
    expect([sent(), wallet.spent()]).toEqual([[2, 2, 1], 20_000n]);
  });

  it('that another process had delivered stays delivered, whatever this one heard of it before', async () => {
    play(DECLINED, DELIVER);
    const late: Parameters<Spending['note']>[] = [];
    const note: Spending['note'] = (...said) =>
      said[1] === 'declined' ? void late.push(said) : spending.note(...said);
    const slow = walletWith({}, { ...spending, note });
    await expect(slow.buy(question(), never)).rejects.toMatchObject({ stop: 'declined' });
    const other = openSpending(folder);
    expect((await walletWith({}, other).buy(question(), never)).isAgain).toBe(false);
    other.close();
    for (const said of late) spending.note(...said);
    expect([late.length, spending.newest(nameOf())?.state]).toEqual([1, 'delivered']);
    // Its answer is had again, and nothing is signed anew when its authorization has run out.
    now += 3_600_000;
    expect((await walletWith().buy(question(), never)).isAgain).toBe(true);
    expect(sent()[1]).toBe(1);
  });

  it('ends a day after its delivery: then the same question is another one', async () => {
    const wallet = walletWith();
    await wallet.buy(question(), never);
    now += DAY_MS;
    expect((await wallet.buy(question(), never)).isAgain).toBe(true);
    now += 1;
    expect((await wallet.buy(question(), never)).isAgain).toBe(false);
    expect([sent(), files()]).toEqual([[3, 2, 2], [files()[0]]]);
  });

  it('that ended and was replaced while it was sent again says nothing of its replacement', async () => {
    await walletWith().buy(question(), never);
    play(LOST, LOST, LOST, DELIVER, DECLINED);
    now += DAY_MS;
    // Another process gives the delivered payment up and signs a new one, whose outcome is not known.
    const pause = async () => {
      now += 1;
      await expect(walletWith().buy(question(), never)).rejects.toMatchObject({ stop: 'outcome_unknown' });
    };
    const late = walletWith({}, spending, pause);
    expect((await late.buy(question(), never)).isAgain).toBe(true);
    expect([sent()[1], spending.newest(nameOf())?.state]).toEqual([2, 'sent']);
    now += 30 * DAY_MS;
    await expect(walletWith().buy(question(), never)).rejects.toMatchObject({ stop: 'outcome_unknown' });
    expect(sent()[1]).toBe(2);
  });

  it('is noted under its own row where it was replaced between two looks', async () => {
    const file = walletWith().fileOf(question());
    await walletWith().buy(question(), never);
    const old = spending.newest(nameOf())!;
    now += DAY_MS + 1;
    const replacing = (): void => {
      spending.giveUp(old, now, () => rmSync(file));
      const wanted = { question: nameOf(), amount: 10_000n, perDay: 30_000n, isKept: () => false };
      const made = spending.claim(wanted, now) as { id: number };
      writeFileSync(file, replacement);
      spending.note(made.id, 'sent', now);
    };
    const elsewhere = openSpending(mkdtempSync(join(folder, 'elsewhere-')));
    play(DELIVER);
    const other = cappedWallet({
      ...{ wallet: evmWallet(KEY), spending: elsewhere, folder: mkdtempSync(join(folder, 'other-')) },
      ...{ now: () => now, caps: { perCall: 10_000n, perDay: 30_000n, askAbove: 10_000n } },
    });
    await other.buy(question(), never);
    const replacement = readFileSync(other.fileOf(question()));
    elsewhere.close();
    const [paid] = seller.payments;
    play(DELIVER);
    let looks = 0;
    const newest: Spending['newest'] = (name) => {
      const row = spending.newest(name);
      if (looks++ === 0) replacing();
      return row;
    };
    expect((await walletWith({}, { ...spending, newest }).buy(question(), never)).isAgain).toBe(false);
    expect([seller.payments, spending.newest(nameOf())?.state]).toEqual([[paid], 'delivered']);
  });

  it('is not begun where what is kept cannot be read', async () => {
    const wallet = walletWith();
    writeFileSync(wallet.fileOf(question()), '{"pending":');
    await expect(wallet.buy(question(), never)).rejects.toThrow(/no payment that can be sent again/);
    expect([sent(), wallet.spent()]).toEqual([[0, 0, 0], 0n]);
  });

  it('is not signed for again where another process paid while a person thought', async () => {
    const wallet = walletWith({ askAbove: 0n });
    const late: AskPerson = async () => {
      await walletWith().buy(question(), never);
      return 'yes';
    };
    await expect(wallet.buy(question(), late)).rejects.toMatchObject({
      ...{ stop: 'not_approved', paid: 'no' },
      message: expect.stringContaining('call again to get its answer'),
    });
    expect([sent(), wallet.spent()]).toEqual([[1, 1, 1], 10_000n]);
    expect((await wallet.buy(question(), never)).isAgain).toBe(true);
  });

  it('whose claim nothing was signed for is not counted', async () => {
    const wallet = cappedWallet({
      ...{ spending, folder, now: () => now, caps: { perCall: 10_000n, perDay: 10_000n, askAbove: 10_000n } },
      wallet: { address: '0x', scheme: { scheme: 'exact', createPaymentPayload: () => Promise.reject() } },
    });
    await expect(wallet.buy(question(), never)).rejects.toMatchObject({ stop: 'no_wallet' });
    expect([sent(), wallet.spent()]).toEqual([[0, 0, 0], 0n]);
  });
});
