import { describe, expect, it } from 'vitest';
import { type Faults, memoryJournal } from '../adapters/memory-journal.ts';
import type { AdmissionRule, Product } from '../declare.ts';
import { sampleEdition } from '../ledger/testing.ts';
import type { Claim, EditionStanding, Journal, Ports, Settled, Settler, Verified } from '../ports.ts';
import type { Payment, RailName } from '../values/payment.ts';
import { gateFor } from './gate.ts';
import type { Caller } from './paid-call.ts';
import { type ChallengePart, declinedRead, type Rail } from './rails/rail.ts';
import { x402Rail } from './rails/x402.ts';
import { sweep } from './reconcile.ts';
import type { PaidRequest } from './request.ts';
import { encodeHeader, samplePayload, sampleProduct, sampleTerms } from './testing.ts';

const NOW = 1_795_000_000_000;
const never = async (): Promise<never> => {
  throw new Error('nothing may be verified, moved or signed here');
};
const journal = memoryJournal();
const ports: Ports = {
  journal,
  tickets: { issue: never, find: never },
  editions: { latest: never, get: never },
  settler: { authenticate: never, verify: never, settle: never, resolve: never },
  signer: { kid: '', sign: never, verify: never },
  clock: { now: () => NOW, sleep: never },
  seal: (text) => `key:${text}`,
  entropy: { hex: () => '00' },
};

/** A rail that knows its credential by one header, and refuses it. */
const railOf = (name: RailName, credential: string, part: () => ChallengePart): Rail => ({
  name,
  attached: (header) => header(credential) !== undefined,
  read: async () => declinedRead('malformed_payment'),
  challenge: async () => part(),
  settled: never as never,
});
const CACHED: ChallengePart = { headers: { 'PAYMENT-REQUIRED': 'x' }, body: { accepts: [1] } };
const x402 = railOf('x402', 'payment-signature', () => CACHED);
let orders = 0;
const mpp = railOf('mpp', 'authorization', () => ({
  headers: { 'WWW-Authenticate': `Payment id="${++orders}"` },
  body: {},
}));

const gateOver = (...rails: Rail[]) =>
  gateFor({ terms: sampleTerms, rails, ports, release: 'v0', owners: new Set() });
const [get] = sampleProduct.forms;
const request = (headers: Record<string, string>): PaidRequest => ({
  query: new URLSearchParams(),
  header: (name) => headers[name],
  body: never,
});
const pass = (gate: ReturnType<typeof gateOver>, headers: Record<string, string> = {}) =>
  gate.pass(get!, request(headers), { operatorToken: false, source: undefined });

describe('a gate over several rails', () => {
  it('shows the parts of all rails in one 402', async () => {
    expect(await pass(gateOver(x402, mpp))).toMatchObject({
      kind: 'challenged',
      challenge: {
        headers: { 'PAYMENT-REQUIRED': 'x', 'WWW-Authenticate': expect.stringMatching(/^Payment id=/) },
        body: { error: 'payment_required', accepts: [1] },
      },
    });
  });

  it('makes a challenge anew only when a rail says something new', async () => {
    const challenges = async (gate: ReturnType<typeof gateOver>) => {
      const results = [await pass(gate), await pass(gate), await gate.unpaid(get!, request({}))];
      return new Set(results.map((each) => each.kind === 'challenged' && each.challenge));
    };
    expect((await challenges(gateOver(x402))).size).toBe(1);
    expect((await challenges(gateOver(x402, mpp))).size).toBe(3);
  });

  it('refuses credentials of two rails at once, and reads neither', async () => {
    const gate = gateOver(x402, mpp);
    expect(await pass(gate, { 'payment-signature': 'a', authorization: 'b' })).toEqual({
      kind: 'refused',
      problem: { code: 'multiple_credentials' },
    });
    for (const one of [{ 'payment-signature': 'a' }, { authorization: 'b' }])
      expect(await pass(gate, one as unknown as Record<string, string>)).toMatchObject({
        kind: 'challenged',
        declined: 'malformed_payment',
        challenge: { body: { reason: 'malformed_payment' } },
      });
  });

  it('knows nothing of a rail that the route is not sold over', async () => {
    const gate = gateOver(x402);
    expect(gate.isPaymentAttached((name) => (name === 'authorization' ? 'b' : undefined))).toBe(false);
    const result = await pass(gate, { authorization: 'b' });
    expect(result).toMatchObject({
      kind: 'challenged',
      challenge: { headers: { 'PAYMENT-REQUIRED': 'x' } },
    });
    expect(result).not.toHaveProperty('declined');
  });
});

