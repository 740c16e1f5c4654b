import { decodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentRequired } from '@x402/core/types';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amount } from '../amount.testing.ts';
import { sampleProduct } from '../gate/testing.ts';
import { USDC } from '../values/assets.ts';
import { acceptable, type Quote } from './challenge.ts';
import type { AnyPending, Pending } from './pending.ts';
import { type Buyer, type Purchased, purchase, resume } from './purchase.ts';
import type { PurchaseRequest } from './request.ts';
import { type Script, type ScriptedSeller, type Step, scriptedSeller } from './scripted-seller.testing.ts';
import { PurchaseStopped } from './stops.ts';
import { evmWallet } from './wallets.ts';

/** The reference buyer before sellers that do what they like. What it says of money has to be so. */

const honest: Script = { product: sampleProduct, paid: [{ do: 'deliver' }] };
const DECLINED: Step = {
  do: 'answer',
  status: 402,
  body: '{"error":"payment_required","reason":"insufficient_balance"}',
};
const LOST: Step = { do: 'drop', charges: true };

let seller: ScriptedSeller;
let stranger: ScriptedSeller;
let kept: AnyPending[];
let quotes: Quote[];
let asked: number;

beforeAll(async () => {
  [seller, stranger] = await Promise.all([scriptedSeller(honest), scriptedSeller(honest)]);
});
afterAll(async () => {
  await Promise.all([seller.close(), stranger.close()]);
});
beforeEach(() => {
  play(honest);
  kept = [];
  quotes = [];
  asked = 0;
});

function play(script: Partial<Script>): void {
  seller.script = { ...honest, ...script };
  seller.payments.length = 0;
  seller.paths.length = 0;
  seller.charged.clear();
  stranger.paths.length = 0;
}

const request = (change: Partial<PurchaseRequest> = {}): PurchaseRequest => ({
  baseUrl: seller.url,
  path: sampleProduct.path,
  method: 'GET',
  maxAmountAtomic: 10_000n,
  ...change,
});
const buyer: Buyer = {
  wallet: async () => {
    asked++;
    return evmWallet(`0x${'11'.repeat(32)}`);
  },
  approve: async (quote) => quotes.push(quote) > 0,
  keep: async (pending) => void kept.push(pending),
  pause: async () => {},
};
const buying = (change: Partial<PurchaseRequest> = {}, other: Partial<Buyer> = {}) =>
  purchase(request(change), { ...buyer, ...other });
const stopOf = async (work: Promise<unknown>): Promise<PurchaseStopped> => {
  const error = await work.then(
    () => new Error('it was bought'),
    (caught: unknown) => caught,
  );
  if (!(error instanceof PurchaseStopped)) throw error;
  return error;
};
const challenge = (change: (required: PaymentRequired) => void) => (required: PaymentRequired) => {
  change(required);
  return required;
};

describe('an honest seller', () => {
  it('is paid once, and gets back all that its challenge wants echoed', async () => {
    let sent: PaymentRequired | undefined;
    play({
      challenge: challenge((required) => {
        const terms = required.extensions!['svc-terms'] as { info: Record<string, unknown> };
        terms.info.order = 'f'.repeat(32);
        required.extensions!.anything = { info: { deep: [1, { two: null }] } };
        sent = structuredClone(required);
      }),
    });
    const bought = await buying();
    expect(bought.answer).toMatchObject({ said: 'yes' });
    expect(seller.charged.size).toBe(1);
    const { extensions } = decodePaymentSignatureHeader(seller.payments[0]!);
    const { 'payment-identifier': identifier, ...echoed } = extensions as Record<string, unknown>;
    const { 'payment-identifier': _declared, ...wanted } = sent!.extensions!;
    expect(echoed).toEqual(wanted);
    expect(identifier).toMatchObject({ info: { id: expect.stringMatching(/^pay_[0-9a-f]{32}$/) } });
    expect(kept).toEqual([bought.pending]);
  });

  it('gets the same header from a resume, byte for byte', async () => {
    const { pending } = await buying();
    await resume(JSON.parse(JSON.stringify(pending)) as Pending);
    expect(new Set(seller.payments).size).toBe(1);
    expect(seller.payments).toHaveLength(2);
  });

  it('is sent nothing that could not be kept', async () => {
    const full = () => Promise.reject(new Error('no space left on device'));
    const { stop, paid, message } = await stopOf(buying({}, { keep: full }));
    expect([stop, paid, seller.payments]).toEqual(['not_kept', 'no', []]);
    expect(message).toContain('no space left on device');
  });
});

