import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SpendControls } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import type { PrivateKeyAccount } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { STOPS } from '../src/buyer/stops.ts';
import {
  AUDIT,
  auditClient,
  AUDIT_BODY as BODY,
  AUDIT_PRICE as PRICE,
  TICKET_HEADER,
  TICKET_ISSUER,
} from './support/audit.ts';
import { assay } from './support/command.ts';
import { answerOf, challengeOf, encode, json, pay, payloadFor } from './support/payments.ts';
import { type Hosted, startHosted, temporaryFolder } from './support/service.ts';
import { chainStage } from './support/stage.ts';

/** The $5 audit bought from outside: by an unmodified client with one documented line, and by the command line. */

const run = promisify(execFile);

const stage = chainStage({ shared: true });
let service: Hosted;

beforeAll(async () => {
  service = await startHosted({ env: stage.env, rpcUrl: stage.proxy.url });
});

const paid = () => stage.paid();
const buyer = () => stage.tools.buyer(0);
const url = () => service.url + AUDIT.path;

const {
  call: audit,
  approval: approved,
  payment: auditPayment,
} = auditClient(
  () => service.url,
  () => stage.tools,
);

/** `spendControls: { maxAmountPerPayment: "$5" }` as a document says it, read and not typed again. */
function controlsIn(line: string): SpendControls {
  const [, amount] = /^spendControls: \{ maxAmountPerPayment: "([^"]+)" \}$/.exec(line)!;
  return { maxAmountPerPayment: amount! };
}

const stockClient = (account: PrivateKeyAccount, spendControls?: SpendControls) => {
  const client = new x402Client().register('eip155:8453', new ExactEvmScheme(account));
  return spendControls ? client.setSpendControls(spendControls) : client;
};

/** Counts what leaves a client with a payment attached. */
function counting() {
  const sent = { calls: 0, payments: 0 };
  const through: typeof fetch = async (input, init) => {
    sent.calls++;
    const request = new Request(input, init);
    if (request.headers.has('payment-signature')) sent.payments++;
    return fetch(request);
  };
  return { sent, through };
}

describe('an unmodified @x402/fetch', () => {
  it.each(['the challenge', 'the scope check'])('buys with the one line that %s states', async (source) => {
    const { ticket, clientOverride } = await approved();
    const { clientRemedy } = json(await answerOf(fetch(url(), audit().init))) as {
      clientRemedy: { spendControls: SpendControls };
    };
    const controls = source === 'the challenge' ? clientRemedy.spendControls : controlsIn(clientOverride);
    expect(controls).toEqual({ maxAmountPerPayment: '$5' });

    const call = audit(ticket);
    const response = await wrapFetchWithPayment(fetch, stockClient(buyer(), controls))(call.url, call.init);
    expect(response.status).toBe(200);
    expect(AUDIT.response.safeParse(await response.json()).error).toBeUndefined();
    expect(await paid()).toBe(PRICE);
    const settlement = decodePaymentResponseHeader(response.headers.get('payment-response')!);
    expect(settlement).toMatchObject({ success: true, payer: buyer().address.toLowerCase() });
    expect((await stage.tools.transfersToSeller()).at(-1)).toMatchObject({
      transactionHash: settlement.transaction,
      args: { from: buyer().address, value: PRICE },
    });
  });

  it('without the line refuses before it signs: nothing is sent, nothing is charged, the ticket still buys', async () => {
    const { ticket } = await approved();
    const { sent, through } = counting();
    const call = audit(ticket);
    await expect(wrapFetchWithPayment(through, stockClient(buyer()))(call.url, call.init)).rejects.toThrow(
      /spend|amount|exceed|limit/i,
    );
    expect(sent).toEqual({ calls: 1, payments: 0 });
    expect(await paid()).toBe(0n);
    expect((await pay(audit(ticket), await auditPayment())).status).toBe(200);
    expect(await paid()).toBe(PRICE);
  });
});

describe('without a ticket', () => {
  it('an unpaid call is challenged, and told what it will need and where to get it', async () => {
    const answer = await answerOf(fetch(url(), audit().init));
    expect(answer.status).toBe(402);
    expect(answer.headers.get('payment-required')).not.toBeNull();
    expect(json(answer)).toMatchObject({
      error: 'payment_required',
      accepts: [{ network: 'eip155:8453', amount: '5000000', price: '$5.00' }],
      preconditions: [{ header: TICKET_HEADER, issuer: TICKET_ISSUER }],
    });
  });

  it('a paid call is refused before anybody looks at the payment, and the payment stays good', async () => {
    const payment = await auditPayment();
    const methods = ['eth_call', 'eth_sendRawTransaction', 'eth_getTransactionCount', 'eth_getLogs'];
    const asked = () => methods.map((method) => stage.proxy.seen(method));
    const seen = asked();
    const refused = await pay(audit(), payment);
    expect(refused.status).toBe(428);
    expect(json(refused)).toMatchObject({ error: 'ticket_required', status: 428 });
    for (const name of ['payment-required', 'payment-response']) expect(refused.headers.get(name)).toBeNull();
    expect(asked()).toEqual(seen);
    expect(await paid()).toBe(0n);

    expect((await pay(audit((await approved()).ticket), payment)).status).toBe(200);
    expect(asked()).not.toEqual(seen);
    expect(await paid()).toBe(PRICE);
  });
});