describe('a sale that the settler did not send', () => {
  const NOT_SENT = { kind: 'not_sent' } as const;
  const OUT_OF_GAS = { kind: 'not_sent', refused: 'out_of_gas' } as const;
  const failing = (at: keyof Journal) => (operation: keyof Journal) => {
    if (operation === at) throw new Error('connection reset');
  };
  const header = encodeHeader(samplePayload(NOW / 1_000));
  /** Over a journal that throws where it is told to. */
  async function buy(
    faults: Faults,
    meanwhile: (journal: Journal) => Promise<Settled> = async () => NOT_SENT,
  ) {
    const journal = memoryJournal(faults);
    const settler: Settler = {
      ...ports.settler,
      verify: async () => ({ kind: 'valid' }),
      settle: async (_payment, record) => {
        await record({ rawTransaction: '0x02' }).catch(() => false);
        return meanwhile(journal);
      },
    };
    const signer = { ...ports.signer, sign: async () => 'a.b.c' };
    const mine: Ports = { ...ports, journal, settler, signer };
    const gate = gateFor({
      terms: sampleTerms,
      rails: [x402Rail(sampleTerms, mine)],
      ports: mine,
      release: 'v0',
      owners: new Set(),
    });
    const result = await pass(gate, { 'payment-signature': header });
    const [row] = await journal.unfinished(2);
    return { code: result.kind === 'refused' && result.problem.code, row };
  }

  it('is pending, not refused, when its row may hold what the next look will send', async () => {
    const { code, row } = await buy({ after: failing('settling') });
    expect(code).toBe('settlement_pending');
    // Nobody has to wait for the lease of work that is over.
    expect(row).toMatchObject({ state: 'settling', rawTransaction: '0x02', leaseUntil: 0 });
  });

  it('leaves the lease of whoever has its row now', async () => {
    for (const outcome of [NOT_SENT, OUT_OF_GAS, { kind: 'unknown' }] as const) {
      const { code, row } = await buy({}, async (journal) => {
        const [mine] = await journal.unfinished(1);
        await journal.lease(mine!.key, mine!, { owner: 'another', leaseUntil: NOW + 45_000 });
        return outcome;
      });
      expect(code).toBe('settlement_pending');
      expect(row).toMatchObject({ owner: 'another', leaseUntil: NOW + 45_000 });
    }
  });

  it('stays to be sent again when a node has refused what its row holds: another may have taken it', async () => {
    const { code, row } = await buy({}, async () => OUT_OF_GAS);
    expect([code, row?.state]).toEqual(['settlement_pending', 'settling']);
  });

  it('is refused, and its row given back, when that holds nothing', async () => {
    expect(await buy({ before: failing('settling') })).toEqual({
      code: 'settlement_unavailable',
      row: undefined,
    });
  });
});

describe('a database that goes away under a sale', () => {
  const header = encodeHeader(samplePayload(NOW / 1_000));
  const TRANSACTION = `0x${'7a'.repeat(32)}`;

  it.each(['claim', 'settling', 'settled'] as const)(
    'in "%s": the row waits for no lease in the process that had it, and for it in any other',
    async (at) => {
      let isUp = true;
      const up = () => {
        if (!isUp) throw new Error('connection reset');
      };
      const journal = memoryJournal({
        before: up,
        after: (operation) => {
          if (operation === at && at !== 'settled') isUp = false;
          up();
        },
      });
      const settler: Settler = {
        ...ports.settler,
        verify: async () => ({ kind: 'valid' }),
        settle: async (_payment, record) => {
          const isRecorded = await record({ rawTransaction: '0x02' }).catch(() => false);
          if (at === 'settled') isUp = false;
          return isRecorded ? { kind: 'settled', transaction: TRANSACTION } : { kind: 'unknown' };
        },
        resolve: async () => ({ kind: 'settled', transaction: TRANSACTION }),
      };
      let drawn = 0;
      const entropy = { hex: (bytes: number) => String(++drawn).padStart(2 * bytes, '0') };
      const mine: Ports = { ...ports, journal, settler, entropy };
      const gate = gateFor({
        terms: sampleTerms,
        rails: [x402Rail(sampleTerms, mine)],
        ports: mine,
        release: 'v0',
        owners: new Set(),
      });
      await pass(gate, { 'payment-signature': header });
      isUp = true;
      const [row] = await journal.unfinished(2);
      expect(row!.leaseUntil).toBeGreaterThan(NOW);
      // Nothing but the object tells one process from another here.
      expect(await sweep({ ...mine, journal: { ...journal } })).toMatchObject({ seen: 0 });
      expect(await sweep(mine)).toMatchObject({ seen: 1, settled: 1 });
    },
  );
});

