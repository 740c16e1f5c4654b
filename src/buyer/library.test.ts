import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleProduct } from '../gate/testing.ts';
import { buy, evmWallet, fileStore, PurchaseStopped } from './index.ts';
import { type Script, type ScriptedSeller, type Step, scriptedSeller } from './scripted-seller.testing.ts';
import { STOPS } from './stops.ts';
import { writeDurably } from './store.ts';

/** The buyer as others call it: one call, one payment, whatever is lost on the way. */

const LOST: Step = { do: 'drop', charges: true };
let seller: ScriptedSeller;
let folder: string;
let signatures: number;

beforeAll(async () => {
  seller = await scriptedSeller({ product: sampleProduct, paid: [] });
});
afterAll(() => seller.close());
beforeEach(() => {
  play([{ do: 'deliver' }]);
  signatures = 0;
  folder = mkdtempSync(join(tmpdir(), 'assay-buyer-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

function play(paid: Script['paid']): void {
  seller.script = { product: sampleProduct, paid };
  seller.payments.length = 0;
  seller.charged.clear();
}
const file = () => join(folder, 'payment.json');
const buyer = () => ({
  wallet: async () => {
    signatures++;
    return evmWallet(`0x${'22'.repeat(32)}`);
  },
  approve: async () => true,
  store: fileStore(file()),
  pause: async () => {},
  times: 2,
});
const request = (change: object = {}) => ({ url: seller.url + sampleProduct.path, max: '0.01', ...change });

describe('buy', () => {
  it('pays once, however often it is called for one store', async () => {
    const first = await buy(request(), buyer());
    const second = await buy(request(), buyer());
    expect(second.body).toEqual(first.body);
    expect([signatures, new Set(seller.payments).size, seller.charged.size]).toEqual([1, 1, 1]);
    await buyer().store.forget();
    await buy(request(), buyer());
    expect([signatures, seller.charged.size]).toEqual([2, 2]);
  });

  it('goes on with what a run before it could not finish, with the same payment', async () => {
    play([LOST, LOST, LOST, { do: 'deliver' }]);
    await expect(buy(request({ body: { word: 'yes' } }), buyer())).rejects.toMatchObject({
      stop: 'outcome_unknown',
      paid: 'unknown',
    });
    const { answer } = await buy(request({ body: { word: 'yes' } }), buyer());
    expect(answer).toMatchObject({ said: 'yes' });
    expect([signatures, new Set(seller.payments).size, seller.charged.size]).toEqual([1, 1, 1]);
  });

  it('sends nothing while its store holds a payment for another request, or cannot be read', async () => {
    await buy(request(), buyer());
    play([{ do: 'deliver' }]);
    await buyer().store.forget();
    await buy(request({ body: { word: 'yes' } }), buyer());
    seller.payments.length = 0;
    await expect(buy(request({ body: { word: 'no' } }), buyer())).rejects.toMatchObject({ stop: 'usage' });
    await buyer().store.forget();
    await buy(request(), buyer());
    play([{ do: 'deliver' }]);
    for (const change of [{ body: { word: 'yes' } }, { url: `${seller.url}${sampleProduct.path}?word=no` }])
      await expect(buy(request(change), buyer())).rejects.toMatchObject({ stop: 'usage' });
    writeFileSync(file(), '{"pending":');
    await expect(buy(request(), buyer())).rejects.toThrow(/no payment that can be sent again/);
    expect([signatures, seller.payments]).toEqual([3, []]);
  });

  it.each([
    { url: 'seller.example/api' },
    { url: 'ftp://seller.example/api' },
    { url: 'http://127.0.0.1:1/api/sample?paymentNetwork=solana' },
    { max: '$0.01' },
    { max: '1e3' },
  ])('does not understand %j', async (change) => {
    await expect(buy(request(change), buyer())).rejects.toMatchObject({ stop: 'usage', paid: 'no' });
  });

  it('keeps with whatever store its caller has', async () => {
    const rows: unknown[] = [];
    const store = {
      load: async () => undefined,
      keep: async (pending: unknown) => void rows.push(structuredClone(pending)),
      forget: async () => void rows.pop(),
    };
    const { pending } = await buy(request(), { ...buyer(), store });
    expect(rows).toEqual([pending]);
  });
});

describe('a file store', () => {
  it('writes for its owner alone, and leaves no draft', async () => {
    await buy(request(), buyer());
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['payment.json']);
  });

  it('never replaces what is there', async () => {
    await buy(request(), buyer());
    const before = readFileSync(file());
    const { pending } = JSON.parse(before.toString()) as { pending: never };
    await expect(fileStore(file()).keep(pending)).rejects.toThrow(/EEXIST/);
    expect(readFileSync(file())).toEqual(before);
    expect(readdirSync(folder)).toEqual(['payment.json']);
  });

  it('replaces a record as a whole', async () => {
    writeFileSync(file(), 'old');
    await writeDurably(file(), 'new', { replace: true });
    expect([readFileSync(file(), 'utf8'), readdirSync(folder)]).toEqual(['new', ['payment.json']]);
  });

  it.each([
    'null',
    '7',
    '{}',
    '{"pending":null}',
    '{"pending":{"version":2}}',
    '{"pending":{"version":1,"request":{"baseUrl":"file:///","path":"/","method":"GET"},"payer":"0x","payment":"p"}}',
  ])('holding %s is not one that a payment can be sent from', async (text) => {
    writeFileSync(file(), text);
    await expect(fileStore(file()).load()).rejects.toThrow(/no payment/);
  });

  it('that cannot be written ends the purchase before anything is sent', async () => {
    const store = fileStore(join(folder, 'missing', 'payment.json'));
    await expect(buy(request(), { ...buyer(), store })).rejects.toMatchObject({
      stop: 'not_kept',
      paid: 'no',
    });
    expect(seller.payments).toEqual([]);
  });
});

it('every end has an exit code of its own', () => {
  const exits = Object.values(STOPS).map(({ exit }) => exit);
  expect(new Set(exits).size).toBe(exits.length);
  expect(new PurchaseStopped('declined', 'a\u001bb')).toMatchObject({
    paid: 'seller_says_no',
    message: 'a b',
  });
});
