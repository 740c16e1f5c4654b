import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprint, ticketDigest } from '../src/values/fingerprint.ts';
import { UNSETTLED } from '../src/values/problem.ts';
import { AUDIT, AUDIT_BODY, AUDIT_PRICE, auditClient, expectError, TICKET_HEADER } from './support/audit.ts';
import { IN_CAMPAIGN, sized } from './support/campaign.ts';
import { type Counted, startCounted } from './support/counted.ts';
import {
  type Answer,
  challengeOf,
  encode,
  freshNonce,
  getCall,
  json,
  pay,
  payloadFor,
  paymentFor,
  withIdentifier,
} from './support/payments.ts';
import { chainStage } from './support/stage.ts';
import { ticketTools } from './support/tickets.ts';

/** An authorization ticket (service spec §3.2): one body, fifteen minutes, one paid answer, whatever else happens. */

const PRICE = AUDIT_PRICE;
const BODY = AUDIT_BODY;
const OTHER = { ...BODY, targetBuyer: 'somebody else' };
const RECEIPT_TIMEOUT_MS = 400;

const stage = chainStage();
const paid = () => stage.paid();
/** The counted service of this process. */
let url: string;

const client = auditClient(
  () => url,
  () => stage.tools,
);
const { call: audit, approval: scopeCheck, ticket: ticketFor, payment } = client;
const { unpaid, expectInFlight, expectUsed, expectStillBuys } = ticketTools(client, paid);

/** Of each: enough that all are in flight at once. */
const CROWD = sized({ smoke: 20, short: 50, full: 50 });