describe('a payment that was sold on earlier terms', () => {
  const header = encodeHeader(samplePayload(NOW / 1_000));
  const TRANSACTION = `0x${'7a'.repeat(32)}`;
  const changed = (
    change: Partial<(typeof sampleTerms.offers)[number]>,
    resourceUrl = sampleTerms.resourceUrl,
  ) => ({
    ...sampleTerms,
    resourceUrl,
    offers: [{ ...sampleTerms.offers[0]!, ...change }],
  });
  const WAYS = [
    ['another price', changed({ amount: '20000' })],
    ['another recipient', changed({ payTo: `0x${'11'.repeat(20)}` })],
    ['another address of ours', changed({}, 'https://new.example/api/sample')],
  ] as const;

  const sellingOver = (terms: typeof sampleTerms, journal: Journal, settler = ports.settler) => {
    const mine: Ports = {
      ...ports,
      journal,
      settler,
      signer: { ...ports.signer, sign: async () => 'a.b.c' },
    };
    return gateFor({ terms, rails: [x402Rail(terms, mine)], ports: mine, release: 'v0', owners: new Set() });
  };

  /** A service that took the payment on the old terms, and one on `terms` over the same journal. */
  async function resold(terms: typeof sampleTerms, authentic: Awaited<ReturnType<Settler['authenticate']>>) {
    const journal = memoryJournal();
    let settles = 0;
    const settler: Settler = {
      ...ports.settler,
      authenticate: async () => authentic,
      verify: async () => ({ kind: 'valid' }),
      settle: async (_payment, record) => {
        await record({ rawTransaction: '0x02' });
        settles++;
        return { kind: 'settled', transaction: TRANSACTION };
      },
    };
    const first = await pass(sellingOver(sampleTerms, journal, settler), { 'payment-signature': header });
    const again = (word: string) =>
      sellingOver(terms, journal, settler).pass(
        get!,
        { ...request({ 'payment-signature': header }), query: new URLSearchParams(word && { word }) },
        { operatorToken: false, source: undefined },
      );
    return { journal, first, again, settles: () => settles };
  }

  it.each(WAYS)('is delivered again after %s, and not charged again', async (_what, terms) => {
    const { first, again, settles } = await resold(terms, { kind: 'valid' });
    const second = await again('');
    expect(first).toMatchObject({ kind: 'delivered', redelivery: false });
    expect(second).toMatchObject({ kind: 'delivered', redelivery: true });
    expect(second.kind === 'delivered' && second.body).toBe(first.kind === 'delivered' && first.body);
    expect(settles()).toBe(1);
  });

  it.each(WAYS)('buys nothing else after %s', async (_what, terms) => {
    const { again, settles } = await resold(terms, { kind: 'valid' });
    expect(await again('other')).toMatchObject({ kind: 'refused', problem: { code: 'payment_reused' } });
    expect(settles()).toBe(1);
  });

  it('is not shown to somebody who does not have what its buyer sent', async () => {
    const { journal } = await resold(WAYS[0][1], { kind: 'valid' });
    const copied = samplePayload(NOW / 1_000);
    copied.extensions = { 'svc-terms': { info: { order: '0f'.repeat(16) } } };
    const result = await pass(sellingOver(WAYS[0][1], journal), {
      'payment-signature': encodeHeader(copied),
    });
    expect(result).toMatchObject({ kind: 'refused', problem: { situation: 'not_its_buyer' } });
  });

  it('is another payment when it is signed for another amount than was sold', async () => {
    const { journal } = await resold(sampleTerms, { kind: 'valid' });
    const cheaper = samplePayload(NOW / 1_000);
    cheaper.accepted.amount = '9000';
    cheaper.payload.authorization.value = '9000';
    expect(
      await pass(sellingOver(sampleTerms, journal), { 'payment-signature': encodeHeader(cheaper) }),
    ).toMatchObject({
      kind: 'challenged',
      declined: 'amount_too_low',
    });
  });

  it('is declined for what is wrong with it where nothing was sold', async () => {
    const [[, dearer]] = WAYS;
    const gate = sellingOver(dearer, memoryJournal());
    expect(await pass(gate, { 'payment-signature': header })).toMatchObject({
      kind: 'challenged',
      declined: 'amount_too_low',
    });
  });
});

