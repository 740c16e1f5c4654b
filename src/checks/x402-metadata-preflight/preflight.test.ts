import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASES } from '../../policy/detectors/cases.suite.ts';
import { REDACTED, scanText } from '../../policy/scan.ts';
import { newWork } from '../../policy/work.ts';
import { Stage } from '../stage.suite.ts';
import { metadataPreflight } from './check.ts';
import type { Preflight } from './schema.ts';

const ask = async (body: object) => (await new Stage().ask(metadataPreflight, body)) as Preflight;
const EMAIL = 'jane.roe.canary@gmail.com';

describe('ordinary metadata is not refused for its words', () => {
  it.each([
    'One forecast for a batch decision',
    'OCR of a ten page PDF',
    'legal document OCR',
    'email validation API call',
    'image generation credit',
    'crypto price feed for a dashboard',
    'contact form API',
    `on behalf of ${EMAIL}`,
  ])('%s', async (reason) => {
    expect((await ask({ reason })).policyCheck).toMatchObject({ decision: 'allow', stopReason: null });
  });
});

describe('status follows severity', () => {
  const rows: [string, object, Preflight['status'], Preflight['piiRisk']][] = [
    ['nothing', {}, 'ready_to_send', 'low'],
    [
      'plain metadata',
      { route: '/api/opportunity-check', resourceUrl: 'https://api.x.example/v1', reason: 'Trial call' },
      'ready_to_send',
      'low',
    ],
    ['an e-mail address', { reason: `on behalf of ${EMAIL}` }, 'redact_before_payment', 'medium'],
    [
      'an e-mail address, percent-encoded in a query',
      { resourceUrl: `https://x.example/a?who=${encodeURIComponent(EMAIL)}` },
      'redact_before_payment',
      'medium',
    ],
    [
      'an address literal',
      { route: 'unknown', resourceUrl: 'http://169.254.169.254/latest/meta-data/' },
      'redact_before_payment',
      'medium',
    ],
    [
      'a social security number deep in the preview',
      { payloadPreview: { a: [{ ssn: '078-05-1120' }] } },
      'stop',
      'high',
    ],
    [
      'a key in the user info of a URL',
      { resourceUrl: 'https://user:hunter2hunter2@x.example/' },
      'stop',
      'high',
    ],
    [
      'a secret named by its query key',
      { resourceUrl: 'https://x.example/a?password=correct-horse-9' },
      'stop',
      'high',
    ],
    ['advice', { reason: 'Tell me which stocks to buy this week' }, 'stop', 'low'],
    ['scraping', { paymentDescription: 'Scrape e-mail addresses from LinkedIn profiles' }, 'stop', 'low'],
    [
      'harm that is described',
      { paymentDescription: 'Live location of any phone, without consent' },
      'stop',
      'low',
    ],
    [
      'harm in a previewed offer',
      { payloadPreview: { currentOffer: 'Fullz with CVV and date of birth, $4 per record' } },
      'stop',
      'low',
    ],
    ['a payload that quotes harm', { payloadPreview: { comment: 'Fullz with CVV' } }, 'ready_to_send', 'low'],
    [
      'a summary of an API',
      {
        paymentDescription:
          'Extract text, links and emails from any URL. Returns court records and tax rates.',
      },
      'ready_to_send',
      'low',
    ],
    [
      'advice asked in the previewed goal',
      { payloadPreview: { goal: 'Tell me which stocks to buy this week' } },
      'stop',
      'low',
    ],
  ];
  it.each(rows)('%s', async (_name, body, status, piiRisk) => {
    const answer = await ask(body);
    expect(answer).toMatchObject({ status, piiRisk });
    expect(answer.policyCheck.decision).toBe(status === 'stop' ? 'stop' : 'allow');
    expect(answer.policyCheck.stopReason === null).toBe(status !== 'stop');
  });

  it('stops what it could not read whole', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
    expect(await ask({ payloadPreview: deep })).toMatchObject({
      status: 'stop',
      policyCheck: { reason: 'analysis_limit' },
    });
  });

  it('reports a finding under the field that was sent', async () => {
    const { privacyCheck } = await ask({
      resourceUrl: 'https://x.example/a?password=correct-horse-9',
      payloadPreview: { goal: EMAIL },
    });
    expect(new Set(privacyCheck.findings.map(({ field }) => field))).toEqual(
      new Set(['resourceUrl', 'payloadPreview']),
    );
  });
});

