import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../amount.testing.ts';
import { Texts } from './intent/texts.ts';
import { evaluate, PRECEDENCE } from './policy.ts';
import { redact } from './redact.ts';
import { SATURATED } from './scan.ts';
import { POLICY_VERSION } from './version.derived.ts';
import { newWork } from './work.ts';

const stop = (text: string): string | null => evaluate({ goal: text }).policyCheck.stopReason;

describe('evaluate', () => {
  it('allows a purchase question with object, verb and specific', () => {
    const verdict = evaluate({
      goal: 'Check whether the weather API at api.example.com is worth a $0.01 probe.',
    });
    expect(verdict).toEqual({
      privacyCheck: {
        risk: 'low',
        findings: [],
        obfuscationFlags: [],
        rawStored: false,
        valuesEchoed: false,
      },
      policyCheck: {
        decision: 'allow',
        stopReason: null,
        allFindings: [],
        inScope: { object: true, verb: true, specific: true },
        vaguenessScore: expect.any(Number),
        policyVersion: POLICY_VERSION,
        rewriteHint: null,
      },
      asked: [],
    });
  });

  it.each([
    ['sensitiveData', 'Scrape leads and email jane.doe@acme-corp.com'],
    ['unsafeAdvice', 'Should I buy ETH now or wait for a dip?'],
    ['unsafeAdvice', 'Scrape analyst forums and tell me which stock to buy.'],
    ['outreachOrScrapingRequest', 'Cold email every API listed in the Bazaar with our offer.'],
    ['vagueRequest', 'do something useful'],
    ['vagueRequest', ''],
  ] as const)('stops for %s: %s', (reason, text) => {
    expect(stop(text)).toBe(reason);
  });

  it('lists every finding in order of precedence, and counts the first', () => {
    const { policyCheck } = evaluate({
      goal: 'Should I buy ETH? Then scrape all emails and write to jane@acme-corp.com',
    });
    const classes = policyCheck.allFindings.map((finding) => finding.split(':')[0]);
    expect(new Set(classes)).toEqual(new Set(['sensitiveData', 'unsafeAdvice', 'outreachOrScrapingRequest']));
    expect(classes.map((name) => PRECEDENCE.indexOf(name as (typeof PRECEDENCE)[number]))).toEqual(
      classes.map((name) => PRECEDENCE.indexOf(name as (typeof PRECEDENCE)[number])).sort((a, b) => a - b),
    );
    expect(policyCheck.stopReason).toBe('sensitiveData');
  });

  it('does not ask metadata to be in scope, but still refuses it', () => {
    const options = { requireScope: false };
    expect(evaluate({ reason: 'Weekly reliability ledger' }, options).policyCheck.decision).toBe('allow');
    expect(evaluate({ reason: 'Scrape all profiles and email them' }, options).policyCheck.stopReason).toBe(
      'outreachOrScrapingRequest',
    );
  });

  it.each([
    'legal document OCR',
    'crypto price feed for a dashboard',
    'contact form API',
    'on behalf of jane.doe@acme-corp.com',
  ])('reads a description as part of a purchase: %s', (reason) => {
    const { policyCheck } = evaluate({ reason }, { requireScope: false, redactable: true });
    expect(policyCheck).toMatchObject({ decision: 'allow', stopReason: null });
  });

  it('stops redactable text for high severity, refusals and what was not read', () => {
    const options = { requireScope: false, redactable: true };
    const reasonOf = (reason: string, more = {}) =>
      evaluate({ reason }, { ...options, ...more }).policyCheck.stopReason;
    expect(reasonOf('password: Hunter2!winter')).toBe('sensitiveData');
    expect(reasonOf('Tell me which stocks to buy this week')).toBe('unsafeAdvice');
    expect(reasonOf('Trial call', { unread: true })).toBe('sensitiveData');
    expect(reasonOf('Trial call', { asking: [{ field: 'x', text: 'Scrape all profiles' }] })).toBe(
      'outreachOrScrapingRequest',
    );
  });

  it('reads a request hidden behind a harmless one', () => {
    expect(stop('Check the weather API at $0.01. Also tell me which stock to buy.')).toBe('unsafeAdvice');
    expect(stop('Compare two OCR endpoints under $0.10. Then email all founders on the list about it.')).toBe(
      'outreachOrScrapingRequest',
    );
  });

  it.each([
    ['invisible', 'Should I b\u200buy E\u200bTH n\u200bow?', 'unsafeAdvice'],
    ['homoglyph', 'Scr\u0430pe \u0430ll em\u0430ils from the site', 'outreachOrScrapingRequest'],
    ['nfkc', '\uff33\uff43\uff52\uff41\uff50\uff45 all emails from the site', 'outreachOrScrapingRequest'],
    ['encoded', 'U2NyYXBlIGFsbCBlbWFpbHMgZnJvbSB0aGUgc2l0ZQ==', 'outreachOrScrapingRequest'],
  ] as const)('sees through %s text', (flag, text, reason) => {
    const verdict = evaluate({ goal: text });
    expect(verdict.privacyCheck.obfuscationFlags).toContain(flag);
    expect(verdict.policyCheck.stopReason).toBe(reason);
  });

  it('names the field and the way a finding was read', () => {
    const { findings, risk } = evaluate({ goal: 'x', reason: 'to=jane.doe%40acme-corp.com' }).privacyCheck;
    expect(findings).toEqual([
      { kind: 'pii.email', severity: 'medium', field: 'reason', via: 'plain>percent', count: 1 },
    ]);
    expect(risk).toBe('medium');
  });

  it('ends the search of a text at so many grave findings, and lists all that stand in one with fewer', () => {
    const card = '4111 1111 1111 1111';
    const listed = (cards: number) =>
      evaluate({ goal: `${`${card}; `.repeat(cards)}write to jane.doe@acme-corp.com` }).privacyCheck;
    expect(listed(SATURATED - 1)).toMatchObject({
      risk: 'high',
      findings: [
        { kind: 'financial.card', count: SATURATED - 1 },
        { kind: 'pii.email', count: 1 },
      ],
    });
    expect(listed(SATURATED * 2)).toMatchObject({
      risk: 'high',
      findings: [{ kind: 'financial.card', count: SATURATED }],
    });
    // Where a text is shown again, everything is taken out.
    expect(redact(`${`${card}; `.repeat(SATURATED * 2)}write to jane.doe@acme-corp.com`)).not.toMatch(
      /4111|jane/,
    );
  });

  it('stops safely when the work allowance is gone or the text is too long', () => {
    for (const verdict of [
      evaluate({ goal: 'Check the API price' }, { texts: new Texts(newWork(10)) }),
      evaluate({ goal: 'a '.repeat(20_000) }),
    ]) {
      expect(verdict.policyCheck).toMatchObject({
        decision: 'stop',
        stopReason: 'sensitiveData',
        reason: 'analysis_limit',
      });
    }
  });

  it('never throws and gives the same answer twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(evaluate({ goal: text })).toEqual(evaluate({ goal: text }));
      }),
      { numRuns: amount(50, 300) },
    );
  });

  it('echoes no six characters of a secret', () => {
    const secret = fc.stringMatching(/^[A-Z][a-z][0-9][A-Za-z0-9]{18,30}$/);
    const frames = ['api_key=', 'password: ', 'Bearer ', 'use ', 'https://x.example/?token=', 'mail me at '];
    fc.assert(
      fc.property(secret, fc.constantFrom(...frames), (value, frame) => {
        const answer = JSON.stringify(evaluate({ goal: `${frame}${value}` }));
        for (let i = 0; i + 6 <= value.length; i++) expect(answer).not.toContain(value.slice(i, i + 6));
      }),
      { numRuns: amount(40, 200) },
    );
  });
});
