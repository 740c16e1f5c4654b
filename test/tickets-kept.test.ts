import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ticketDigest } from '../src/values/fingerprint.ts';
import { AUDIT_BODY, AUDIT_PRICE, auditClient, expectError } from './support/audit.ts';
import { itInCampaign } from './support/campaign.ts';
import { pay } from './support/payments.ts';
import { type Service, startService } from './support/service.ts';
import { chainStage } from './support/stage.ts';
import { ticketTools } from './support/tickets.ts';

/** An authorization ticket (service spec §3.2) is what it was after its service has ended, however that was. */

const PRICE = AUDIT_PRICE;
const BODY = AUDIT_BODY;
const OTHER = { ...BODY, targetBuyer: 'somebody else' };

const stage = chainStage();
const paid = () => stage.paid();
let url: string;
const client = auditClient(
  () => url,
  () => stage.tools,
);
const { call: audit, ticket: ticketFor, payment } = client;
const { unpaid, expectInFlight, expectUsed, expectStillBuys } = ticketTools(client, paid);

describe('in a process that ends', () => {
  let service: Service;

  /** One for all that end it and start it again, unless the test before failed between the two. */
  beforeEach(async () => {
    const answers = service && (await fetch(`${service.url}/readyz`).catch(() => undefined))?.ok;
    if (!answers) service = await startService({ rpcUrl: stage.proxy.url });
    url = service.url;
  });
  afterEach(async () => {
    for (const method of ['eth_getTransactionCount', 'eth_sendRawTransaction'])
      stage.proxy.set(method, undefined);
    await stage.tools.mine();
  });

  const doomed = (ticket: string, mine: string) => pay(audit(ticket), mine).catch(() => 'lost' as const);

  itInCampaign('a restart forgets neither a used nor an unused one', async () => {
    const [used, unused] = [await ticketFor(), await ticketFor()];
    expect((await pay(audit(used), await payment())).status).toBe(200);
    expect(await service.stop()).toBe(0);
    service = await service.restart();
    expectError(await pay(audit(used), await payment()), 403, 'ticket_used');
    expectError(await pay(audit(unused, OTHER), await payment()), 403, 'ticket_mismatch');
    expect(await paid()).toBe(PRICE);
    await expectStillBuys(unused);
  });

  itInCampaign('kill -9 before anything was sent: the ticket is free for one other payment', async () => {
    // One that has sold nothing: who knows its nonce does not ask for it.
    service = await startService({ rpcUrl: stage.proxy.url });
    url = service.url;
    const ticket = await ticketFor();
    const mine = await payment();
    stage.proxy.set('eth_getTransactionCount', 'hold-request');
    const lost = doomed(ticket, mine);
    await stage.proxy.held('eth_getTransactionCount');
    await service.kill9();
    expect(await lost).toBe('lost');
    stage.proxy.set('eth_getTransactionCount', undefined);
    service = await service.restart();
    await expectStillBuys(ticket);
    // The first payment was given back, so it begins again, and its ticket is gone.
    expectError(await pay(audit(ticket), mine), 403, 'ticket_used');
    expectError(await pay(audit(), mine), 428, 'ticket_required');
    expect(await paid()).toBe(PRICE);
  });

  itInCampaign(
    'kill -9 after the payment was sent: the ticket is that payment’s, which needs it no more',
    async () => {
      const ticket = await ticketFor();
      const mine = await payment();
      stage.proxy.set('eth_sendRawTransaction', 'hold-answer');
      const lost = doomed(ticket, mine);
      await stage.proxy.held('eth_sendRawTransaction');
      await service.kill9();
      expect(await lost).toBe('lost');
      stage.proxy.set('eth_sendRawTransaction', undefined);
      service = await service.restart();
      expect(await paid()).toBe(PRICE);
      expectInFlight(await pay(audit(ticket), await payment(1)));
      expect((await pay(audit(), mine)).status).toBe(200);
      expectUsed(await pay(audit(ticket), await payment(1)));
      expect(await paid()).toBe(PRICE);
    },
  );

  it('kill -9 while it is not mined: nobody else gets the ticket, before or after', async () => {
    const ticket = await ticketFor();
    const mine = await payment();
    await stage.tools.hold();
    const lost = doomed(ticket, mine);
    await expect.poll(() => stage.tools.waiting(), { interval: 10, timeout: 60_000 }).toBe(1);
    await service.kill9();
    expect(await lost).toBe('lost');
    service = await service.restart();
    const rivals = await Promise.all([1, 2, 3].map((buyer) => payment(buyer)));
    for (const rival of rivals) expectInFlight(await pay(audit(ticket), rival));
    expect(await paid()).toBe(0n);
    await stage.tools.mine();
    const answer = await pay(audit(ticket), mine);
    expect(answer.status, answer.text).toBe(200);
    for (const rival of rivals) expectUsed(await pay(audit(ticket), rival));
    expect(await paid()).toBe(PRICE);
  });

  it('keeps a digest of one that was used, and nothing else of it or of what it admits', async () => {
    // With a store of its own: what is searched is all that it ever wrote.
    service = await startService({ rpcUrl: stage.proxy.url });
    url = service.url;
    const canary = 'Canary Weather 7f3a';
    const body = { ...BODY, serviceName: canary };
    const [used, unused] = [await ticketFor(body), await ticketFor(body)];
    expect((await pay(audit(used, body), await payment())).status).toBe(200);
    const guessed = 'c0ffee00'.repeat(8);
    expectError(await unpaid(guessed, body), 403, 'ticket_invalid');

    const atRest = () =>
      readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    const everything = Buffer.concat([...atRest(), Buffer.from(service.output())]);
    expect([used, unused].map((ticket) => everything.includes(ticketDigest(ticket)))).toEqual([true, false]);
    for (const secret of [used, unused, guessed, canary])
      for (const form of formsOf(secret)) expect(everything.includes(form), String(form)).toBe(false);

    // Neither when the store was folded together and closed.
    expect(await service.stop()).toBe(0);
    const closed = Buffer.concat([...atRest(), Buffer.from(service.output())]);
    expect(closed.includes(ticketDigest(used))).toBe(true);
    for (const secret of [used, unused, guessed, canary])
      for (const form of formsOf(secret)) expect(closed.includes(form), String(form)).toBe(false);
  });

  /** How a text, or the bytes that it may be the hex of, could have been written down. */
  function formsOf(secret: string): (string | Buffer)[] {
    const isHex = /^([0-9a-f]{2})+$/.test(secret);
    const sources = [Buffer.from(secret), ...(isHex ? [Buffer.from(secret, 'hex')] : [])];
    return sources.flatMap((bytes) => [
      bytes,
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      // Whole groups only: what follows decides over the last characters.
      bytes.toString('base64').slice(0, Math.floor(bytes.length / 3) * 4),
      bytes.toString('base64url').slice(0, Math.floor(bytes.length / 3) * 4),
    ]);
  }
});
