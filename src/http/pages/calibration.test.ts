import { expect, it } from 'vitest';
import { counter } from '../../accounting/counters.ts';
import { percentOf } from '../../accounting/outcomes.ts';
import { catalogue } from '../../catalogue.ts';
import { Stage } from '../../checks/stage.suite.ts';

function stageWith(good: number, bad: number): Stage {
  const stage = new Stage(catalogue);
  const percent = percentOf(0.7);
  stage.counters.set(counter('calibration.forecast', { percent, outcome: 'paid_and_good' }), good);
  stage.counters.set(counter('calibration.forecast', { percent, outcome: 'paid_and_bad' }), bad);
  return stage;
}
const pageOf = async (stage: Stage) => {
  const page = await stage.app.fetch(new Request('http://127.0.0.1/calibration'));
  expect(page.status).toBe(200);
  return { headers: page.headers, html: await page.text() };
};

it('is a page for people that keeps to its policy, and JSON for programs', async () => {
  const stage = stageWith(40, 20);
  const { headers, html } = await pageOf(stage);
  expect(headers.get('content-type')).toContain('text/html');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=")|<style| style="| on\w+="|undefined|NaN|\[object/i);
  expect(html.match(/<h1>/g)).toHaveLength(1);
  expect(html.match(/class="point"/g)).toHaveLength(1);
  expect(html).toContain('60 calls: stated 70\u00a0%, observed 66.7\u00a0%');
  const json = await stage.get('/calibration');
  expect(json.headers.get('content-type')).toContain('application/json');
  const figures = await json.json();
  expect(figures).toMatchObject({ status: 'measured', judged: 60, brierScore: 0.2233 });
  expect(html).toContain('>0.2233<');
  expect(stage.counters.get('free.calibration.caller')).toBe(2);
});

it('says "not enough yet" below fifty, with counts and without a score', async () => {
  const stage = stageWith(30, 19);
  const { html } = await pageOf(stage);
  expect(html).toContain('not enough yet');
  expect(html).toContain('49 of 50');
  expect(html).not.toMatch(/<svg class="reliability"|Brier score/);
  expect(await (await stage.get('/calibration')).json()).toMatchObject({
    status: 'not_enough_yet',
    brierScore: null,
    bands: expect.arrayContaining([expect.objectContaining({ judged: 49, good: 30 })]),
  });
});
