import { ExactEvmScheme } from '@x402/evm/exact/client';
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  type JWSSignedOffer,
  verifyOfferSignatureJWS,
} from '@x402/extensions/offer-receipt';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet, type JWK } from 'jose';
import type { Hex, PrivateKeyAccount } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { preconditionOf } from '../src/declare.ts';
import { isSettledAtEdge } from '../src/discovery/sold.ts';
import { USDC_ABI, USDC_BASE } from '../src/sandbox/chain.ts';
import { digestBytes } from '../src/values/digest.ts';
import { openStand, type Stand } from './edge/stand.ts';
import {
  answerOf,
  challengeOf,
  encode,
  getCall,
  json,
  pay,
  payloadFor,
  paymentFor,
  postCall,
} from './support/payments.ts';

/** Purchases through the Worker in the real workerd, a real origin, the official facilitator and a chain. */

let stand: Stand;
let before: bigint;

beforeAll(async () => {
  stand = await openStand();
});
afterAll(() => stand.close());
beforeEach(async () => {
  before = await stand.tools.sellerBalance();
});

const paid = async () => (await stand.tools.sellerBalance()) - before;
const buyer = () => stand.tools.buyer(0);
const CHECK = '/api/opportunity-check';
const AUDIT = catalogue.products.find((product) => product.admission?.kind === 'ticket')!;
const TICKET = preconditionOf(AUDIT)!.header!;
const FREE_FORMS = catalogue.products
  .filter(isSettledAtEdge)
  .filter((product) => product.admission === undefined)
  .flatMap((product) =>
    product.forms.map((form) => ({ name: `${form.method} ${product.path}`, product, form })),
  );

const stock = (account: PrivateKeyAccount) =>
  wrapFetchWithPayment(fetch, new x402Client().register('eip155:8453', new ExactEvmScheme(account)));

/** A payment as the chain shows it, in a header for a challenge of one's own. */
async function copyOf(payment: string, url: string): Promise<string> {
  const required = await challengeOf(url);
  const { payload } = JSON.parse(atob(payment)) as { payload: object };
  const { resource, extensions } = required;
  return encode({ x402Version: 2, accepted: required.accepts[0], payload, resource, extensions });
}

describe('challenges of the edge', () => {
  it("are in the origin's books, each once", async () => {
    const read = async () => {
      const register = (await (await fetch(`${stand.url}/api/cash-register`)).json()) as {
        unpaid402Challenges: number;
        counters: { opportunityCheckGetProofUnpaidSourceBuckets: Record<string, number> };
      };
      return [
        register.unpaid402Challenges,
        register.counters.opportunityCheckGetProofUnpaidSourceBuckets['x-pinned-post'] ?? 0,
      ] as const;
    };
    // The first test: of what others asked, some would still be on its way.
    const [all, tagged] = await read();
    for (let i = 0; i < 30; i++) await fetch(`${stand.url}${CHECK}?src=x-pinned-post`);
    for (let i = 0; i < 10; i++) await fetch(stand.url + AUDIT.path, { method: 'POST', body: '{}' });
    await expect.poll(read, { timeout: 60_000 }).toEqual([all + 40, tagged + 30]);
    await stand.edge().kill9();
    await stand.restartEdge();
    await fetch(`${stand.url}${CHECK}?src=x-pinned-post`);
    await expect.poll(read, { timeout: 60_000 }).toEqual([all + 41, tagged + 31]);
  });
});