it('a $0.01 payment does not buy it, and the ticket is still good for $5', async () => {
  const { ticket } = await approved();
  const cheap = encode(await payloadFor(await challengeOf(`${service.url}/api/opportunity-check`), buyer()));
  const declined = await pay(audit(ticket), cheap);
  expect(declined.status).toBe(402);
  expect(json(declined)).toMatchObject({
    error: 'payment_required',
    reason: 'amount_too_low',
    failureBucket: 'max_amount_too_low',
  });
  const relabelled = encode(
    await payloadFor(await challengeOf(url(), audit().init), buyer(), { authorization: { value: '10000' } }),
  );
  expect(json(await pay(audit(ticket), relabelled))).toMatchObject({ reason: 'amount_too_low' });
  expect(await paid()).toBe(0n);
  expect((await pay(audit(ticket), await auditPayment())).status).toBe(200);
  expect(await paid()).toBe(PRICE);
});

describe('redelivery comes before the ticket', () => {
  const TICKETS: readonly (readonly [string, (used: string) => string | undefined])[] = [
    ['no ticket', () => undefined],
    ['the used ticket', (used) => used],
    ['garbage', () => 'garbage'],
    ['an empty header', () => ''],
    ['a ticket that was never issued', () => 'ab'.repeat(32)],
  ];

  it('with any ticket or none: the same answer, no second charge', async () => {
    const { ticket } = await approved();
    const payment = await auditPayment();
    const first = await pay(audit(ticket), payment);
    expect(first.status, first.text).toBe(200);
    expect(first.headers.get('x-svc-redelivery')).toBeNull();
    for (const [name, shown] of TICKETS) {
      const again = await pay(audit(shown(ticket)), payment);
      expect([again.status, again.headers.get('x-svc-redelivery')], name).toEqual([200, '1']);
      expect(again.text).toBe(first.text);
      for (const header of ['payment-response', 'x-svc-delivery-receipt'])
        expect(again.headers.get(header)).toBe(first.headers.get(header));
    }
    expect(await paid()).toBe(PRICE);
  });

  it('with another, unused ticket: that one is not spent on it', async () => {
    const payment = await auditPayment();
    expect((await pay(audit((await approved()).ticket), payment)).status).toBe(200);
    const { ticket: spare } = await approved();
    expect((await pay(audit(spare), payment)).headers.get('x-svc-redelivery')).toBe('1');
    expect(await paid()).toBe(PRICE);
    expect((await pay(audit(spare), await auditPayment())).status).toBe(200);
    expect(await paid()).toBe(2n * PRICE);
  });

  it('but a ticket does not make a payment good for another body', async () => {
    const payment = await auditPayment();
    expect((await pay(audit((await approved()).ticket), payment)).status).toBe(200);
    const other = { ...BODY, targetBuyer: 'somebody else' };
    const { ticket } = await approved(other);
    const answer = await pay(audit(ticket, other), payment);
    expect(answer.status).toBe(409);
    expect(json(answer)).toMatchObject({ error: 'payment_reused' });
    expect((await pay(audit(ticket, other), await auditPayment())).status).toBe(200);
    expect(await paid()).toBe(2n * PRICE);
  });
});

describe('assay buy agent-revenue-audit', () => {
  /** As a person runs it: elsewhere, with nothing of this machine's settings. */
  const buy = async (max: string, body: object = BODY, folder = temporaryFolder(), more: string[] = []) => {
    writeFileSync(join(folder, 'body.json'), JSON.stringify(body, null, 2));
    const words = ['buy', 'agent-revenue-audit', '--body', 'body.json', '--max', max, '--yes', ...more];
    return assay([...words, '--url', service.url], { cwd: folder });
  };

  it('meets the ticket by itself, pays once, verifies, prints the answer and exits 0', async () => {
    const folder = temporaryFolder();
    const { code, out, err } = await buy('5', BODY, folder, ['--save-artefacts', 'shop']);
    expect(code).toBe(0);
    expect(AUDIT.response.safeParse(JSON.parse(out)).error).toBeUndefined();
    const file = (name: string) => readFileSync(join(folder, 'shop', name), 'utf8');
    expect(JSON.parse(file('audit.json'))).toEqual(JSON.parse(out));
    for (const name of ['server.mjs', 'buyer.mjs'])
      await run(process.execPath, ['--check', join(folder, 'shop', name)]);
    expect(file('README.md')).toContain('npm start');
    expect(err).toContain('begin with README.md');
    // The folder is not empty now: that is said before anything is signed.
    const again = await buy('5', BODY, folder, ['--save-artefacts', 'shop']);
    expect([again.code, again.out]).toEqual([STOPS.usage.exit, '']);
    expect(err).toContain('Money      $5.00 was paid, once');
    expect(await paid()).toBe(PRICE);
  });

  it('stops below the price, having asked and signed nothing', async () => {
    expect(await buy('4.99')).toMatchObject({ code: 13, out: '' });
    expect(await paid()).toBe(0n);
  });

  it('stops when the scope check denies a ticket, having signed nothing', async () => {
    const secret = { ...BODY, currentOffer: 'Ask jane.roe@gmail.com for a key' };
    expect(await buy('5', secret)).toMatchObject({ code: 11, out: '' });
    expect(await paid()).toBe(0n);
  });
});
