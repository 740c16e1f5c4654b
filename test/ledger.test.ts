import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifierOf } from '../src/adapters/signing-keys.ts';
import type { AnyPending } from '../src/buyer/pending.ts';
import { purchase } from '../src/buyer/purchase.ts';
import { evmWallet } from '../src/buyer/wallets.ts';
import { type InclusionProof, includes } from '../src/ledger/merkle.ts';
import type { Edition } from '../src/ledger/schema.ts';
import { signedText } from '../src/ledger/shared.ts';
import { verifyEdition, verifyPart } from '../src/ledger/verify.ts';
import { reliabilityLedger } from '../src/products/agent-commerce-reliability-ledger/product.ts';
import { compatibilityWitness } from '../src/products/x402-compatibility-witness/product.ts';
import type { Witness } from '../src/products/x402-compatibility-witness/schema.ts';
import { verifyWitness } from '../src/products/x402-compatibility-witness/verify.ts';
import { type EvmSandbox, SANDBOX_BUYERS, startEvmSandbox } from '../src/sandbox/chain.ts';
import { digestBytes, digestJson, utf8 } from '../src/values/digest.ts';
import { fingerprint } from '../src/values/fingerprint.ts';
import { type ChainTools, chainTools } from './support/chain.ts';
import { type Counted, startCounted } from './support/counted.ts';
import { answerOf, challengeOf, getCall, json, pay, paymentFor } from './support/payments.ts';
import { disposeServices } from './support/service.ts';

/** Ledger and witness over HTTP: sold while the edition is current, and the same answer again for what was paid. */

const DAY_MS = 86_400_000;
let chain: EvmSandbox;
let tools: ChainTools;
let service: Counted;
let before: bigint;

beforeAll(async () => {
  chain = await startEvmSandbox();
  tools = chainTools(chain.rpcUrl);
});
afterAll(async () => {
  await disposeServices();
  await chain.stop();
});
beforeEach(async () => {
  service = await startCounted(chain.rpcUrl);
  // Documents show worked examples: those ran when the service was made.
  service.reset();
  before = await tools.sellerBalance();
});
afterEach(() => service.stop());

const LEDGER = reliabilityLedger.path;
const WITNESS = compatibilityWitness.path;
const paid = async () => (await tools.sellerBalance()) - before;
const get = (path: string, init: RequestInit = {}) => answerOf(fetch(service.url + path, init));
const stockFetch = () =>
  wrapFetchWithPayment(fetch, new x402Client().register('eip155:8453', new ExactEvmScheme(tools.buyer(0))));
const keys = async () =>
  verifierOf((await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as never);

async function matched(body: object = {}): Promise<string> {
  const response = await fetch(`${service.url}${WITNESS}/preflight`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client: '@x402/fetch', clientVersion: '2.27.0', protocol: 'x402v2', ...body }),
  });
  const answer = (await response.json()) as { matchId: string | null };
  if (answer.matchId === null) throw new Error(`no match: ${JSON.stringify(answer)}`);
  return answer.matchId;
}
const witnessAt = (match: string, more = '') => `${WITNESS}?match=${match}${more}`;

