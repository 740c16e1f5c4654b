import { afterEach, describe, expect, it } from 'vitest';
import { witnessPreflight } from '../src/checks/x402-compatibility-witness/check.ts';
import { reliabilityLedger } from '../src/products/agent-commerce-reliability-ledger/product.ts';
import { compatibilityWitness } from '../src/products/x402-compatibility-witness/product.ts';
import { PROBLEMS, type ProblemCode, UNSETTLED } from '../src/values/problem.ts';
import { AUDIT_BODY, AUDIT_PRICE, auditClient } from './support/audit.ts';
import {
  type Answer,
  answerOf,
  challengeOf,
  type Draft,
  encode,
  freshNonce,
  getCall,
  json,
  pay,
  payloadFor,
  paymentFor,
  postCall,
  withIdentifier,
} from './support/payments.ts';
import { parse, raw } from './support/raw.ts';
import {
  EXAMPLE,
  expectChallenge,
  expectNothingRan,
  expectProblem,
  PRICE,
  PRODUCT,
  refusalBench,
} from './support/refusals.ts';

/** Each row of the problem table that this service can produce, and what has not moved when it does. */

const bench = refusalBench();

const payment = async (draft: Draft = {}) =>
  encode(await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(0), draft));
const CANARY = 'canary-5f3a9c';

const LEDGER = reliabilityLedger.path;
const witnessAt = (match: string) =>
  getCall(`${bench.service.url}${compatibilityWitness.path}?match=${match}`);
/** A witness call with a match of the free preflight. */
const matched = async () => {
  const preflight = `${bench.service.url}${witnessPreflight.path}`;
  const answer = await answerOf(fetch(preflight, postCall('', witnessPreflight.example).init));
  const { matchId } = json(answer);
  expect(matchId, answer.text).toEqual(expect.any(String));
  return witnessAt(String(matchId));
};

const audit = auditClient(
  () => bench.service.url,
  () => bench.tools,
);

interface Way {
  readonly send: () => Promise<Answer>;
  /** Atomic units that were paid on the way to the problem, before it. */
  readonly paid?: bigint;
  /** Settlements that were begun, before the problem or by it. */
  readonly settles?: number;
  readonly retryAfter?: true;
}

afterEach(async () => {
  bench.proxy.mend();
  bench.proxy.set('eth_getLogs', undefined);
  await bench.tools.mine();
});

/** What only an edge is told needs an origin that believes one: test/edge-assertions.test.ts. */
/** `service_unavailable` is for free answers: last-known.test.ts shows it. */
type Told = Exclude<ProblemCode, 'edge_assertion_refused' | 'service_unavailable'>;

