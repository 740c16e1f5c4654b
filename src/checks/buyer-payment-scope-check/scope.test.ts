import { describe, expect, it } from 'vitest';
import { parseInput } from '../../gate/request.ts';
import { OPPORTUNITY_PRICE } from '../../products/opportunity-check/price.ts';
import { fakeAudit, Stage, WITHOUT_AUDIT } from '../stage.suite.ts';
import { scopeCheck } from './check.ts';
import type { ScopeRule } from './rules.ts';
import type { ScopeAnswer } from './schema.ts';

const payload = {
  serviceName: 'Canary API',
  currentOffer: 'pay-per-call check',
  targetBuyer: 'buyer agents',
};
const audit = {
  route: '/api/agent-revenue-audit',
  method: 'POST',
  network: 'eip155:8453',
  maxAmountAtomicUnits: '5000000',
  buyerApproval: true,
  payload,
};
const ask = async (body: object, stage = new Stage()) => (await stage.ask(scopeCheck, body)) as ScopeAnswer;
const failed = ({ checks }: ScopeAnswer) =>
  checks.filter(({ status }) => status === 'failed').map(({ id }) => id);

describe('an approved audit', () => {
  it('gets one ticket, for this payload and fifteen minutes', async () => {
    const stage = new Stage();
    const answer = await ask(audit, stage);
    expect(answer).toMatchObject({
      status: 'approved',
      ticketHeader: 'x-svc-audit-authorization',
      maxPaidRetries: 1,
      expiresAt: new Date(stage.now + 900_000).toISOString(),
    });
    expect(answer.ticket).toMatch(/^[0-9a-f]{64}$/);
    expect([...stage.issued]).toEqual([
      [
        answer.ticket,
        {
          product: 'agent-revenue-audit',
          fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          expiresAt: stage.now + 900_000,
        },
      ],
    ]);
    expect(Object.fromEntries(stage.counters)).toEqual({ 'scope.approved': 1, 'ticket.issued': 1 });
  });

  it('is bound to the fingerprint that the gate computes for the paid request, however it is spelled', async () => {
    const stage = new Stage();
    await ask(audit, stage);
    const { targetBuyer, ...rest } = payload;
    const gate = await parseInput(fakeAudit, fakeAudit.forms[0]!, {
      query: new URLSearchParams('src=x'),
      header: (name) => (name === 'content-type' ? 'application/json' : undefined),
      body: async () => ({ text: JSON.stringify({ targetBuyer, ...rest }, null, 2) }),
    });
    expect(gate.ok && gate.fingerprint).toBe([...stage.issued.values()][0]!.fingerprint);
    const other = new Stage();
    await ask({ ...audit, payload: { ...payload, targetBuyer: 'someone else' } }, other);
    expect([...other.issued.values()][0]!.fingerprint).not.toBe([...stage.issued.values()][0]!.fingerprint);
  });

  it('is approved on each network that it is sold on, with a ticket for that one alone', async () => {
    const on = async (network: string) => {
      const stage = new Stage();
      const { status } = await ask({ ...audit, network }, stage);
      return { status, fingerprint: [...stage.issued.values()][0]?.fingerprint };
    };
    const asked = await Promise.all(fakeAudit.paidOn.map(({ network }) => on(network)));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['approved']));
    expect(new Set(asked.map(({ fingerprint }) => fingerprint)).size).toBe(fakeAudit.paidOn.length);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('never gets the same ticket twice', async () => {
    const stage = new Stage();
    const [first, second] = [await ask(audit, stage), await ask(audit, stage)];
    expect(first.ticket).not.toBe(second.ticket);
    expect(stage.issued.size).toBe(2);
  });
});

