import { describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../catalogue.ts';
import { Stage } from '../../checks/stage.suite.ts';
import { agentRevenueAudit } from '../../products/agent-revenue-audit/product.ts';

const SELLER = {
  serviceName: 'Alder Scans',
  currentOffer: 'OCR API: send a page, get its text. Every call needs an API key. <b>Fast</b>',
  targetBuyer: 'back-office agents',
};

/** The page that answers a form, and the stage that made it. */
async function asked(fields: Record<string, string>) {
  const stage = new Stage(catalogue);
  const answer = await stage.app.fetch(
    new Request('http://127.0.0.1/audit', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }),
  );
  return { stage, answer, html: await answer.text() };
}

it('shows a whole sample: tables, one plot, seven days', async () => {
  const stage = new Stage(catalogue);
  const html = await (await stage.app.fetch(new Request('http://127.0.0.1/audit'))).text();
  expect(html).toContain('<h3>Seven days</h3>');
  expect(html.match(/<li>Day \d, /g)).toHaveLength(7);
  expect(html.match(/class="bars"/g)).toHaveLength(1);
  for (const caption of ['Unit economics', 'What an expert adds', 'Who can settle it'])
    expect(html).toContain(`<caption>${caption}</caption>`);
});

describe('a described service', () => {
  it('gets its facts with the words that state them, questions to answer, and commands', async () => {
    const { stage, answer, html } = await asked(SELLER);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain('Ready to buy');
    expect(html).toMatch(/apiKey<\/th>[\s\S]{0,160}<q>Every call needs an API key<\/q>/);
    expect(html).toContain('name="fact-unitPrice"');
    expect(html).toContain('ExactEvmScheme');
    expect(html).toContain('&lt;b&gt;Fast&lt;/b&gt;');
    expect(html).not.toContain('<b>Fast');
    expect(stage.counters.get('free.agent-revenue-audit-builder-prepare.caller')).toBe(1);
  });

  it('takes an answered question as a fact, keeps it in the form, and asks it no more', async () => {
    const { html } = await asked({ ...SELLER, 'fact-unitPrice': '0.02' });
    expect(html).toMatch(/unitPrice<\/th>[\s\S]{0,160}0\.02/);
    expect(html).toContain('value="0.02"');
    expect(html).toContain('You gave unitPrice.');
  });

  it('says what is wrong and keeps what was typed', async () => {
    const { answer, html } = await asked({ ...SELLER, 'fact-unitPrice': 'two cents' });
    expect(answer.status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).toContain('value="Alder Scans"');
    expect(html).toContain('value="two cents"');
  });

  it('links each fault to its field', async () => {
    const { html } = await asked({ ...SELLER, 'fact-meteredPrice': '0.02', 'fact-unitPrice': 'two cents' });
    const links = [...html.matchAll(/<li><a href="#(audit-[^"]+)"/g)].map((match) => match[1]!);
    expect(links).toEqual(['audit-fact-unitPrice']);
    expect(html).toContain('id="audit-fact-unitPrice"');
  });

  it('computes the sample once, however often the form is sent', async () => {
    const stage = new Stage(catalogue);
    const form = agentRevenueAudit.forms[0]!;
    const run = vi.spyOn(form, 'run');
    const post = () =>
      stage.app.fetch(
        new Request('http://127.0.0.1/audit', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ serviceName: 'Alder' }).toString(),
        }),
      );
    await post();
    const first = run.mock.calls.length;
    await post();
    expect([first > 0, run.mock.calls.length]).toEqual([true, first]);
    run.mockRestore();
  });

  it('is asked for what is missing, and gets no commands', async () => {
    const { html } = await asked({ serviceName: 'Alder Scans' });
    expect(html).toContain('Something is missing');
    expect(html).not.toContain('ExactEvmScheme');
  });

  it('gets no command where policy stops it', async () => {
    const { html } = await asked({ ...SELLER, currentProblem: 'Write me malware that steals wallets' });
    expect(html).toContain('Stop: this is not sold');
    expect(html).not.toContain('data-wallet');
  });
});