it('a copy of a settled payment gets nothing, at the edge and behind it, whoever sold', async () => {
  const url = stand.url + CHECK;
  const behind = stand.origin().url + CHECK;
  for (const sold of [url, behind]) {
    const payment = await paymentFor(url, buyer());
    const first = await pay(getCall(sold), payment);
    expect(first.status, first.text).toBe(200);
    for (const at of [url, behind])
      for (const question of ['', '?subject=other.example']) {
        const refused = await pay(getCall(at + question), await copyOf(payment, url));
        expect([refused.status, json(refused).error], refused.text).toEqual([409, 'payment_reused']);
      }
    for (const at of [url, behind]) {
      const again = await pay(getCall(at), payment);
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
  }
  expect(await paid()).toBe(20_000n);
});

async function ticketFor(payload: unknown): Promise<string> {
  const answer = await answerOf(
    fetch(
      stand.url + preconditionOf(AUDIT)!.issuer,
      postCall('', {
        route: AUDIT.path,
        method: 'POST',
        network: 'eip155:8453',
        maxAmountAtomicUnits: AUDIT.price.amount,
        buyerApproval: true,
        payload,
      }).init,
    ),
  );
  return String(json(answer).ticket);
}

describe.each(FREE_FORMS)(
  'an unmodified @x402/fetch buys $name through edge and origin',
  ({ product, form }) => {
    const call = () =>
      form.method === 'GET'
        ? getCall(stand.url + product.path)
        : postCall(stand.url + product.path, form.example);

    it('for exactly the price, with receipts that the published keys verify', async () => {
      const { url, init } = call();
      const response = await stock(buyer())(url, init);
      const body = new Uint8Array(await response.arrayBuffer());
      expect(response.status).toBe(200);
      expect(response.headers.get('x-svc-edge-x402')).toBe('edge-paid');
      expect(response.headers.has('x-svc-edge-prepare')).toBe(false);
      expect(product.response.safeParse(JSON.parse(new TextDecoder().decode(body))).error).toBeUndefined();
      expect(await paid()).toBe(BigInt(product.price.amount));

      const jwks = (await (await fetch(`${stand.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
      const { payload } = await compactVerify(
        response.headers.get('x-svc-delivery-receipt')!,
        createLocalJWKSet(jwks),
      );
      expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
        product: product.id,
        resourceUrl: url,
        bodyDigest: digestBytes(body),
        transaction: decodePaymentResponseHeader(response.headers.get('payment-response')!).transaction,
        offerDigest: expect.stringMatching(/^sha256:/),
      });
    });

    it('and the same payment again is the same answer, without a charge', async () => {
      const { url, init } = call();
      const payment = await paymentFor(url, buyer());
      const first = await pay({ url, init }, payment);
      const again = await pay({ url, init }, payment);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(first.headers.get('x-svc-redelivery')).toBeNull();
      expect(again.headers.get('x-svc-redelivery')).toBe('1');
      expect(again.text).toBe(first.text);
      expect(again.headers.get('x-svc-delivery-receipt')).toBe(first.headers.get('x-svc-delivery-receipt'));
      expect(await paid()).toBe(BigInt(product.price.amount));
    });
  },
);

describe('a call that waits', () => {
  afterEach(() => Object.assign(stand.facilitator, { mode: 'clean', beforeSettle: async () => {} }));
  const url = () => stand.url + CHECK;
  const send = (payment: string, signal?: AbortSignal) =>
    fetch(url(), { headers: { 'payment-signature': payment }, ...(signal && { signal }) });

  it('and whose buyer hangs up is not lost: the same payment, sent again, gets its answer', async () => {
    const payment = await paymentFor(url(), buyer());
    const hangsUp = new AbortController();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    stand.facilitator.beforeSettle = async () => {
      stand.facilitator.beforeSettle = async () => {};
      hangsUp.abort();
      await isOver;
    };
    await expect(send(payment, hangsUp.signal)).rejects.toThrow('abort');
    const again = send(payment);
    end();
    expect((await again).status).toBe(200);
    expect(await paid()).toBe(10_000n);
  });

  it('waits for no other one, which may have ended: whoever hangs up, and however many wait at once', async () => {
    stand.facilitator.mode = 'drop_request';
    const payments = await Promise.all([0, 1, 2].map((n) => paymentFor(url(), stand.tools.buyer(n))));
    const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status);
    expect(statusesOf(await Promise.all(payments.map((each) => send(each))))).toEqual([503, 503, 503]);
    await Promise.allSettled(payments.map((each) => send(each, AbortSignal.timeout(500))));
    stand.facilitator.mode = 'clean';
    const twice = [...payments, ...payments];
    expect(statusesOf(await Promise.all(twice.map((each) => send(each))))).toEqual(twice.map(() => 200));
    expect(await paid()).toBe(30_000n);
  });
});

describe('an offer of the edge', () => {
  it('is signed with a key that the origin publishes', async () => {
    const url = stand.url + CHECK;
    const [offer] = decodeSignedOffers(extractOffersFromPaymentRequired(await challengeOf(url)));
    const signed = offer!.signedOffer as JWSSignedOffer;
    const kid = JSON.parse(Buffer.from(signed.signature.split('.')[0]!, 'base64url').toString()).kid;
    const { keys } = (await (await fetch(`${stand.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const key = keys.find((each) => each.kid === kid) as JWK & { kty: string };
    expect(await verifyOfferSignatureJWS(signed, key)).toMatchObject({ resourceUrl: url });
  });

  it('names terms that the edge serves, byte for byte', async () => {
    const required = await challengeOf(stand.url + CHECK);
    const { info } = required.extensions!['svc-terms'] as { info: { url: string; sha256: string } };
    const bytes = new Uint8Array(await (await fetch(info.url)).arrayBuffer());
    expect(digestBytes(bytes)).toBe(info.sha256);
  });
});

describe('the audit', () => {
  const body = AUDIT.forms[0]!.example;
  const call = (ticket?: string) => {
    const { url, init } = postCall(stand.url + AUDIT.path, body);
    return { url, init: { ...init, headers: { ...init.headers, ...(ticket && { [TICKET]: ticket }) } } };
  };

  it('is sold for a ticket of the origin, which is then used up', async () => {
    const { url, init } = call(await ticketFor(body));
    const payment = encode(await payloadFor(await challengeOf(url, call().init), buyer()));
    const first = await pay({ url, init }, payment);
    expect(first.status).toBe(200);
    expect(await paid()).toBe(5_000_000n);
    expect((await pay({ url, init }, payment)).text).toBe(first.text);
    const another = encode(await payloadFor(await challengeOf(url, call().init), buyer()));
    const refused = await pay({ url, init }, another);
    expect([refused.status, json(refused).error]).toEqual([403, 'ticket_used']);
    expect(await paid()).toBe(5_000_000n);
  });

  it('is bought by an unmodified client whose owner allows the price', async () => {
    const { url, init } = call(await ticketFor(body));
    const client = new x402Client()
      .register('eip155:8453', new ExactEvmScheme(buyer()))
      .setSpendControls({ maxAmountPerPayment: '$5' });
    const response = await wrapFetchWithPayment(fetch, client)(url, init);
    expect([response.status, response.headers.get('x-svc-edge-x402')]).toEqual([200, 'edge-paid']);
    expect(AUDIT.response.safeParse(await response.json()).error).toBeUndefined();
    expect(await paid()).toBe(5_000_000n);
  });

  it('is refused without a ticket or with a made-up one, before money moves', async () => {
    const payment = encode(await payloadFor(await challengeOf(stand.url + AUDIT.path, call().init), buyer()));
    expect((await pay(call(), payment)).status).toBe(428);
    const madeUp = await pay(call('ab'.repeat(32)), payment);
    expect([madeUp.status, json(madeUp).error]).toEqual([403, 'ticket_invalid']);
    expect((await fetch(call('ab'.repeat(32)).url, call('ab'.repeat(32)).init)).status).toBe(403);
    expect(await paid()).toBe(0n);
  });

  it('gives one ticket to one of two payments at once', async () => {
    const { url, init } = call(await ticketFor(body));
    const payments = await Promise.all(
      [0, 1].map(async (i) =>
        encode(await payloadFor(await challengeOf(url, call().init), stand.tools.buyer(i))),
      ),
    );
    const answers = await Promise.all(payments.map((payment) => pay({ url, init }, payment)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await paid()).toBe(5_000_000n);
  });
});

describe('a body that is refused', () => {
  const mailbox = 'jane.roe@gmail.com';
  const { path, forms } = catalogue.products.find(({ id }) => id === 'opportunity-check')!;
  const example = forms.find(({ method }) => method === 'POST')!.example as object;
  it.each([
    ['by policy', { ...example, goal: `Is it worth $0.01? Ask ${mailbox}` }, 422, 'request_refused'],
    ['by the schema', { ...example, extra: 1 }, 400, 'invalid_request'],
  ])(
    '%s costs nothing: neither facilitator nor chain hears of the payment',
    async (_by, body, status, error) => {
      const call = postCall(stand.url + path, body);
      const payment = encode(await payloadFor(await challengeOf(call.url, call.init), buyer()));
      const asked = stand.facilitator.requests.length;
      const answer = await pay(call, payment);
      expect([answer.status, json(answer).error]).toEqual([status, error]);
      expect(answer.text).not.toContain(mailbox);
      expect(stand.facilitator.requests.length).toBe(asked);
      expect(await paid()).toBe(0n);
      // The payment is as good as it was: it buys the answer to a mended body.
      expect((await pay(postCall(stand.url + path, example), payment)).status).toBe(200);
      expect(await paid()).toBe(10_000n);
    },
  );
});

describe('a ticket whose payment the facilitator refuses', () => {
  it('is free again as soon as the origin has heard of it', async () => {
    const body = AUDIT.forms[0]!.example;
    const call = postCall(stand.url + AUDIT.path, body);
    const bound = { ...call.init, headers: { ...call.init.headers, [TICKET]: await ticketFor(body) } };
    const next = async () => encode(await payloadFor(await challengeOf(call.url, call.init), buyer()));
    stand.facilitator.mode = '200_success_false';
    const refused = await pay({ url: call.url, init: bound }, await next());
    stand.facilitator.mode = 'clean';
    expect(refused.status).toBe(402);
    const payment = await next();
    await expect
      .poll(async () => (await pay({ url: call.url, init: bound }, payment)).status, {
        timeout: 60_000,
        interval: 300,
      })
      .toBe(200);
    expect(await paid()).toBe(5_000_000n);
  });
});

describe('a product that needs an edition', () => {
  const LEDGER = '/api/agent-commerce-reliability-ledger';
  const WITNESS = '/api/x402-compatibility-witness';
  const preflight = `${WITNESS}/preflight`;
  const matched = async (): Promise<string> => {
    const check = catalogue.checks.find(({ path }) => path === preflight)!;
    const answer = await answerOf(fetch(stand.url + preflight, postCall('', check.example).init));
    return `${stand.url}${WITNESS}?match=${String(json(answer).matchId)}`;
  };

  it.each([
    ['the ledger', async () => stand.url + LEDGER, LEDGER],
    ['the witness', matched, WITNESS],
  ])('%s is challenged by the origin and settled at the edge', async (_name, address, path) => {
    const url = await address();
    const product = catalogue.products.find((each) => each.path === path)!;
    const unpaid = await fetch(url);
    expect([unpaid.status, unpaid.headers.get('x-svc-edge-x402')]).toEqual([402, 'origin']);
    const settles = stand.facilitator.calls('settle');
    const bought = await stock(buyer())(url);
    const text = await bought.text();
    expect([bought.status, bought.headers.get('x-svc-edge-x402')]).toEqual([200, 'edge-paid']);
    expect(product.response.safeParse(JSON.parse(text)).error).toBeUndefined();
    expect(await paid()).toBe(BigInt(product.price.amount));
    expect(stand.facilitator.calls('settle') - settles).toBe(1);

    const payment = await paymentFor(url, buyer());
    const [first, again] = [await pay(getCall(url), payment), await pay(getCall(url), payment)];
    expect([first.status, again.status, again.headers.get('x-svc-redelivery')]).toEqual([200, 200, '1']);
    expect(again.text).toBe(first.text);
    expect(await paid()).toBe(2n * BigInt(product.price.amount));
  });

  it('is refused before money moves without a match, or with one that nobody issued', async () => {
    const payment = await paymentFor(await matched(), buyer());
    for (const query of ['', `?match=${'ab'.repeat(32)}`]) {
      const answer = await pay(getCall(stand.url + WITNESS + query), payment);
      expect([answer.status, json(answer).error]).toEqual([428, 'preflight_required']);
    }
    expect(await paid()).toBe(0n);
  });

  it('shows every way to pay when a payment is declined', async () => {
    const payment = await paymentFor(stand.url + LEDGER, stand.tools.emptyBuyer);
    const answer = await pay(getCall(stand.url + LEDGER), payment);
    expect([answer.status, json(answer).reason, answer.headers.get('x-svc-edge-x402')]).toEqual([
      402,
      'insufficient_balance',
      'origin',
    ]);
    // At most one failure a second is noted: an earlier test's may stand there until this one comes a second later.
    const noted = async () => {
      await pay(getCall(stand.url + LEDGER), payment);
      return json(await answerOf(fetch(`${stand.url}/__svc/edge-x402/health/last-failure`)));
    };
    await expect
      .poll(noted, { interval: 200, timeout: 60_000 })
      .toMatchObject({ failure: { route: `GET ${LEDGER}`, failureBucket: 'insufficient_network_usdc' } });
  });
});

describe('one payment', () => {
  it('sent twenty times at once is sold once', async () => {
    const call = getCall(stand.url + CHECK);
    const payment = await paymentFor(call.url, buyer());
    // A call that waited too long for the others is told to send the same payment again: any other answer is final.
    const answer = async () => {
      for (let tries = 1; ; tries++) {
        const told = await pay(call, payment);
        if (told.status !== 503 || tries === 5) return told;
      }
    };
    const answers = await Promise.all(Array.from({ length: 20 }, answer));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('x-svc-redelivery'))).toHaveLength(1);
    expect(await paid()).toBe(10_000n);
  });

  it('sent to edge and origin at once is sold once, for one of two requests', async () => {
    const get = getCall(stand.url + CHECK);
    const payment = await paymentFor(get.url, buyer());
    const direct = postCall(stand.origin().url + CHECK, catalogue.products[0]!.forms[0]!.example);
    const [one, other] = await Promise.all([pay(get, payment), pay(direct, payment)]);
    expect([one.status, other.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await paid()).toBe(10_000n);
  });

  it('delivered by the origin is delivered again by the edge, and the other way round', async () => {
    for (const [first, second] of [
      [stand.url, stand.origin().url],
      [stand.origin().url, stand.url],
    ] as const) {
      const payment = await paymentFor(stand.url + CHECK, buyer());
      const sold = await pay(getCall(first + CHECK), payment);
      const again = await pay(getCall(second + CHECK), payment);
      expect([sold.status, again.status]).toEqual([200, 200]);
      expect(again.text).toBe(sold.text);
    }
    expect(await paid()).toBe(20_000n);
  });

  it('for another request is refused and not charged', async () => {
    const payment = await paymentFor(stand.url + CHECK, buyer());
    expect((await pay(getCall(stand.url + CHECK), payment)).status).toBe(200);
    const other = await pay(postCall(stand.url + CHECK, catalogue.products[0]!.forms[0]!.example), payment);
    expect([other.status, json(other).error]).toEqual([409, 'payment_reused']);
    expect(await paid()).toBe(10_000n);
  });
});

describe('a body that the schema refuses', () => {
  it('is refused by the origin before money moves', async () => {
    const { url, init } = postCall(stand.url + CHECK, { subject: 'x', goal: 'y', unknown: 1 });
    const answer = await pay({ url, init }, await paymentFor(url, buyer()));
    expect([answer.status, json(answer).error]).toEqual([400, 'invalid_request']);
    expect(json(answer).issues).toBeInstanceOf(Array);
    expect(await paid()).toBe(0n);
  });
});

describe('a payment that is not good', () => {
  it('for the edge, and was when the origin sold for it, is delivered through the edge as well', async () => {
    const wallet = '0x00000000000000000000000000000000000b0b43' as const;
    /** Pushes its answer, shifts it to the left end of a word, returns that: it says the same to every signature. */
    const saying = (answer: string): Hex => `0x63${answer}60e01b5f5260205ff3`;
    const { client } = stand.tools;
    const mint = {
      address: USDC_BASE,
      abi: USDC_ABI,
      functionName: 'mint',
      args: [wallet, 10_000n],
    } as const;
    await client.waitForTransactionReceipt({
      hash: await client.writeContract({ ...mint, account: buyer() }),
    });
    await client.setCode({ address: wallet, bytecode: saying('1626ba7e') });
    const payment = encode(
      await payloadFor(await challengeOf(stand.url + CHECK), buyer(), { authorization: { from: wallet } }),
    );
    const first = await pay(getCall(stand.origin().url + CHECK), payment);
    expect(first.status, first.text).toBe(200);
    // Its signer changes: what the edge sees now is a signature of nobody's.
    await client.setCode({ address: wallet, bytecode: saying('ffffffff') });
    const again = await pay(getCall(stand.url + CHECK), payment);
    expect([again.status, again.text, again.headers.get('x-svc-edge-x402')], again.text).toEqual([
      200,
      first.text,
      'origin',
    ]);
    expect(await paid()).toBe(10_000n);
  });

  it('is declined with the reason, and noted without anything of it', async () => {
    const payment = await paymentFor(stand.url + CHECK, stand.tools.emptyBuyer);
    for (const path of [
      '/__svc/edge-x402/health/last-failure',
      '/api/edge-x402-edge-failure/last',
      '/api/cloudflare-x402-edge-failure/last',
    ]) {
      // No more than one a second is noted: where the last one was a moment ago, a later one is.
      let read = await answerOf(fetch(stand.url + path));
      const declined = async () => {
        const answer = await pay(getCall(stand.url + CHECK), payment);
        read = await answerOf(fetch(stand.url + path));
        return [answer.status, json(answer).reason, json(read).status];
      };
      await expect
        .poll(declined, { interval: 200, timeout: 60_000 })
        .toEqual([402, 'insufficient_balance', 'recorded']);
      // It can be read once.
      expect(json(await answerOf(fetch(stand.url + path)))).toMatchObject({ status: 'none', failure: null });
      expect(json(read)).toMatchObject({
        status: 'recorded',
        failure: { code: 'insufficient_balance', failureBucket: 'insufficient_network_usdc', class: 'buyer' },
      });
      expect(read.text.toLowerCase()).not.toContain(
        stand.tools.emptyBuyer.address.slice(2, 12).toLowerCase(),
      );
    }
    expect(await paid()).toBe(0n);
  });
});