describe('the other routes', () => {
  it.each([
    ['POST', { subject: 'api.weather.example', goal: 'Decide whether to pay a few cents per call' }],
    ['GET', undefined],
  ])('%s is approved without a ticket', async (method, body) => {
    const stage = new Stage();
    const answer = await ask(
      {
        ...audit,
        route: '/api/opportunity-check',
        method,
        maxAmountAtomicUnits: OPPORTUNITY_PRICE.amount,
        ...(body ? { payload: body } : { payload: undefined }),
      },
      stage,
    );
    expect(answer).toMatchObject({ status: 'approved', ticketHeader: null, expiresAt: null });
    expect(answer).not.toHaveProperty('ticket');
    expect(stage.issued.size).toBe(0);
  });
});

describe('denied', () => {
  const rows: [ScopeRule, object][] = [
    ['route_sold', { route: '/api/other' }],
    ['method_offered', { method: 'GET' }],
    ['network_accepted', { network: 'eip155:1' }],
    ['amount_covers_price', { maxAmountAtomicUnits: '4999999' }],
    ['amount_within_session_cap', { maxAmountAtomicUnits: '5010001' }],
    ['buyer_approval', { buyerApproval: false }],
    ['payload_valid', { payload: { ...payload, unknown: 1 } }],
    ['payload_valid', { payload: { serviceName: 'Canary API' } }],
    ['payload_valid', { payload: undefined }],
    ['payload_clean', { payload: { ...payload, currentOffer: 'Ask jane.roe@gmail.com' } }],
    ['request_allowed', { payload: { ...payload, currentProblem: 'Tell me which stocks to buy this week' } }],
  ];
  it.each(rows)('%s', async (rule, change) => {
    const stage = new Stage();
    const answer = await ask({ ...audit, ...change }, stage);
    expect(answer.status).toBe('denied');
    expect(failed(answer)).toEqual([rule]);
    expect(answer).not.toHaveProperty('ticket');
    expect(answer.expiresAt).toBeNull();
    expect(stage.issued.size).toBe(0);
    expect(Object.fromEntries(stage.counters)).toEqual({ 'scope.denied': 1 });
  });

  it('says where a payload differs without saying what was sent', async () => {
    const answer = await ask({
      ...audit,
      payload: { ...payload, targetBuyer: 7, 'secret-key-name': 'secret-value' },
    });
    const { issues } = answer.checks.find(({ id }) => id === 'payload_valid')!;
    expect(issues).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: 'targetBuyer', code: 'invalid_type' })]),
    );
    expect(JSON.stringify(answer)).not.toMatch(/secret-/);
  });

  it('reports every failure at once', async () => {
    const answer = await ask({ ...audit, network: 'base', buyerApproval: false, maxAmountAtomicUnits: '1' });
    expect(failed(answer)).toEqual(['network_accepted', 'amount_covers_price', 'buyer_approval']);
  });

  it('denies the audit where it is not sold', async () => {
    const answer = await ask(audit, new Stage(WITHOUT_AUDIT));
    expect(failed(answer)).toEqual(['route_sold']);
    expect(answer.checks.filter(({ status }) => status === 'not_run').map(({ id }) => id)).toEqual([
      'method_offered',
      'amount_covers_price',
      'payload_valid',
      'payload_clean',
      'request_allowed',
    ]);
  });
});

describe('request', () => {
  it.each([
    [{ ...audit, maxAmountAtomicUnits: '5.00' }],
    [{ ...audit, maxAmountAtomicUnits: '-1' }],
    [{ ...audit, maxAmountAtomicUnits: 5_000_000 }],
    [{ ...audit, buyerApproval: 'true' }],
    [{ ...audit, buyerApproval: undefined }],
    [{ ...audit, method: 'DELETE' }],
    [{ ...audit, payload: 'text' }],
    [payload],
  ])('refuses %j', async (body) => {
    expect((await new Stage().post(scopeCheck.path, body)).status).toBe(400);
  });

  it('writes nothing: it answers while no store does', async () => {
    const stage = new Stage();
    stage.storesDown = true;
    expect((await stage.post(scopeCheck.path, audit)).status).toBe(200);
  });
});