describe('the ledger', () => {
  it('is bought by an unmodified @x402/fetch, and verifies offline', async () => {
    const response = await stockFetch()(service.url + LEDGER);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(await paid()).toBe(100_000n);
    expect(utf8(text).length).toBeLessThan(250_000);
    const verdict = await verifyEdition(signedText(text), await keys());
    expect(verdict).toMatchObject({ ok: true, edition: { product: 'agent-commerce-reliability-ledger' } });
  });

  it('is compressed for who takes that, and says the same bytes under the same receipt', async () => {
    const payment = await paymentFor(service.url + LEDGER, tools.buyer(0));
    const rawly = async (accepted: string, path = LEDGER, verb = 'GET') => {
      const headers = { 'payment-signature': payment, 'accept-encoding': accepted };
      const [answer] = (await once(
        httpRequest(service.url + path, { method: verb, headers, agent: false }).end(),
        'response',
      )) as [IncomingMessage];
      const body = Buffer.concat((await answer.toArray()) as Buffer[]);
      return { status: answer.statusCode, headers: answer.headers, body };
    };
    const plain = await rawly('identity');
    const [br, gzip] = [await rawly('gzip, br'), await rawly('gzip, br;q=0')];
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ]);
    expect([brotliDecompressSync(br.body), gunzipSync(gzip.body)]).toEqual([plain.body, plain.body]);
    for (const { status, headers, body } of [plain, br, gzip]) {
      expect([status, headers['content-length']]).toEqual([200, String(body.length)]);
      expect(headers.vary).toBe('PAYMENT-SIGNATURE, Authorization, Accept-Encoding');
      expect(headers['x-svc-delivery-receipt']).toBe(plain.headers['x-svc-delivery-receipt']);
      expect(headers).not.toHaveProperty('etag');
    }
    // A challenge, which has an order id of its own, is never compressed, and a HEAD has no body to compress.
    const head = await rawly('br', LEDGER, 'HEAD');
    expect([head.status, head.headers['content-encoding'], head.body.length]).toEqual([402, undefined, 0]);
    expect(await paid()).toBe(100_000n);
  });

  it('is given written out, as it was signed, to a reader who asks for the older shape', async () => {
    const full = await (await stockFetch()(`${service.url}${LEDGER}?shape=full`)).text();
    expect(await verifyEdition(full, await keys())).toMatchObject({ ok: true });
    const short = await (await stockFetch()(service.url + LEDGER)).text();
    expect(JSON.parse(signedText(short))).toEqual(JSON.parse(full));
  });

  it('is previewed by rows that are provably in it', async () => {
    const preview = json(await get(`${LEDGER}/preview?src=x-profile`)) as unknown as {
      availability: object;
      edition: { contentDigest: string; signature: { rowsJws: string } };
      sampleRows: { row: { id: string }; proof: InclusionProof }[];
    };
    expect(preview.availability).toMatchObject({
      purchaseAvailable: true,
      failClosed: false,
      purchaseRecommended: true,
      reason: null,
    });
    const head = (await (await keys())(preview.edition.signature.rowsJws)) as Record<string, string>;
    expect(head.contentDigest).toBe(preview.edition.contentDigest);
    expect(preview.sampleRows).toHaveLength(3);
    for (const { row, proof } of preview.sampleRows) expect(includes(head.rowsRoot!, row, proof)).toBe(true);

    const edition = (await (await stockFetch()(service.url + LEDGER)).json()) as Edition;
    expect(edition.contentDigest).toBe(preview.edition.contentDigest);
    const rows = (JSON.parse(signedText(JSON.stringify(edition))) as Edition).compatibilityMatrix;
    expect(rows).toContainEqual(preview.sampleRows[0]!.row);
  });

  it('is the edition that was paid for, however often it is asked for and whatever was published since', async () => {
    const payment = await paymentFor(service.url + LEDGER, tools.buyer(0));
    const first = await pay(getCall(service.url + LEDGER), payment);
    expect(first.status).toBe(200);
    const next = await service.publishEdition();
    const again = await pay(getCall(service.url + LEDGER), payment);
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    expect(again.headers.get('x-svc-delivery-receipt')).toBe(first.headers.get('x-svc-delivery-receipt'));
    expect(await paid()).toBe(100_000n);
    const fresh = (await (await stockFetch()(service.url + LEDGER)).json()) as Edition;
    expect([fresh.contentDigest, fresh.previousDigest]).toEqual([next, json(first).contentDigest]);
  });

  it('is redelivered after it is not current any more', async () => {
    const payment = await paymentFor(service.url + LEDGER, tools.buyer(0));
    service.hooks.ahead = 0;
    const first = await pay(getCall(service.url + LEDGER), payment);
    // The edition ends while the day of the redelivery lasts.
    service.hooks.ahead = DAY_MS - 60_000;
    const again = await pay(getCall(service.url + LEDGER), payment);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it.each([
    ['a second before the edition ends', -1_500, 402],
    ['after it ended', 500, 503],
  ])('%s, an unpaid call is answered %s ms later with %i', async (_name, offset, status) => {
    const { availability } = json(await get(`${LEDGER}/preview`)) as { availability: { validUntil: string } };
    service.hooks.ahead = Date.parse(availability.validUntil) - Date.now() + offset;
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(LEDGER, { method });
      expect([method, answer.status]).toEqual([method, status]);
      expect(answer.headers.has('payment-required')).toBe(status === 402);
      expect(answer.headers.has('retry-after')).toBe(status === 503);
    }
    expect(json(await get(`${LEDGER}/preview`))).toMatchObject({
      availability:
        status === 402
          ? { purchaseAvailable: true, purchaseRecommended: false }
          : {
              purchaseAvailable: false,
              failClosed: true,
              reason: 'expired',
              freshness: { status: 'not_current' },
            },
    });
  });

  it('that ended between challenge and payment is not charged: nothing is even verified', async () => {
    const payment = await paymentFor(service.url + LEDGER, tools.buyer(0));
    service.hooks.ahead = 7 * DAY_MS;
    const answer = await pay(getCall(service.url + LEDGER), payment);
    expect([answer.status, json(answer).error]).toEqual([503, 'edition_not_current']);
    expect(answer.headers.has('payment-required')).toBe(false);
    expect(service.counts).toEqual({ runs: 0, verifies: 0, settles: 0 });
    expect(await paid()).toBe(0n);
    // And the same payment buys once an edition is current again.
    service.hooks.ahead = 0;
    expect((await pay(getCall(service.url + LEDGER), payment)).status).toBe(200);
    expect(await paid()).toBe(100_000n);
  });

  it.each(['GET', 'HEAD'])(
    'is not offered on Base to somebody who asks for another network (%s)',
    async (method) => {
      const answer = await get(`${LEDGER}?paymentNetwork=solana`, { method });
      expect([answer.status, answer.headers.has('payment-required')]).toEqual([400, false]);
      if (method === 'GET') expect(json(answer).error).toBe('unknown_payment_network');
    },
  );

  it('is written once: the second buyer gets the bytes that the first one got', async () => {
    const [one, other] = await Promise.all(
      [0, 1].map(async (i) => {
        const payment = await paymentFor(service.url + LEDGER, tools.buyer(i));
        return pay(getCall(service.url + LEDGER), payment);
      }),
    );
    expect(one!.text).toBe(other!.text);
    expect(one!.text.length).toBeLessThan(1_500_000);
  });
});