const WAYS: Readonly<Record<Told, Way>> = {
  invalid_request: {
    send: async () => pay(postCall(bench.post.url, { ...EXAMPLE, [CANARY]: CANARY }), await payment()),
  },
  request_refused: {
    send: async () =>
      pay(postCall(bench.post.url, { ...EXAMPLE, goal: `Ask ${CANARY}@example.com` }), await payment()),
  },
  invalid_payment_identifier: {
    send: async () => pay(bench.get, await payment({ tamper: withIdentifier(CANARY) })),
  },
  not_found: { send: () => answerOf(fetch(`${bench.service.url}/${CANARY}?${CANARY}`)) },
  method_not_allowed: { send: () => answerOf(fetch(bench.get.url, { method: 'DELETE', body: CANARY })) },
  payment_reused: {
    paid: PRICE,
    settles: 1,
    send: async () => {
      const mine = await payment();
      expect((await pay(bench.get, mine)).status).toBe(200);
      return pay(bench.post, mine);
    },
  },
  payment_identifier_conflict: {
    paid: PRICE,
    settles: 1,
    send: async () => {
      const id = `${CANARY}-${freshNonce().slice(2, 20)}`;
      expect((await pay(bench.get, await payment({ tamper: withIdentifier(id) }))).status).toBe(200);
      return pay(bench.post, await payment({ tamper: withIdentifier(id) }));
    },
  },
  ticket_required: { send: async () => pay(audit.call(), await audit.payment()) },
  ticket_invalid: { send: async () => pay(audit.call(CANARY), await audit.payment()) },
  ticket_expired: {
    send: async () => {
      const ticket = await audit.ticket();
      bench.service.hooks.ahead = 900_000;
      return pay(audit.call(ticket), await audit.payment());
    },
  },
  ticket_mismatch: {
    send: async () => {
      const other = { ...AUDIT_BODY, serviceName: CANARY };
      return pay(audit.call(await audit.ticket(), other), await audit.payment());
    },
  },
  ticket_used: {
    paid: AUDIT_PRICE,
    settles: 1,
    send: async () => {
      const ticket = await audit.ticket();
      expect((await pay(audit.call(ticket), await audit.payment())).status).toBe(200);
      return pay(audit.call(ticket), await audit.payment());
    },
  },
  too_many_requests: {
    retryAfter: true,
    send: async () => {
      const mine = await payment();
      bench.service.hooks.limited = true;
      return pay(bench.get, mine);
    },
  },
  payload_too_large: {
    send: async () => pay(postCall(bench.post.url, CANARY.repeat(2_000)), await payment()),
  },
  unsupported_media_type: {
    send: async () =>
      pay(
        {
          url: bench.post.url,
          init: { method: 'POST', headers: { 'content-type': 'text/plain' }, body: CANARY },
        },
        await payment(),
      ),
  },
  header_too_large: {
    send: () => answerOf(fetch(bench.get.url, { headers: { 'x-any': CANARY.repeat(1_400) } })),
  },
  request_timeout: {
    send: async () =>
      parse(
        await raw(bench.service.impatientUrl, [
          `POST ${PRODUCT.path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"goal":`,
        ]),
      ),
  },
  internal_error: {
    send: async () => {
      bench.service.hooks.run = () => {
        throw new Error(CANARY);
      };
      return pay(bench.get, await payment());
    },
  },
  settlement_unavailable: {
    retryAfter: true,
    send: async () => {
      const mine = await payment();
      bench.proxy.cut();
      return pay(bench.get, mine);
    },
  },
  settlement_pending: {
    settles: 1,
    retryAfter: true,
    send: async () => {
      const mine = await payment();
      await bench.tools.hold();
      return pay(bench.get, mine);
    },
  },
  unknown_payment_network: {
    send: async () => {
      const url = bench.service.url + LEDGER;
      return pay(getCall(`${url}?paymentNetwork=${CANARY}`), await paymentFor(url, bench.tools.buyer(0)));
    },
  },
  multiple_credentials: {
    send: async () => {
      const url = bench.service.url + LEDGER;
      const both = { url, init: { headers: { authorization: `Payment ${encode({ id: CANARY })}` } } };
      return pay(both, await paymentFor(url, bench.tools.buyer(0)));
    },
  },
  preflight_required: {
    send: async () =>
      pay(witnessAt(`w1.${CANARY}`), await paymentFor((await matched()).url, bench.tools.buyer(0))),
  },
  preflight_expired: {
    send: async () => {
      const call = await matched();
      const mine = await paymentFor(call.url, bench.tools.buyer(0));
      bench.service.hooks.ahead = 900_000;
      return pay(call, mine);
    },
  },
  edition_not_current: {
    retryAfter: true,
    send: async () => {
      const url = bench.service.url + LEDGER;
      const mine = await paymentFor(url, bench.tools.buyer(0));
      bench.service.hooks.ahead = 7 * 86_400_000;
      return pay(getCall(url), mine);
    },
  },
  redelivery_failed: {
    paid: PRICE,
    settles: 1,
    retryAfter: true,
    send: async () => {
      const mine = await payment();
      expect((await pay(bench.get, mine)).status).toBe(200);
      bench.service.hooks.run = (answer) => ({ ...answer, changed: CANARY });
      return pay(bench.get, mine);
    },
  },
};

/** Refused with a payment attached, before it is verified: it is good for the corrected call. */
const UNUSED = new Set<ProblemCode>([
  'invalid_request',
  'unknown_payment_network',
  'multiple_credentials',
  'invalid_payment_identifier',
  'ticket_required',
  'ticket_invalid',
  'ticket_expired',
  'ticket_mismatch',
  'ticket_used',
  'preflight_required',
  'preflight_expired',
  'payload_too_large',
  'unsupported_media_type',
  'request_refused',
]);

it('every row of the table is tried here', () => {
  expect([...Object.keys(WAYS), 'edge_assertion_refused', 'service_unavailable'].sort()).toEqual(
    Object.keys(PROBLEMS).sort(),
  );
});

describe.each(Object.keys(WAYS) as Told[])('%s', (code) => {
  it(`answers ${PROBLEMS[code].status} and says so, echoes nothing and charges nothing`, async () => {
    const { send, paid = 0n, settles = 0, retryAfter } = WAYS[code];
    const row: { status: number; retry?: string } = PROBLEMS[code];
    const answer = await send();
    const body = expectProblem(answer, row.status, code, [CANARY]);
    const isUnused = UNUSED.has(code);
    expect(String(body.detail).endsWith(UNSETTLED)).toBe(isUnused);
    expect(body.settled).toBe(isUnused ? false : undefined);
    expect(body.retry).toBe(row.retry);
    expect(answer.headers.get('retry-after') !== null).toBe(retryAfter === true);
    expect(bench.service.counts.settles).toBe(settles);
    bench.proxy.mend();
    if (code !== 'settlement_pending') expect(await bench.paid()).toBe(paid);
  });
});