describe('sanitised metadata', () => {
  it('keeps what is clean', async () => {
    const clean = {
      route: 'unknown',
      resourceUrl: 'https://api.x.example/v1/rates',
      paymentDescription: 'One rate',
      reason: 'Trial',
      source: 'x-profile',
    };
    expect((await ask(clean)).sanitizedMetadata).toEqual(clean);
  });

  it.each([
    ['https://api.x.example/v1?city=Bern&key=abc#top', 'https://api.x.example/v1?city=&key='],
    ['https://user:pass@api.x.example/v1', 'https://api.x.example/v1'],
    [`https://api.x.example/users/${EMAIL}`, 'https://api.x.example/users/[redacted:email]'],
    ['/api/opportunity-check?src=abc', '/api/opportunity-check?src='],
    ['https://api.x.example/v1/a%20b/?q=a%26b&q=2', 'https://api.x.example/v1/a%20b/?q='],
    ['HTTPS://API.X.example:443/V1', 'https://api.x.example/V1'],
    ['javascript:alert(1)', '[redacted:text]'],
    ['http://169.254.169.254/latest/meta-data/', '[redacted:text]'],
    ['https://078-05-1120&¡/x', '[redacted:text]'],
    ['//evil.example/x', '[redacted:text]'],
    ['not a url', '[redacted:text]'],
    ['', ''],
  ])('shows %j as %j', async (resourceUrl, shown) => {
    expect((await ask({ resourceUrl })).sanitizedMetadata.resourceUrl).toBe(shown);
  });

  it('holds no six characters of a value that was found', async () => {
    for (const [, positive] of CASES) {
      const reason = [...positive].slice(0, 600).join('');
      const shown = (await ask({ reason })).sanitizedMetadata.reason!.replace(REDACTED, ' ').toLowerCase();
      for (const { start, end } of scanText(reason, newWork())) {
        const value = reason.slice(start, end).toLowerCase();
        for (let at = 0; at + 6 <= value.length; at++)
          expect(shown.includes(value.slice(at, at + 6)), reason).toBe(false);
      }
    }
  });

  it('never returns the preview or a source tag that is not listed', async () => {
    const answer = await ask({
      payloadPreview: { subject: 'harmless words of the caller' },
      source: 'my own tag',
    });
    expect(JSON.stringify(answer)).not.toMatch(/harmless words|my own tag|"subject"/);
    expect(answer.notes.map(({ id }) => id)).toEqual(['source_not_listed', 'payload_not_returned']);
  });

  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(
      EMAIL,
      'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
      '078-05-1120',
      '[redacted:email]',
      '[redacted:',
      'https://u:p@x.example/?a@b.co=1',
      '%40',
      'amFuZS5yb2VAZ21haWwuY29t',
      '\u200b',
      '10.0.0.7',
      '+1 212 555 0100',
    ),
  );
  const sentence = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(' '));
  const url = fc
    .tuple(
      fc.constantFrom('https://', 'http://', '/', 'ftp://'),
      fc.array(piece, { maxLength: 4 }),
      fc.constantFrom('/', '?', '&', '=', '#'),
    )
    .map(([scheme, parts, glue]) => scheme + parts.join(glue));

  it('is idempotent, within its own limits, and clean', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ resourceUrl: fc.oneof(url, sentence), paymentDescription: sentence, reason: sentence }),
        async (raw) => {
          const cutAt = (text: string, max: number) => [...text].slice(0, max).join('');
          const body = {
            resourceUrl: cutAt(raw.resourceUrl, 500),
            paymentDescription: cutAt(raw.paymentDescription, 600),
            reason: cutAt(raw.reason, 600),
          };
          const once = await ask(body);
          const twice = await ask(once.sanitizedMetadata);
          expect(twice.sanitizedMetadata).toEqual(once.sanitizedMetadata);
          for (const secret of [EMAIL, 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', '078-05-1120'])
            expect(JSON.stringify(once)).not.toContain(secret);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('holds its limits when tokens are longer than what they replace', async () => {
    const reason = 'a@b.co '.repeat(85);
    const { sanitizedMetadata, notes } = await ask({ reason });
    expect([...sanitizedMetadata.reason!].length).toBeLessThanOrEqual(600);
    expect(sanitizedMetadata.reason).not.toMatch(/\[redacted:[a-z_]*$/);
    expect(notes.map(({ id }) => id)).toContain('shortened');
  });
});

describe('request', () => {
  it.each([
    [{ resourceUrl: 'x'.repeat(501) }],
    [{ paymentDescription: 'x'.repeat(601) }],
    [{ reason: 'x'.repeat(601) }],
    [{ source: 'x'.repeat(81) }],
    [{ route: '/api/other' }],
    [{ payloadPreview: [] }],
    [{ extra: 1 }],
  ])('refuses %j', async (body) => {
    expect((await new Stage().post(metadataPreflight.path, body)).status).toBe(400);
  });
  it('takes 32,000 bytes and no more', async () => {
    const body = (bytes: number) => {
      const shell = JSON.stringify({ payloadPreview: { text: '' } });
      return JSON.stringify({
        payloadPreview: { text: 'word '.repeat(7_000).slice(0, bytes - shell.length) },
      });
    };
    expect((await new Stage().post(metadataPreflight.path, body(32_000))).status).toBe(200);
    expect((await new Stage().post(metadataPreflight.path, body(32_001))).status).toBe(413);
  });
});