describe('rows of the ledger, chosen by the query', () => {
  const FILTERED = `${LEDGER}?client=${encodeURIComponent('@x402/fetch')}&version=2.27.0&behaviour=B09`;
  /** The same choice in another order, spelled otherwise, said twice, and with a tag. */
  const SAME = `${LEDGER}?behaviour=B09&src=x-profile&version=2.27.0&client=@x402/fetch&behaviour=%42%30%39`;
  const CANONICAL = `${LEDGER}?behaviour=B09&client=%40x402%2Ffetch&version=2.27.0`;

  it('are what the challenge is for, and an unmodified @x402/fetch buys them with their proofs', async () => {
    const required = await challengeOf(service.url + SAME);
    expect(required.resource.url).toBe(service.url + CANONICAL);
    const response = await stockFetch()(service.url + FILTERED);
    expect(response.status).toBe(200);
    expect(await paid()).toBe(100_000n);
    const text = await response.text();
    const verdict = await verifyPart(text, await keys());
    expect(verdict).toMatchObject({ ok: true, part: { compatibilityMatrix: [{ behaviourId: 'B09' }] } });
    const receipt = (await (await keys())(response.headers.get('x-svc-delivery-receipt')!)) as object;
    expect(receipt).toMatchObject({
      resourceUrl: service.url + CANONICAL,
      bodyDigest: digestBytes(text),
      requestFingerprint: fingerprint({
        ...{ method: 'GET', path: LEDGER },
        query: { behaviour: 'B09', client: '@x402/fetch', version: '2.27.0' },
      }),
    });
  });

  it('are delivered again for the same choice however it is spelled, and for no other one', async () => {
    const payment = await paymentFor(service.url + FILTERED, tools.buyer(0));
    const first = await pay(getCall(service.url + FILTERED), payment);
    expect(first.status).toBe(200);
    await service.publishEdition();
    const again = await pay(getCall(service.url + SAME), payment);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    expect(again.headers.get('x-svc-delivery-receipt')).toBe(first.headers.get('x-svc-delivery-receipt'));
    for (const other of [LEDGER, `${LEDGER}?behaviour=B09`, `${FILTERED}&severity=double_charge`]) {
      const answer = await pay(getCall(service.url + other), payment);
      expect([other, answer.status, json(answer).error]).toEqual([other, 409, 'payment_reused']);
    }
    expect(await paid()).toBe(100_000n);
  });

  it('are not paid for by what was signed for the whole, and the other way round', async () => {
    for (const [signed, asked] of [
      [LEDGER, FILTERED],
      [FILTERED, LEDGER],
    ] as const) {
      const payment = await paymentFor(service.url + signed, tools.buyer(0));
      const answer = await pay(getCall(service.url + asked), payment);
      expect([answer.status, json(answer).reason]).toEqual([402, 'resource_mismatch']);
      // A payer may leave the address out. Then the journal still binds the payment to what was delivered for it.
      const bare = await paymentFor(service.url + signed, tools.buyer(0), {
        tamper: (payload) => {
          delete payload.resource;
        },
      });
      expect((await pay(getCall(service.url + asked), bare)).status).toBe(200);
      expect((await pay(getCall(service.url + signed), bare)).status).toBe(409);
    }
    expect(await paid()).toBe(200_000n);
  });

  it('cost the same whether they show the failure or not: the challenge does not tell', async () => {
    const build = 'client=@x402/fetch&version=2.27.0';
    const [shown, none] = ['B09', 'B01'].map(
      (id) => `${LEDGER}?${build}&behaviour=${id}&severity=double_charge`,
    );
    for (const path of [shown!, none!]) expect((await get(path)).status).toBe(402);
    const response = await stockFetch()(service.url + none!);
    expect(response.status).toBe(200);
    expect(await paid()).toBe(100_000n);
    const verdict = await verifyPart(await response.text(), await keys());
    expect(verdict).toMatchObject({ ok: true, part: { selection: { rows: 0 }, compatibilityMatrix: [] } });
  });

  it('are the whole where the query has only names that the route does not know', async () => {
    const path = `${LEDGER}?clients=x402-fetch&utm_source=a`;
    const { resource } = await challengeOf(service.url + path);
    expect(resource.url).toBe(service.url + LEDGER);
    expect((await get(path, { method: 'HEAD' })).status).toBe(402);
    const whole = await paymentFor(service.url + LEDGER, tools.buyer(0));
    const answer = await pay(getCall(service.url + path), whole);
    expect([answer.status, answer.text.includes('"selection"')]).toEqual([200, false]);
    expect(await paid()).toBe(100_000n);
  });

  it('are refused free before any payment where a value is unknown, ambiguous or was not run', async () => {
    const whole = await paymentFor(service.url + LEDGER, tools.buyer(0));
    for (const [query, at, allowed] of [
      ['client=axios', 'client', '@x402/fetch'],
      ['behaviour=', 'behaviour', 'B09'],
      ['severity=high', 'severity', 'double_charge'],
      ['behaviour=B09&behaviour=B01', 'behaviour', undefined],
      ['client=mppx&behaviour=B01', 'behaviour', 'B42'],
    ] as const) {
      const path = `${LEDGER}?${query}`;
      for (const answer of [await get(path), await pay(getCall(service.url + path), whole)]) {
        expect([query, answer.status, json(answer).error]).toEqual([query, 400, 'invalid_request']);
        expect(answer.headers.has('payment-required')).toBe(false);
        const issues = json(answer).issues as { path: string; allowed?: string[] }[];
        const issue = issues.find(({ path: place }) => place === at);
        expect([query, issue?.path]).toEqual([query, at]);
        if (allowed !== undefined) expect(issue!.allowed).toContain(allowed);
        expect(answer.text).not.toContain('axios');
      }
      expect((await get(path, { method: 'HEAD' })).status).toBe(400);
    }
    expect(service.counts).toEqual({ runs: 0, verifies: 0, settles: 0 });
    expect(await paid()).toBe(0n);
  });

  it('are bought by the buyer library, which holds challenge and receipts against the choice', async () => {
    const kept: AnyPending[] = [];
    const bought = await purchase(
      {
        ...{ baseUrl: service.url, path: LEDGER, method: 'GET', maxAmountAtomic: 100_000n },
        query: { severity: 'double_charge', client: '@x402/fetch', src: 'x-profile' },
      },
      {
        approve: async ({ resource }) => resource.endsWith('?client=%40x402%2Ffetch&severity=double_charge'),
        keep: async (pending) => void kept.push(pending),
        wallet: async () => evmWallet(SANDBOX_BUYERS[0]!.privateKey),
      },
    );
    expect(bought.answer).toMatchObject({ selection: { filter: { severity: 'double_charge' } } });
    expect(await paid()).toBe(100_000n);
  });
});