describe('a payment is never lost to a problem', () => {
  it('after internal_error the same payment buys', async () => {
    const mine = await payment();
    bench.service.hooks.run = () => {
      throw new Error('broken');
    };
    expect((await pay(bench.get, mine)).status).toBe(500);
    bench.service.hooks.run = undefined;
    expect((await pay(bench.get, mine)).status).toBe(200);
    expect(await bench.paid()).toBe(PRICE);
  });

  it('after settlement_unavailable the same payment buys', async () => {
    const mine = await payment();
    bench.proxy.cut();
    expect((await pay(bench.get, mine)).status).toBe(503);
    expectNothingMoved();
    bench.proxy.mend();
    expect((await pay(bench.get, mine)).status).toBe(200);
    expect(await bench.paid()).toBe(PRICE);
  });

  it('after settlement_pending the same payment is delivered, and was charged once', async () => {
    const mine = await payment();
    await bench.tools.hold();
    expect((await pay(bench.get, mine)).status).toBe(503);
    await bench.tools.mine();
    // The row's lease still runs: as if its worker had died and the time had passed.
    bench.service.hooks.ahead = 60_000;
    const answer = await pay(bench.get, mine);
    expect(answer.status).toBe(200);
    expect(await bench.paid()).toBe(PRICE);
    expect(bench.service.counts.settles).toBe(1);
  });

  it('a node that is down is never told as a bad signature', async () => {
    const forged = await payment({ signer: bench.tools.buyer(1) });
    bench.proxy.cut();
    expectProblem(await pay(bench.get, forged), 503, 'settlement_unavailable');
    bench.proxy.mend();
    expect(expectChallenge(await pay(bench.get, forged))).toMatchObject({ reason: 'invalid_signature' });
  });

  it('while the chain is down an unpaid call is still challenged', async () => {
    bench.proxy.cut();
    expectChallenge(await answerOf(fetch(bench.get.url)));
    expectNothingRan(bench.service);
  });

  it('without a journal nothing is sold: 503 before anything is verified or moved', async () => {
    const mine = await payment();
    bench.service.hooks.journalDown = true;
    expectProblem(await pay(bench.get, mine), 503, 'settlement_unavailable');
    expectNothingRan(bench.service);
    bench.service.hooks.journalDown = false;
    expect((await pay(bench.get, mine)).status).toBe(200);
  });

  it('a journal that fails just before money moves keeps it from moving', async () => {
    const before = await bench.tools.settlerTransactions();
    bench.service.hooks.beforeSettle = async () => {
      bench.service.hooks.journalDown = true;
    };
    expectProblem(await pay(bench.get, await payment()), 503, 'settlement_unavailable');
    expect(await bench.tools.settlerTransactions()).toBe(before);
    expect(await bench.paid()).toBe(0n);
  });

  const expectNothingMoved = () => expect(bench.service.counts.settles).toBe(0);
});

describe('somebody else broadcasts the authorization', () => {
  it('between verification and settlement: we were paid, so we deliver', async () => {
    const payload = await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(3));
    bench.service.hooks.beforeSettle = () => bench.tools.broadcast(payload);
    const answer = await pay(bench.get, encode(payload));
    expect(answer.status, answer.text).toBe(200);
    expect(await bench.paid()).toBe(PRICE);
    const again = await pay(bench.get, encode(payload));
    expect([again.status, again.text]).toEqual([200, answer.text]);
  });

  it('before we look: it was for another sale, so nothing is sold', async () => {
    const payload = await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(3));
    await bench.tools.broadcast(payload);
    for (let tries = 0; tries < 2; tries++)
      expectProblem(await pay(bench.get, encode(payload)), 409, 'payment_reused');
    expect(bench.service.counts.settles).toBe(0);
  });
});

describe('a node that knows less than another', () => {
  it.each(['before we look', 'between verification and settlement'])(
    'used %s, and the logs do not show by whom yet: nothing is decided',
    async (when) => {
      const payload = await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(3));
      const behind = async () => {
        await bench.tools.broadcast(payload);
        bench.proxy.set('eth_getLogs', { result: [] });
      };
      if (when === 'before we look') await behind();
      else bench.service.hooks.beforeSettle = behind;
      const answer = await pay(bench.get, encode(payload));
      expect(answer.status).toBe(503);
      expect(answer.headers.get('payment-required')).toBeNull();
      bench.proxy.set('eth_getLogs', undefined);
      bench.service.hooks.ahead = 60_000;
      // Mined before it had a row, it was for another sale; after, it is owed.
      expect((await pay(bench.get, encode(payload))).status).toBe(when === 'before we look' ? 409 : 200);
      expect(await bench.paid()).toBe(PRICE);
    },
  );
});

describe('the buyer moves the money away between verification and settlement', () => {
  it('nothing is known until the authorization can no longer be used; then it is declined, and nothing was charged', async () => {
    const { buyer, moveAway } = await bench.tools.freshBuyer(PRICE);
    const payload = await payloadFor(await challengeOf(bench.get.url), buyer);
    bench.service.hooks.beforeSettle = moveAway;
    const first = await pay(bench.get, encode(payload));
    expectProblem(first, 503, 'settlement_pending');
    // Anybody may still send it, and it would pay us: not a no.
    bench.service.hooks.ahead = 300_000;
    await bench.tools.client.increaseTime({ seconds: 300 });
    await bench.tools.client.mine({ blocks: 1 });
    const later = await pay(bench.get, encode(payload));
    expect(expectChallenge(later)).toMatchObject({ reason: 'authorization_expired' });
    expect(bench.service.counts.settles).toBe(1);
    expect(await bench.paid()).toBe(0n);
  });
});
