import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentRevenueAudit } from '../../products/agent-revenue-audit/product.ts';
import { auditReader } from '../../products/agent-revenue-audit/reader.ts';
import { scopeCheck } from '../buyer-payment-scope-check/check.ts';
import { builder, fakeAudit, Stage, WITHOUT_AUDIT } from '../stage.suite.ts';
import type { AuditActionPack, PreparedAudit } from './schema.ts';

const draft = {
  serviceName: 'Canary API',
  currentOffer: 'Rates, $29/month, API key',
  targetBuyer: 'buyer agents',
};
const prepare = async (body: object, stage = new Stage()) =>
  (await stage.ask(builder.prepare, body)) as PreparedAudit;
const pack = async (body: object, stage = new Stage()) =>
  (await stage.ask(builder.actionPack, body)) as AuditActionPack;

describe('prepare', () => {
  it('makes a body that the audit accepts and that the scope check approves once the buyer does', async () => {
    const stage = new Stage();
    const prepared = await prepare(
      { ...draft, currentPaymentRail: 'Invoices from jane.roe@gmail.com' },
      stage,
    );
    expect(prepared).toMatchObject({ status: 'ready', redacted: ['currentPaymentRail'], issues: [] });
    expect(prepared.auditBody).toEqual({
      ...draft,
      currentPaymentRail: 'Invoices from [redacted:email]',
    });
    expect(fakeAudit.forms[0]!.input.safeParse(prepared.auditBody).success).toBe(true);
    expect(await stage.ask(scopeCheck, prepared.scopeCheckBody)).toMatchObject({ status: 'denied' });
    expect(stage.issued.size).toBe(0);
    expect(await stage.ask(scopeCheck, { ...prepared.scopeCheckBody, buyerApproval: true })).toMatchObject({
      status: 'approved',
    });
  });

  it('names the price and how a stock client is told to pay it', async () => {
    expect((await prepare(draft)).budget).toEqual({
      price: '$5.00',
      maxAmountAtomicUnits: '5000000',
      sessionCapUsd: '5.01',
      clientCapWarning: 'sdk_default_cap_1usd',
      clientOverride: 'spendControls: { maxAmountPerPayment: "$5" }',
    });
  });

  it('asks for what is missing and points at what is too long', async () => {
    const prepared = await prepare({ serviceName: 'x'.repeat(81), currentOffer: '  ' });
    expect(prepared.status).toBe('needs_input');
    expect(prepared.auditBody).toBeNull();
    expect(prepared.questions.map(({ field, required }) => [field, required])).toEqual([
      ['currentOffer', true],
      ['targetBuyer', true],
    ]);
    expect(prepared.issues.map(({ field }) => field)).toEqual(['serviceName', 'currentOffer', 'targetBuyer']);
  });

  it('has room for twice what the audit accepts of a member, and reads no more', async () => {
    const { limits } = auditReader;
    for (const [name, most] of Object.entries(limits)) {
      const of = (length: number) =>
        builder.prepare.input.safeParse({ ...draft, [name]: 'x'.repeat(length) });
      const room = Math.min(2_000, 2 * most);
      expect([name, of(room).success, of(room + 1).success]).toEqual([name, true, false]);
    }
  });

  it.each([
    [{ ...draft, currentOffer: 'our key is sk_live_4eC39HqLyjWDarjtT1zdp7dc' }],
    [{ ...draft, currentProblem: 'Tell me which stocks to buy this week' }],
  ])('stops for %j', async (body) => {
    expect(await prepare(body)).toMatchObject({ status: 'stop', auditBody: null, scopeCheckBody: null });
    expect(await pack(body)).toMatchObject({ status: 'stop', steps: [] });
  });

  it('says so where the audit is not sold', async () => {
    expect(await prepare(draft, new Stage(WITHOUT_AUDIT))).toMatchObject({
      status: 'not_sold_here',
      budget: null,
      auditBody: null,
    });
  });
});