describe('the witness', () => {
  it('is bought by an unmodified @x402/fetch after the free preflight', async () => {
    const match = await matched();
    const response = await stockFetch()(service.url + witnessAt(match));
    expect(response.status).toBe(200);
    expect(await paid()).toBe(250_000n);
    const witness = (await response.json()) as Witness;
    expect(compatibilityWitness.response.safeParse(witness).error).toBeUndefined();
    expect(witness).toMatchObject({
      match: 'exact',
      matchId: match,
      subject: { client: '@x402/fetch', version: '2.27.0' },
      verdict: 'compatible_with_conditions',
    });
    expect(witness.purchaseFit.map(({ route, payableByDefault }) => [route, payableByDefault])).toEqual([
      ['/api/opportunity-check', true],
      [LEDGER, true],
      [WITNESS, true],
      ['/api/agent-revenue-audit', false],
    ]);
  });

  it('proves every row that it cites with the signature of the edition, written out', async () => {
    const bought = await stockFetch()(service.url + witnessAt(await matched(), '&shape=full'));
    const witness = (await bought.json()) as Witness;
    const { contentDigest, signature, ...content } = witness;
    expect(digestJson(content)).toBe(contentDigest);
    const head = (await (await keys())(signature.rowsJws)) as Record<string, string>;
    expect(head).toMatchObject({ contentDigest: witness.ledgerDigest, rowsRoot: witness.rowsRoot });
    expect(witness.behaviours.length).toBeGreaterThan(15);
    for (const { proof, ...row } of witness.behaviours)
      expect(includes(head.rowsRoot!, row, proof as InclusionProof)).toBe(true);
    expect(await verifyWitness(witness, await keys())).toMatchObject({ ok: true, rows: 'proofs' });
  });

  it('is bought written out by the buyer library: its challenge names the shape, and not the match', async () => {
    const query = { match: await matched(), shape: 'full' };
    const bought = await purchase(
      { baseUrl: service.url, path: WITNESS, method: 'GET', maxAmountAtomic: 250_000n, query },
      {
        approve: async ({ resource }) => resource === `${service.url}${WITNESS}?shape=full`,
        keep: async () => {},
        wallet: async () => evmWallet(SANDBOX_BUYERS[0]!.privateKey),
      },
    );
    expect(await verifyWitness(bought.answer, await keys())).toMatchObject({ ok: true, rows: 'proofs' });
    // As `assay verify witness` works out the bytes that the delivery receipt is over, from a file that was indented.
    expect(digestBytes(JSON.stringify(bought.answer))).toBe(digestBytes(bought.body));
    expect(await paid()).toBe(250_000n);
  });

  it('is paid for in one shape: the payment for one buys no other, and no shape is sold that there is not', async () => {
    const match = await matched();
    const short = service.url + witnessAt(match);
    const payment = await paymentFor(short, tools.buyer(0));
    expect((await pay(getCall(short), payment)).status).toBe(200);
    const other = await pay(getCall(`${short}&shape=full`), payment);
    expect([other.status, json(other).error]).toEqual([409, 'payment_reused']);
    const wrong = await get(witnessAt(match, '&shape=tall'));
    expect([wrong.status, wrong.headers.has('payment-required')]).toEqual([400, false]);
    expect(json(wrong).issues).toMatchObject([{ path: 'shape', allowed: ['full'] }]);
    expect(await paid()).toBe(250_000n);
  });

  it.each([
    ['without a match', () => WITNESS],
    ['with an empty one', () => `${WITNESS}?match=`],
    ['with one that nobody issued', () => witnessAt(`w1.e30.${'0'.repeat(64)}`)],
    [
      'with one that was altered',
      async () => witnessAt((await matched()).replace(/.$/, (last) => (last === '0' ? '1' : '0'))),
    ],
  ])('%s there is no challenge, paid or unpaid', async (_name, at) => {
    const target = await at();
    const payment = await paymentFor(service.url + witnessAt(await matched()), tools.buyer(0));
    for (const headers of [{}, { 'payment-signature': payment }] as Record<string, string>[])
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(target, { method, headers });
        expect([answer.status, answer.headers.has('payment-required')]).toEqual([428, false]);
      }
    expect(service.counts).toEqual({ runs: 0, verifies: 0, settles: 0 });
    expect(await paid()).toBe(0n);
  });

  it.each([
    [899_000, 402],
    [901_000, 410],
  ])('%i ms after the preflight it answers %i', async (ahead, status) => {
    const target = witnessAt(await matched());
    service.hooks.ahead = ahead;
    const answer = await get(target);
    expect([answer.status, answer.headers.has('payment-required')]).toEqual([status, status === 402]);
  });

  it('wants a new match when a newer edition was published', async () => {
    const old = await matched();
    const payment = await paymentFor(service.url + witnessAt(old), tools.buyer(0));
    await service.publishEdition();
    const refused = await pay(getCall(service.url + witnessAt(old)), payment);
    expect([refused.status, json(refused).error]).toEqual([410, 'preflight_expired']);
    expect(await paid()).toBe(0n);
    const delivered = await pay(getCall(service.url + witnessAt(await matched())), payment);
    expect(delivered.status).toBe(200);
    expect(await paid()).toBe(250_000n);
  });

  it('is delivered again after match and edition have changed, byte for byte', async () => {
    const target = service.url + witnessAt(await matched());
    const payment = await paymentFor(target, tools.buyer(0));
    const first = await pay(getCall(target), payment);
    expect(first.status).toBe(200);
    await service.publishEdition();
    service.hooks.ahead = 3_600_000;
    const again = await pay(getCall(target), payment);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await paid()).toBe(250_000n);
  });

  it('is not sold when the edition is not current, and the preflight says so', async () => {
    const target = witnessAt(await matched());
    service.hooks.ahead = 7 * DAY_MS;
    await expect(matched()).rejects.toThrow('edition_not_current');
    const answer = await get(target);
    // The match ran out long before the edition did.
    expect([answer.status, answer.headers.has('payment-required')]).toEqual([410, false]);
  });
});