describe('in a service whose work is counted', () => {
  let service: Counted;
  const NOTHING = { runs: 0, verifies: 0, settles: 0 };

  beforeAll(async () => {
    service = await startCounted(stage.proxy.url, RECEIPT_TIMEOUT_MS);
  });
  beforeEach(() => {
    service.reset();
    url = service.url;
  });
  afterEach(() => stage.proxy.mend());
  afterAll(() => service.stop());

  const stored = (ticket: string) => service.usedTickets.find(ticketDigest(ticket));

  describe('one use', () => {
    it(`of ${CROWD} different payments at once, one is charged and answered`, async () => {
      const ticket = await ticketFor();
      const payments = await Promise.all(Array.from({ length: CROWD }, (_, i) => payment(i % 7)));
      const answers = await Promise.all(payments.map((each) => pay(audit(ticket), each)));
      const losers = answers.filter(({ status }) => status !== 200);
      expect(losers).toHaveLength(CROWD - 1);
      // On a machine that is busy the chain may be asked too late.
      for (const each of losers)
        expect([
          [403, 'ticket_used'],
          [503, 'settlement_pending'],
          [503, 'settlement_unavailable'],
        ]).toContainEqual([each.status, json(each).error]);
      expect(service.counts).toMatchObject({ runs: 1, settles: 1 });
      expect(await paid()).toBe(PRICE);

      // Neither are they taken later; and a payment that was turned away is still good, with a ticket of its own.
      const again = await Promise.all(payments.map((each) => pay(audit(ticket), each)));
      expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(service.counts.settles).toBe(1);
      const loser = payments[answers.findIndex(({ status }) => status !== 200)]!;
      expect((await pay(audit(await ticketFor()), loser)).status).toBe(200);
      expect(await paid()).toBe(2n * PRICE);
    });

    it(`of one payment sent ${CROWD} times at once: as many answers, one charge`, async () => {
      const ticket = await ticketFor();
      const one = await payment();
      // Whoever is told to come back, on a machine that is busy, does so with the same payment.
      const answered = async (): Promise<Awaited<ReturnType<typeof pay>>> => {
        const answer = await pay(audit(ticket), one);
        return answer.status === 503 ? answered() : answer;
      };
      const answers = await Promise.all(Array.from({ length: CROWD }, answered));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]!.status).toBe(200);
      expect(service.counts.settles).toBe(1);
      expect(await paid()).toBe(PRICE);
    });

    it('once it has bought it is refused, paid or unpaid, before a payment is looked at', async () => {
      const ticket = await ticketFor();
      expect(await stored(ticket)).toBeUndefined();
      expect((await pay(audit(ticket), await payment())).status).toBe(200);
      expect((await stored(ticket))!.consumedAt).toEqual(expect.any(Number));
      service.reset();
      expectError(await pay(audit(ticket), await payment()), 403, 'ticket_used');
      expectError(await unpaid(ticket), 403, 'ticket_used');
      expect(service.counts).toEqual(NOTHING);
      expect(await paid()).toBe(PRICE);
    });

    it('a payment without a ticket is refused before it is looked at, a forged one too', async () => {
      const forged = await payment(0, { signer: stage.tools.buyer(1) });
      for (const each of [await payment(), forged])
        expectError(await pay(audit(), each), 428, 'ticket_required');
      expect(service.counts).toEqual(NOTHING);
    });

    describe('a second payment under the same identifier', () => {
      const identified = () => ({ tamper: withIdentifier(`ticket-test-${freshNonce().slice(2, 20)}`) });

      it('gets the first answer, uncharged and without a ticket: with none, the used one or any text', async () => {
        const name = identified();
        const used = await ticketFor();
        const first = await pay(audit(used), await payment(0, name));
        expect(first.status, first.text).toBe(200);
        service.reset();
        for (const shown of [undefined, used, 'garbage', 'ab'.repeat(32)]) {
          const again = await pay(audit(shown), await payment(0, name));
          expect([again.status, again.headers.get('x-svc-redelivery')], shown).toEqual([200, '1']);
          expect(again.text).toBe(first.text);
          for (const header of ['payment-response', 'x-svc-delivery-receipt'])
            expect(again.headers.get(header)).toBe(first.headers.get(header));
        }
        expect(service.counts).toMatchObject({ verifies: 0, settles: 0 });
        expect(await paid()).toBe(PRICE);
      });

      it('leaves a ticket of its own unused', async () => {
        const name = identified();
        expect((await pay(audit(await ticketFor()), await payment(0, name))).status).toBe(200);
        const spare = await ticketFor();
        expect((await pay(audit(spare), await payment(0, name))).headers.get('x-svc-redelivery')).toBe('1');
        expect(await stored(spare)).toBeUndefined();
        await expectStillBuys(spare);
      });

      it('for another body is a conflict, and by another payer it is another purchase, which needs a ticket', async () => {
        const name = identified();
        expect((await pay(audit(await ticketFor()), await payment(0, name))).status).toBe(200);
        service.reset();
        const conflict = await pay(audit(undefined, OTHER), await payment(0, name));
        expectError(conflict, 409, 'payment_identifier_conflict');
        expectError(await pay(audit(), await payment(1, name)), 428, 'ticket_required');
        const forged = await pay(audit(), await payment(0, { ...name, signer: stage.tools.buyer(1) }));
        expect([forged.status, json(forged).reason]).toEqual([402, 'invalid_signature']);
        expect(service.counts).toMatchObject({ runs: 0, settles: 0 });
        expect(await paid()).toBe(PRICE);
      });

      it('needs a ticket when the first one failed', async () => {
        const name = identified();
        const ticket = await ticketFor();
        service.hooks.run = () => {
          throw new Error('broken');
        };
        expect((await pay(audit(ticket), await payment(0, name))).status).toBe(500);
        service.reset();
        expectError(await pay(audit(), await payment(0, name)), 428, 'ticket_required');
        expect((await pay(audit(ticket), await payment(0, name))).status).toBe(200);
        expect(await paid()).toBe(PRICE);
      });
    });
  });

  describe('a purchase that fails leaves it unused', () => {
    interface Failure {
      readonly answered: readonly [status: number, error: string];
      readonly fail: (ticket: string) => Promise<Answer>;
    }
    const FAILURES: Readonly<Record<string, Failure>> = {
      'the product throws': {
        answered: [500, 'internal_error'],
        fail: async (ticket) => {
          service.hooks.run = () => {
            throw new Error('broken');
          };
          return pay(audit(ticket), await payment());
        },
      },
      'the payment is declined: an empty wallet': {
        answered: [402, 'payment_required'],
        fail: async (ticket) => {
          const { url: to, init } = audit();
          return pay(
            audit(ticket),
            encode(await payloadFor(await challengeOf(to, init), stage.tools.emptyBuyer)),
          );
        },
      },
      'the payment is declined: a forged signature': {
        answered: [402, 'payment_required'],
        fail: async (ticket) => pay(audit(ticket), await payment(0, { signer: stage.tools.buyer(1) })),
      },
      'the payment is declined: a cheaper product’s': {
        answered: [402, 'payment_required'],
        fail: async (ticket) =>
          pay(audit(ticket), await paymentFor(`${url}/api/opportunity-check`, stage.tools.buyer(0))),
      },
      'the payment is declined: unreadable': {
        answered: [402, 'payment_required'],
        fail: (ticket) => pay(audit(ticket), '%%%'),
      },
      'the body is another one': {
        answered: [403, 'ticket_mismatch'],
        fail: async (ticket) => pay(audit(ticket, OTHER), await payment()),
      },
      'the body is not one at all': {
        answered: [400, 'invalid_request'],
        fail: async (ticket) => pay(audit(ticket, '{'), await payment()),
      },
      'the chain cannot be reached': {
        answered: [503, 'settlement_unavailable'],
        fail: async (ticket) => {
          const mine = await payment();
          stage.proxy.cut();
          return pay(audit(ticket), mine);
        },
      },
      'the journal is down': {
        answered: [503, 'settlement_unavailable'],
        fail: async (ticket) => {
          const mine = await payment();
          service.hooks.journalDown = true;
          return pay(audit(ticket), mine);
        },
      },
    };

    it.each(Object.keys(FAILURES))('%s', async (name) => {
      const { answered, fail } = FAILURES[name]!;
      const ticket = await ticketFor();
      const failed = await fail(ticket);
      expect([failed.status, json(failed).error], failed.text).toEqual(answered);
      expect(await paid()).toBe(0n);
      expect((await stored(ticket))?.consumedAt ?? null).toBeNull();
      stage.proxy.mend();
      service.reset();
      await expectStillBuys(ticket);
    });

    it('the authorization is spent elsewhere before it settles: held until then, free after', async () => {
      const ticket = await ticketFor();
      const nonce = freshNonce();
      const { url: to, init } = audit();
      const elsewhere = { authorization: { nonce, to: `0x${'e'.repeat(40)}` } };
      const theft = await payloadFor(await challengeOf(to, init), stage.tools.buyer(0), elsewhere);
      const rival = await payment(3);
      let meanwhile: Answer | undefined;
      service.hooks.beforeSettle = async () => {
        service.hooks.beforeSettle = undefined;
        meanwhile = await pay(audit(ticket), rival);
        await stage.tools.broadcast(theft);
      };
      const failed = await pay(audit(ticket), await payment(0, { authorization: { nonce } }));
      expect(json(failed)).toMatchObject({ error: 'payment_required', reason: 'authorization_used' });
      expectInFlight(meanwhile!);
      expect((await stored(ticket))?.consumedAt ?? null).toBeNull();
      expect(await paid()).toBe(0n);
      // The one that was turned away meanwhile may have it now.
      expect((await pay(audit(ticket), rival)).status).toBe(200);
      expect(await paid()).toBe(PRICE);
    });

    it('the chain is lost as money is about to move: held for that payment, which then buys', async () => {
      const ticket = await ticketFor();
      const [mine, rival] = [await payment(), await payment(1)];
      // Not before the transaction is signed, for which the chain is asked when its fees were last seen a while ago.
      stage.proxy.set('eth_sendRawTransaction', 'cut');
      expectError(await pay(audit(ticket), mine), 503, 'settlement_pending');
      stage.proxy.set('eth_sendRawTransaction', undefined);
      stage.proxy.mend();
      service.reset();
      expectInFlight(await pay(audit(ticket), rival));
      expect(await paid()).toBe(0n);
      const bought = await pay(audit(ticket), mine);
      expect(bought.status, bought.text).toBe(200);
      expectUsed(await pay(audit(ticket), rival));
      expect(await paid()).toBe(PRICE);
    });

    it('the journal fails just before money moves: held until the row is given back, free after', async () => {
      const ticket = await ticketFor();
      const mine = await payment();
      service.hooks.beforeSettle = async () => {
        service.hooks.journalDown = true;
      };
      expectError(await pay(audit(ticket), mine), 503, 'settlement_unavailable');
      service.reset();
      expectInFlight(await pay(audit(ticket), await payment(1)));
      // As if the time of its lease had passed: the first look gives it back, and nothing was ever sent.
      service.hooks.ahead = 50_000;
      expectError(await pay(audit(ticket), mine), 503, 'settlement_unavailable');
      expect(await paid()).toBe(0n);
      await expectStillBuys(ticket);
    });
  });

  describe('one body', () => {
    it('another body is refused, paid and unpaid, before anything is looked at; its own still buys', async () => {
      const ticket = await ticketFor();
      expectError(await pay(audit(ticket, OTHER), await payment()), 403, 'ticket_mismatch');
      expectError(await unpaid(ticket, OTHER), 403, 'ticket_mismatch');
      expect(service.counts).toEqual(NOTHING);
      expect((await unpaid(ticket)).status).toBe(402);
      await expectStillBuys(ticket);
    });

    const reversed = Object.fromEntries(Object.entries(BODY).reverse());
    const escaped = JSON.stringify(BODY).replace('SkyCast', '\\u0053kyC\\u0061st');
    it.each([
      ['keys in another order', JSON.stringify(reversed)],
      ['white space', `\n${JSON.stringify(BODY, null, '\t')} \r\n`],
      ['letters escaped', escaped],
    ])('spelled otherwise it is the same body: %s', async (_name, spelled) => {
      expect(spelled).not.toBe(JSON.stringify(BODY));
      const ticket = await ticketFor();
      const bought = await pay(audit(ticket, spelled), await payment());
      expect(bought.status, bought.text).toBe(200);
    });

    const { serviceName, currentPaymentRail: _left, ...rest } = BODY;
    it.each([
      ['another case', { ...BODY, serviceName: 'skycast' }],
      ['a space at the end', { ...BODY, serviceName: `${serviceName} ` }],
      [
        'another normal form',
        { ...BODY, serviceName: 'SkyCa\u0301st' },
        { ...BODY, serviceName: 'SkyC\u00e1st' },
      ],
      ['one member more', { ...BODY, riskTolerance: 'low' }],
      ['one member less', { ...rest, serviceName }],
      ['another source tag', { ...BODY, source: 'x-profile' }],
    ])('a changed value is another body: %s', async (_name, sent, approved: object = BODY) => {
      const ticket = await ticketFor(approved);
      expectError(await pay(audit(ticket, sent), await payment()), 403, 'ticket_mismatch');
      expect(service.counts).toEqual(NOTHING);
      expect((await unpaid(ticket, approved)).status).toBe(402);
    });
  });

  describe('altered in any way', () => {
    /** Every bit of every character, as far as a header may carry the result. */
    const flips = (ticket: string): string[] =>
      [...ticket].flatMap((character, i) =>
        [1, 2, 4, 8, 16, 32, 64, 128]
          .map((bit) => character.charCodeAt(0) ^ bit)
          .filter((code) => code >= 0x20 && code !== 0x7f)
          .map((code) => ticket.slice(0, i) + String.fromCharCode(code) + ticket.slice(i + 1)),
      );

    /** Every one in a campaign. */
    const some = <T>(all: readonly T[], step: number): readonly T[] =>
      IN_CAMPAIGN ? all : all.filter((_, i) => i % step === 0);

    it('it gets one and the same answer, paid or unpaid, and the real one still buys', async () => {
      const ticket = await ticketFor();
      const flipped = flips(ticket);
      expect(flipped.length).toBeGreaterThan(64 * 6);
      const lengths = Array.from({ length: 64 }, (_, i) => i);
      const altered = [
        ...some(flipped, 17),
        ...some(lengths, 9).map((i) => ticket.slice(0, i)),
        ...some(lengths, 9)
          .map((i) => ticket.slice(0, i) + '0'.repeat(64 - i))
          .filter((each) => each !== ticket),
        ticket.toUpperCase(),
        `${ticket}0`,
        `${ticket},${ticket}`,
        ticketDigest(ticket),
        ticketDigest(ticket).slice('sha256:'.length),
        Buffer.from(ticket, 'hex').toString('base64'),
        'a'.repeat(10_000),
      ];
      expect(altered.length).toBeGreaterThan(IN_CAMPAIGN ? 500 : 40);
      const mine = await payment();
      const answers: Answer[] = [];
      for (let i = 0; i < altered.length; i += 50)
        answers.push(
          ...(await Promise.all(
            altered.slice(i, i + 50).flatMap((each) => [unpaid(each), pay(audit(each), mine)]),
          )),
        );
      for (const each of answers) expectError(each, 403, 'ticket_invalid');
      // Paid and unpaid differ in one sentence, which says what became of the payment.
      const words = answers.map(({ text }) =>
        text.replace(` ${UNSETTLED}`, '').replace('"settled":false,', ''),
      );
      expect(new Set(words).size).toBe(1);
      expect(service.counts).toEqual(NOTHING);
      expect((await pay(audit(ticket), mine)).status).toBe(200);
      expect(await paid()).toBe(PRICE);
    });
  });

  describe('of another product', () => {
    const issue = (product: string) =>
      service.tickets.issue({
        product,
        fingerprint: fingerprint({ method: 'POST', path: AUDIT.path, body: BODY }),
        expiresAt: Date.now() + 900_000,
      });

    it('it does not admit, though everything else fits', async () => {
      const [foreign, own] = [await issue('opportunity-check'), await issue(AUDIT.id)];
      expectError(await pay(audit(foreign), await payment()), 403, 'ticket_invalid');
      expectError(await unpaid(foreign), 403, 'ticket_invalid');
      expect(service.counts).toEqual(NOTHING);
      await expectStillBuys(own);
    });

    it('a product that needs none leaves it alone', async () => {
      const ticket = await ticketFor();
      const { url: to, init } = getCall(`${url}/api/opportunity-check`);
      const bought = await pay(
        { url: to, init: { ...init, headers: { [TICKET_HEADER]: ticket } } },
        await paymentFor(to, stage.tools.buyer(0)),
      );
      expect(bought.status).toBe(200);
      expect(await stored(ticket)).toBeUndefined();
    });
  });

  describe('fifteen minutes', () => {
    const T = 900_000;
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    /** The chain's clock is real: a payment that is made in the service's future must last until then. */
    const paymentAhead = (ms: number, buyer = 0) =>
      payment(buyer, { authorization: { validBefore: String(Math.floor((Date.now() + ms) / 1000) + 120) } });

    it.each([
      ['a second before', T - 1_000, true],
      ['the last millisecond', T - 1, true],
      ['on the instant', T, false],
      ['a second after', T + 1_000, false],
    ])('%s', async (_name, ahead, admitted) => {
      const { ticket, expiresAt } = await scopeCheck();
      expect(Date.parse(expiresAt)).toBe(Date.now() + T);
      service.hooks.ahead = ahead;
      const answer = await pay(audit(ticket), await paymentAhead(ahead));
      if (admitted) {
        expect(answer.status, answer.text).toBe(200);
        expect(await paid()).toBe(PRICE);
        return;
      }
      expectError(answer, 403, 'ticket_expired');
      expectError(await unpaid(ticket), 403, 'ticket_expired');
      expect(service.counts).toEqual(NOTHING);
      expect(await paid()).toBe(0n);
      expect((await pay(audit(await ticketFor()), await paymentAhead(ahead))).status).toBe(200);
    });

    it('an answer that was paid for in time is delivered again long after', async () => {
      const ticket = await ticketFor();
      const mine = await payment();
      const first = await pay(audit(ticket), mine);
      expect(first.status, first.text).toBe(200);
      service.hooks.ahead = 80_000_000;
      const again = await pay(audit(ticket), mine);
      expect([again.status, again.text, again.headers.get('x-svc-redelivery')]).toEqual([
        200,
        first.text,
        '1',
      ]);
      expect(await paid()).toBe(PRICE);
    });
  });
});