describe('an answer that was paid for', () => {
  const TRANSACTION = `0x${'7a'.repeat(32)}`;
  const ORDER = '0f'.repeat(16);
  const echoing = (extensions: Record<string, unknown>) =>
    encodeHeader({ ...samplePayload(NOW / 1_000), extensions });
  const ordered = (order: string) => ({ 'svc-terms': { info: { order } } });
  const named = (id: string) => ({ 'payment-identifier': { info: { required: false, id } } });
  const MINE = echoing(ordered(ORDER));
  const BARE = echoing({});

  /** A service with a journal of its own, at a clock that can be set. Whom the settler is asked about is written down. */
  function service(verified: Verified = { kind: 'valid' }, faults: Faults = {}) {
    const journal = memoryJournal(faults);
    const asked: string[] = [];
    const state = { verified, now: NOW, settled: { kind: 'settled', transaction: TRANSACTION } as Settled };
    let key = 'key';
    const settler: Settler = {
      authenticate: async () => {
        asked.push('authenticate');
        return { kind: 'valid' };
      },
      verify: async () => {
        asked.push('verify');
        return state.verified;
      },
      settle: async (_payment, record) => {
        asked.push('settle');
        await record({ rawTransaction: '0x02' });
        return state.settled;
      },
      resolve: never,
    };
    const mine: Ports = {
      ...ports,
      journal,
      settler,
      signer: { ...ports.signer, sign: async () => 'a.b.c' },
      clock: { now: () => state.now, sleep: never },
      seal: (text) => `${key}:${text}`,
    };
    const gate = gateFor({
      terms: sampleTerms,
      rails: [x402Rail(sampleTerms, mine)],
      ports: mine,
      release: 'v0',
      owners: new Set(),
    });
    const pay = (header: string, caller: Partial<Caller> = {}) =>
      gate.pass(get!, request({ 'payment-signature': header }), {
        ...{ operatorToken: false, source: undefined },
        ...caller,
      });
    const rekey = (name: string): void => {
      key = name;
    };
    return { journal, asked, state, pay, rekey };
  }

  const situationOf = (result: Awaited<ReturnType<typeof pass>>) =>
    result.kind === 'refused' ? (result.problem.situation ?? result.problem.code) : result.kind;

  it.each([
    ['its order id', ordered(ORDER)],
    ['its payment identifier', named('identifier-of-a-buyer')],
    ['neither', {}],
  ])(
    'is delivered again to a payment with %s, and neither a chain nor a signature is asked',
    async (_name, echoed) => {
      const { asked, pay } = service();
      expect(await pay(echoing(echoed))).toMatchObject({ kind: 'delivered', redelivery: false });
      expect(asked.splice(0)).toEqual(['verify', 'settle']);
      expect(await pay(echoing(echoed))).toMatchObject({ kind: 'delivered', redelivery: true });
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ['another order id', ordered('0e'.repeat(16))],
    ['no order id', {}],
    ['the order id that is no order id', ordered(ORDER.slice(1))],
    ['an identifier', named('identifier-of-a-buyer')],
  ])('is not delivered to a copy with %s, at any time', async (_name, echoed) => {
    const { asked, state, pay } = service();
    await pay(MINE);
    for (const later of [0, 899_000, 80_000_000]) {
      state.now = NOW + later;
      expect(situationOf(await pay(echoing(echoed)))).toBe('not_its_buyer');
    }
    expect(asked).toEqual(['verify', 'settle']);
    expect(await pay(MINE)).toMatchObject({ kind: 'delivered', redelivery: true });
  });

  it('is owed for a day to a payment with a secret, and for 900 seconds to one without', async () => {
    for (const [header, forMs, after] of [
      [MINE, 86_400_000, { kind: 'challenged', declined: 'redelivery_window_over' }],
      // Its money has moved, so it is not told to sign again.
      [BARE, 900_000, { kind: 'refused', problem: { situation: 'delivered_long_ago' } }],
    ] as const) {
      const { state, pay } = service();
      await pay(header);
      state.now = NOW + forMs;
      expect(await pay(header)).toMatchObject({ kind: 'delivered', redelivery: true });
      state.now++;
      expect(await pay(header)).toMatchObject(after);
    }
  });

  it('is owed for its 900 seconds, and no longer, when the clock was behind as it was delivered', async () => {
    const { journal, state, pay } = service();
    const delivered = journal.delivered;
    const behind = NOW - 1_200_000;
    Object.assign(journal, {
      delivered: (key: string, done: { bodyDigest: string }) => delivered(key, { ...done, at: behind }),
    });
    await pay(BARE);
    // It was valid for 120 seconds, and could not have been taken more than 60 before that.
    for (const later of [0, 840_000]) {
      state.now = NOW + later;
      expect(await pay(BARE)).toMatchObject({ kind: 'delivered', redelivery: true });
    }
    state.now++;
    expect(situationOf(await pay(BARE))).toBe('delivered_long_ago');
  });

  it('is owed for a day where the row is of a release that kept no digest, to whoever signed', async () => {
    const { journal, asked, state, pay } = service();
    const claim = journal.claim;
    Object.assign(journal, { claim: (given: Claim) => claim({ ...given, buyerDigest: null }) });
    await pay(BARE);
    state.now = NOW + 86_400_000;
    expect(await pay(BARE)).toMatchObject({ kind: 'delivered', redelivery: true });
    expect(asked).toContain('authenticate');
  });

  it('is not begun again by a copy when the first attempt was given up', async () => {
    const { journal, asked, state, pay } = service();
    state.settled = { kind: 'not_sent' };
    Object.assign(journal, { settling: async () => undefined });
    expect(situationOf(await pay(MINE))).toBe('settlement_unavailable');
    asked.length = 0;
    expect(situationOf(await pay(BARE))).toBe('not_its_buyer');
    expect(asked).toEqual([]);
    await pay(MINE);
    expect(asked).toEqual(['verify', 'settle']);
  });

  it('is not begun again by anybody once the key of its digest is gone', async () => {
    const { journal, asked, state, pay, rekey } = service();
    state.settled = { kind: 'not_sent' };
    Object.assign(journal, { settling: async () => undefined });
    await pay(MINE);
    rekey('another');
    asked.length = 0;
    for (const header of [MINE, BARE, echoing(ordered('0e'.repeat(16)))])
      expect(situationOf(await pay(header))).toBe('buyer_untold');
    expect(asked).toEqual([]);
    rekey('key');
    await pay(MINE);
    expect(asked).toEqual(['verify', 'settle']);
  });

  it('goes by the word of the edge that sealed the row, and to nobody else', async () => {
    const { journal, asked, state, pay, rekey } = service();
    const claim = journal.claim;
    Object.assign(journal, { claim: (given: Claim) => claim({ ...given, via: 'edge' }) });
    const first = await pay(MINE);
    rekey('another');
    asked.length = 0;
    for (const later of [0, 80_000_000]) {
      state.now = NOW + later;
      // The copy's secret proves nothing here, and neither does the buyer's.
      for (const header of [MINE, BARE, echoing(ordered('0e'.repeat(16)))])
        expect(situationOf(await pay(header))).toBe('not_its_buyer');
      expect(await pay(MINE, { vouched: true })).toEqual({
        ...first,
        headers: expect.anything(),
        redelivery: true,
      });
    }
    expect(asked).toEqual([]);
    // What can be compared here is compared here, whatever an edge says.
    rekey('key');
    expect(situationOf(await pay(BARE, { vouched: true }))).toBe('not_its_buyer');
  });

  it('is no answer of ours when the money had moved before we saw the payment', async () => {
    const { journal, pay } = service({ kind: 'paid', transaction: TRANSACTION, ours: false });
    expect(situationOf(await pay(MINE))).toBe('used_elsewhere');
    expect(await journal.books.read()).toEqual([]);
  });

  it('is delivered when somebody else moved the money after we had seen the payment', async () => {
    const { journal, state, pay } = service();
    state.settled = { kind: 'not_sent' };
    Object.assign(journal, { settling: async () => undefined });
    await pay(MINE);
    state.verified = { kind: 'paid', transaction: TRANSACTION, ours: false };
    expect(await pay(MINE)).toMatchObject({ kind: 'delivered', redelivery: false });
  });
});