describe('a refusal after a sending without an answer', () => {
  const unanswered: readonly [string, Step][] = [
    ['a lost answer', LOST],
    ['a lost call', { do: 'drop', charges: false }],
    ['a body that was cut', { do: 'cut', bytes: 10 }],
    ['a 503', { do: 'answer', status: 503, body: '{"error":"settlement_pending"}', charges: true }],
    ['a 408', { do: 'answer', status: 408, body: '' }],
    ['a 204', { do: 'answer', status: 204, body: '' }],
  ];
  const refusals = [400, 402, 403, 404, 409, 422];
  it.each(unanswered.flatMap(([name, step]) => refusals.map((status) => [name, status, step] as const)))(
    'is unknown: %s, then %i',
    async (_, status, step) => {
      play({ paid: [step, { do: 'answer', status, body: '{"error":"no"}' }] });
      const { stop, paid, pending } = await stopOf(buying());
      expect([stop, paid]).toEqual(['outcome_unknown', 'unknown']);
      expect(pending).toEqual(kept[0]);
      expect(seller.payments).toHaveLength(2);
    },
  );

  it('is unknown when what is refused was kept by an earlier run', async () => {
    const { pending } = await buying();
    play({ paid: [DECLINED] });
    expect(await stopOf(resume(pending))).toMatchObject({
      stop: 'outcome_unknown',
      paid: 'unknown',
      pending,
    });
  });

  it('is still what it says after a 429, which read nothing', async () => {
    play({ paid: [{ do: 'answer', status: 429, body: '' }, DECLINED] });
    expect((await stopOf(buying())).stop).toBe('declined');
  });
});

describe('an answer that does not come whole', () => {
  it.each(['head', 1, 20] as const)('is fetched with the same payment, cut at %s', async (bytes) => {
    play({ paid: [{ do: 'cut', bytes }, { do: 'deliver' }] });
    expect((await buying()).answer).toMatchObject({ said: 'yes' });
    expect([seller.payments.length, seller.charged.size]).toEqual([2, 1]);
  });

  it.each(['head', 20] as const)('is an unknown outcome while it is cut at %s', async (bytes) => {
    play({ paid: [{ do: 'cut', bytes }] });
    const { stop, pending } = await stopOf(buying({}, { times: 3 }));
    expect([stop, seller.payments.length, seller.charged.size]).toEqual(['outcome_unknown', 3, 1]);
    expect(pending).toEqual(kept[0]);
  });

  it('is an unknown outcome when it is larger than is read', async () => {
    play({ answer: { said: 'y'.repeat(17_000_000) } });
    expect(await stopOf(buying({}, { times: 1 }))).toMatchObject({
      stop: 'outcome_unknown',
      message: expect.stringMatching(/larger than/),
    });
  });
});

describe('a refusal of the first sending', () => {
  it.each([
    [402, 'declined', 'seller_says_no'],
    [409, 'payment_conflict', 'unknown'],
    [400, 'refused_payment', 'seller_says_no'],
    [422, 'refused_payment', 'seller_says_no'],
  ] as const)('%i is %s, with what can still be charged and until when', async (status, stop, paid) => {
    play({ paid: [{ do: 'answer', status, body: '{"error":"no"}', charges: true }] });
    const before = Math.floor(Date.now() / 1000);
    const stopped = await stopOf(buying());
    expect(stopped).toMatchObject({ stop, paid });
    const live = Date.parse(stopped.pending!.liveUntil!) / 1000 - before;
    expect(live).toBeGreaterThanOrEqual(120);
    const { payload } = decodePaymentSignatureHeader(seller.payments[0]!);
    expect(payload.authorization).toMatchObject({
      validBefore: String(Date.parse(stopped.pending!.liveUntil!) / 1000),
    });
  });
});

it('a payment is never sent on to another address', async () => {
  const location = stranger.url + sampleProduct.path;
  play({ paid: [{ do: 'answer', status: 307, body: '', location }] });
  expect(await stopOf(buying())).toMatchObject({ stop: 'outcome_unknown', paid: 'unknown' });
  expect([stranger.paths, new Set(seller.payments).size]).toEqual([[], 1]);
});