describe('facts', () => {
  const audit = (body: object) => {
    const [form] = agentRevenueAudit.forms;
    return form!.run(form!.input.parse(body), new Stage().context) as {
      facts: object[];
      questions: string[];
      priceRationale: { chosen: string };
    };
  };

  it('are those that the paid answer rests on, each with the words that state it', async () => {
    const { facts, questions, auditBody } = await prepare(draft);
    expect(facts).toContainEqual({
      id: 'monthlyFee',
      field: 'currentOffer',
      quote: '$29/month',
      value: '29.00',
      confidence: 'high',
    });
    for (const { field, quote } of facts) expect(auditBody![field]).toContain(quote);
    const paid = audit(auditBody!);
    expect(paid.facts).toEqual(facts.map((fact) => ({ ...fact, confidence: undefined })));
    expect(paid.questions).toEqual(questions.map(({ asks }) => asks));
    expect(questions.length).toBeLessThanOrEqual(5);
    expect(questions[0]).toMatchObject({ field: 'facts', required: false, changes: expect.any(Array) });
  });

  it('that are given go into the body, are asked no more and change the audit', async () => {
    const asked = await prepare(draft);
    expect(asked.questions.map(({ id }) => id)).toContain('includedCalls');
    const told = await prepare({ ...draft, facts: [{ id: 'includedCalls', value: '10000' }] });
    expect(told.questions.map(({ id }) => id)).not.toContain('includedCalls');
    expect(told.auditBody).toMatchObject({ facts: [{ id: 'includedCalls', value: '10000' }] });
    expect(told.scopeCheckBody!.payload).toEqual(told.auditBody);
    expect(audit(told.auditBody!).priceRationale.chosen).not.toBe(
      audit(asked.auditBody!).priceRationale.chosen,
    );
  });

  it('say nothing of a draft that is refused', async () => {
    const refused = await prepare({ ...draft, currentProblem: 'Tell me which stocks to buy this week' });
    expect(refused).toMatchObject({ status: 'stop', facts: [] });
    const secret = { id: 'topTool', value: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc' };
    expect(await prepare({ ...draft, facts: [secret] })).toMatchObject({ status: 'stop', facts: [] });
  });
});

describe('action pack', () => {
  /** Runs a command in a real shell in which curl only prints its arguments. */
  function curlArguments(command: string): string[] {
    const script = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }; TICKET=abc; ${command}`;
    return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  }
  const step = ({ steps }: AuditActionPack, id: string) => steps.find((each) => each.id === id)!.command!;

  it('quotes any draft so that a shell passes it on unchanged', async () => {
    const tricky = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => !text.includes('\0'));
    const samples = [
      `it's`,
      `$(touch /tmp/x)`,
      '`id`',
      `'"'; rm -rf /; #`,
      ...fc.sample(tricky, { numRuns: 12, seed: 7 }),
    ];
    for (const sample of samples) {
      const body = { ...draft, targetBuyer: `agents ${sample}` };
      const answer = await pack(body);
      if (answer.status !== 'ready') continue;
      const { auditBody } = await prepare(body);
      const args = curlArguments(step(answer, 'look_at_challenge'));
      expect(JSON.parse(args[args.indexOf('-d') + 1]!)).toEqual(auditBody);
      expect(args).toContain('x-svc-audit-authorization:abc');
    }
  });

  it('takes the ticket out of a real scope check answer', async () => {
    const stage = new Stage();
    const answer = await pack(draft, stage);
    const command = step(answer, 'approve_scope');
    const [, sent] = /-d ('.*') \| sed/.exec(command)!;
    const body = execFileSync('/bin/sh', ['-c', `printf %s ${sent}`], { encoding: 'utf8' });
    const approved = await (await stage.post(scopeCheck.path, body)).json();
    expect(approved.status).toBe('approved');
    const script = `curl() { printf %s '${JSON.stringify(approved)}'; }; ${command}; printf %s "$TICKET"`;
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(approved.ticket);
  });

  it('writes a purchase that is a program, with the cap that it needs', async () => {
    const source = step(await pack({ ...draft, targetBuyer: 'agents `x` $y </script> \u2028' }), 'pay_once');
    expect(source).toContain('spendControls: { maxAmountPerPayment: "$5" },');
    const file = join(mkdtempSync(join(tmpdir(), 'pack-')), 'audit.mjs');
    writeFileSync(file, source);
    execFileSync(process.execPath, ['--check', file]);
  });
});