describe('a payment that is declined', () => {
  const sold = (admission: Product['admission']) =>
    gateFor({
      terms: { ...sampleTerms, product: { ...sampleProduct, ...(admission && { admission }) } },
      rails: [x402],
      ports: { ...ports, editions: { latest: async () => undefined, get: never } },
      release: 'v0',
      owners: new Set(),
    });

  it.each([
    [
      'a match that is missing',
      { kind: 'match', parameter: 'match', issuer: '/api/issue' },
      'preflight_required',
    ],
    ['an edition that is missing', { kind: 'edition' }, 'edition_not_current'],
  ] as const)('brings no challenge without %s', async (_what, admission, code) => {
    expect(await pass(sold(admission), { 'payment-signature': 'x' })).toMatchObject({
      kind: 'refused',
      problem: { code },
    });
  });

  it('brings one where a ticket is asked for with the payment only', async () => {
    const gate = sold({ kind: 'ticket', header: 'x-ticket', issuer: '/api/issue' });
    expect(await pass(gate, { 'payment-signature': 'x' })).toMatchObject({
      kind: 'challenged',
      declined: 'malformed_payment',
    });
  });
});

describe('money that the buyer has sent by itself', () => {
  const payment: Payment = {
    rail: 'mpp',
    key: 'k',
    offer: sampleTerms.offers[0]!,
    payer: '',
    validBefore: NOW / 1_000 + 60,
    proof: { kind: 'tempo_hash', transaction: '0x1', challengeId: 'c', realm: 'r' },
  };
  const rail: Rail = {
    ...mpp,
    read: async () => ({ kind: 'payment', payment, timing: () => 'in_time' }),
  };
  const gate = (
    verified: Verified,
    editions: Ports['editions'] = ports.editions,
    rule: Partial<AdmissionRule> = {},
  ) =>
    gateFor({
      terms: {
        ...sampleTerms,
        product: {
          ...sampleProduct,
          ...(editions !== ports.editions && { admission: { kind: 'edition', ...rule } as AdmissionRule }),
        },
      },
      rails: [rail],
      ports: {
        ...ports,
        journal: memoryJournal(),
        editions,
        settler: { ...ports.settler, verify: async () => verified },
      },
      release: 'v0',
      owners: new Set(),
    });

  const newest = sampleEdition(NOW);
  const standing = (document: object): EditionStanding => ({ digest: '', text: '', document });
  const before = { ...newest, previousDigest: 'none' };
  const replaced: Ports['editions'] = {
    latest: async () => standing(newest),
    get: async (digest) => (digest === newest.previousDigest ? standing(before) : undefined),
  };
  const dropped: Partial<AdmissionRule> = {
    faultsOf: (_chosen, { document }) =>
      document === before ? [] : [{ path: 'client', code: 'no_rows', message: 'No row.' }],
  };
  const nobodyHad: Partial<AdmissionRule> = {
    faultsOf: () => [{ path: 'client', code: 'no_rows', message: 'No row.' }],
  };
  it('is looked for where only an earlier edition has what is chosen', async () => {
    const asked = gate({ kind: 'worthless', as: 'paid_otherwise' }, replaced, dropped);
    expect(await pass(asked, { authorization: 'b' })).toMatchObject({
      kind: 'refused',
      problem: { situation: 'paid_otherwise' },
    });
  });

  it.each([
    ['the chain cannot be asked', gate({ kind: 'unreachable' })],
    ['there is no edition', gate({ kind: 'valid' }, { latest: async () => undefined, get: never })],
    ['no edition has what is chosen', gate({ kind: 'worthless', as: 'paid_otherwise' }, replaced, nobodyHad)],
  ])('is never told that nothing moved: %s', async (_what, it) => {
    expect(await pass(it, { authorization: 'b' })).toMatchObject({
      kind: 'refused',
      problem: { code: 'settlement_pending' },
    });
  });
});