describe('a delivery that does not hold', () => {
  it.each<[string, Step]>([
    ['without a settlement', changed(({ body }) => ({ body, headers: {} }))],
    ['of other bytes', changed((made) => ({ ...made, body: `${made.body} ` }))],
    ['with a transaction that is none', changed(settledWith({ transaction: '\u001b[2Jfree' }))],
    ['with a settlement that failed', changed(settledWith({ success: false }))],
    ['with a settlement on another network', changed(settledWith({ network: 'eip155:1' }))],
    [
      'with the receipt of another transaction',
      changed(settledWith({ transaction: `0x${'0b'.repeat(32)}` })),
    ],
    ['without the official receipt', changed(settledWith({ extensions: {} }))],
  ])('%s is answered, and its money not known', async (_, step) => {
    play({ paid: [step] });
    expect(await stopOf(buying())).toMatchObject({ stop: 'receipt_not_verified', paid: 'unknown' });
  });

  it('is not known either when the keys of the seller cannot be read on a resume', async () => {
    const { pending } = await buying();
    const gone = { ...pending, request: { ...pending.request, baseUrl: 'http://127.0.0.1:1' } };
    expect(await stopOf(resume(gone))).toMatchObject({ stop: 'outcome_unknown', paid: 'unknown' });
  });
});

function changed(change: NonNullable<Extract<Step, { do: 'deliver' }>['change']>): Step {
  return { do: 'deliver', change };
}
function settledWith(change: object) {
  return ({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) => {
    const settlement = JSON.parse(atob(headers['payment-response']!)) as object;
    return {
      body,
      headers: { ...headers, 'payment-response': btoa(JSON.stringify({ ...settlement, ...change })) },
    };
  };
}

describe('terms', () => {
  const withAccepted = (change: object) =>
    challenge(({ accepts }) => void Object.assign(accepts[0]!, change));

  it.each([
    [600, undefined, true],
    [601, undefined, false],
    [31_536_000, undefined, false],
    [601, 601, true],
    [120, 119, false],
  ])('what can be charged for %i seconds, limit %s: %s', async (seconds, maxLiveSeconds, isTaken) => {
    play({ challenge: withAccepted({ maxTimeoutSeconds: seconds }) });
    const limit = maxLiveSeconds === undefined ? {} : { maxLiveSeconds };
    if (isTaken) {
      await buying(limit);
      expect(quotes).toMatchObject([{ liveSeconds: seconds }]);
    } else {
      expect((await stopOf(buying(limit))).stop).toBe('terms_not_acceptable');
      expect([quotes, asked, seller.payments]).toEqual([[], 0, []]);
    }
  });

  it.each([
    { maxTimeoutSeconds: '120' },
    { maxTimeoutSeconds: 0 },
    { maxTimeoutSeconds: 1.5 },
    { maxTimeoutSeconds: null },
    { amount: 10_000 },
    { amount: '10001' },
    { payTo: 'somebody' },
    { payTo: null },
    { asset: 7 },
    { extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'permit2' } },
  ])('%j are not acceptable, and nobody is asked', async (change) => {
    play({ challenge: withAccepted(change) });
    expect((await stopOf(buying())).stop).toBe('terms_not_acceptable');
    expect([quotes, asked, seller.payments]).toEqual([[], 0, []]);
  });

  it('are read at the seller and nowhere else', async () => {
    play({
      challenge: challenge(({ extensions }) => {
        const { info } = extensions!['svc-terms'] as { info: { url: string } };
        info.url = info.url.replace(seller.url, stranger.url);
      }),
    });
    expect(await stopOf(buying())).toMatchObject({ stop: 'offer_not_verified', paid: 'no' });
    expect([stranger.paths, asked, seller.payments]).toEqual([[], 0, []]);
  });

  it('on Solana are bounded in time as well, though its transactions end sooner', () => {
    const payTo = 'So11111111111111111111111111111111111111112';
    const offering = (maxTimeoutSeconds: number) =>
      ({
        x402Version: 2,
        resource: { url: `${seller.url}${sampleProduct.path}?paymentNetwork=solana` },
        accepts: [{ scheme: 'exact', ...USDC.solana, amount: '10000', payTo, maxTimeoutSeconds, extra: {} }],
      }) as unknown as PaymentRequired;
    expect(acceptable(offering(600), request({ network: 'solana' })).payTo).toBe(payTo);
    expect(() => acceptable(offering(601), request({ network: 'solana' }))).toThrow(
      /charged for 601 seconds/,
    );
  });

  it('of a shape that is none end the purchase before anything is signed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.nat(4), async (value, place) => {
        play({
          challenge: (required) => {
            const names = ['resource', 'accepts', 'extensions', 'x402Version'] as const;
            const name = names[place];
            return name === undefined ? value : { ...required, [name]: value };
          },
        });
        const end = await buying().catch((error: unknown) => error);
        if (!(end instanceof PurchaseStopped)) expect((end as Purchased).answer).toBeDefined();
        else expect([end.paid, seller.payments]).toEqual(['no', []]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('an issuer that a challenge names', () => {
  const naming = (issuer: string, header = 'x-svc-audit-authorization') => ({
    body: { preconditions: [{ header, issuer }] },
    others: { '/ticket': JSON.stringify({ ticket: 'a-ticket' }) },
  });

  it.each(['/ticket', 'own'])(
    'on the origin of the seller is asked, after the approval (%s)',
    async (where) => {
      play(naming(where === 'own' ? `${seller.url}/ticket` : where));
      const { pending } = await buying();
      expect(pending.request.headers).toEqual({ 'x-svc-audit-authorization': 'a-ticket' });
      expect(seller.paths).toContain('/ticket');
    },
  );

  it.each([
    ['another origin', () => `${stranger.url}/ticket`],
    ['another origin without a scheme', () => `//${new URL(stranger.url).host}/ticket`],
    ['another host behind an @', () => `@${new URL(stranger.url).host}/ticket`],
    ['a name and a password', () => `${seller.url.replace('://', '://a:b@')}/ticket`],
    ['no address', () => 'http://'],
    ['another scheme', () => 'file:///etc/passwd'],
  ])('elsewhere ends the purchase: %s', async (_, issuer) => {
    play(naming(issuer()));
    const end = await stopOf(buying());
    // What is behind the @ is a path of the seller's own, where there is no ticket.
    expect(['terms_not_acceptable', 'refused_request']).toContain(end.stop);
    expect([stranger.paths, asked, seller.payments]).toEqual([[], 0, []]);
  });

  it.each(['payment-signature', 'authorization', 'host', 'x-payment', 'X-PAYMENT', 'cookie', 'x-a\r\nb: c'])(
    'gives no value to the header %j',
    async (header) => {
      play(naming('/ticket', header));
      expect((await stopOf(buying())).stop).toBe('terms_not_acceptable');
      expect([asked, seller.payments]).toEqual([0, []]);
    },
  );
});

describe('what a seller writes', () => {
  const NASTY = '\u001b[2J\u001b]0;t\u0007\u009b31m\u202epaid: no\u2066\u2028"so it is';

  it('is marked as its words and has no effect on a terminal, in a refusal as in a quote', async () => {
    play({
      challenge: challenge(({ resource }) => {
        resource.description = NASTY;
      }),
      paid: [{ do: 'answer', status: 402, body: JSON.stringify({ reason: NASTY }) }],
    });
    const { message } = await stopOf(buying());
    expect(message).toMatch(/^HTTP 402, the seller says: "[^"]*paid: no[^"]*"$/);
    for (const text of [message, quotes[0]!.description]) expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  });

  it('is read up to a limit before anything is signed', async () => {
    const large = JSON.stringify({ preconditions: 'x'.repeat(1_100_000) });
    play({ body: { padding: large } });
    expect((await stopOf(buying())).stop).toBe('unreachable');
    const { others, body } = {
      body: { preconditions: [{ header: 'x-ticket', issuer: '/ticket' }] },
      others: { '/ticket': JSON.stringify({ ticket: 't', padding: 'x'.repeat(1_100_000) }) },
    };
    play({ others, body });
    expect(await stopOf(buying())).toMatchObject({
      stop: 'unreachable',
      message: expect.stringMatching(/larger/),
    });
    expect([asked, seller.payments]).toEqual([0, []]);
  });
});

it('whatever a seller does: one payment, kept before it is sent, and true words about it', async () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.constant<Step>({ do: 'deliver' }),
    fc.record({ do: fc.constant('cut' as const), bytes: fc.constantFrom<number | 'head'>('head', 5, 30) }),
    fc.record({ do: fc.constant('drop' as const), charges: fc.boolean() }),
    fc.record({
      do: fc.constant('answer' as const),
      status: fc.constantFrom(200, 201, 204, 301, 400, 402, 404, 409, 429, 500, 503),
      body: fc.constantFrom('', '{}', 'null', '[]', '{"error":"x"}', '"', '{"ticket":1}'),
      charges: fc.boolean(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (paid) => {
      play({ paid });
      kept = [];
      const end = await buying({}, { times: 4 }).catch((error: unknown) => error);
      expect(new Set(seller.payments).size).toBe(1);
      expect((kept as Pending[]).map(({ payment }) => payment)).toEqual([seller.payments[0]]);
      if (!(end instanceof PurchaseStopped)) {
        expect((end as Purchased).transaction).toMatch(/^0x/);
        expect(seller.charged.size).toBe(1);
        return;
      }
      expect(end.paid).not.toBe('no');
      expect(end.pending).toEqual(kept[0]);
      // "No" is the seller's own word, of the first thing that it ever said of this payment.
      const first = paid.find((each) => each.do !== 'answer' || each.status !== 429)!;
      if (end.paid === 'seller_says_no') expect(first).toMatchObject({ do: 'answer' });
    }),
    { numRuns: amount(25, 200) },
  );
});
