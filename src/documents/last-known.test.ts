import { describe, expect, it } from 'vitest';
import { Stage } from '../checks/stage.suite.ts';
import { lastKnown } from './last-known.ts';

const get = async (stage: Stage, path: string) => {
  const response = await stage.get(path);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
};
const turns = () => new Promise((done) => setImmediate(done));
const PAYMENT_WORDS = /settle|payment was|same payment|same_payment/i;

describe('free documents while the database is away', () => {
  it.each(['/api/cash-register', '/api/passport-signal-health', '/calibration'])(
    '%s answers what it knew last, and how old that is',
    async (path) => {
      const stage = new Stage();
      const before = JSON.parse((await get(stage, path)).text);
      expect(before.figures).toEqual({ status: 'live', ageSeconds: 0 });
      stage.storesDown = true;
      stage.now += 90_000;
      const { status, text } = await get(stage, path);
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({ ...before, figures: { status: 'last_known', ageSeconds: 90 } });
      stage.storesDown = false;
      // Whoever failed is let alone for a moment, then asked again.
      stage.now += 2_000;
      expect(JSON.parse((await get(stage, path)).text).figures.status).toBe('live');
    },
  );

  it.each(['/books', '/status.html'])('%s answers, and says that its figures are old', async (path) => {
    const stage = new Stage();
    expect((await get(stage, path)).text).not.toContain('last known figures');
    stage.storesDown = true;
    stage.now += 90_000;
    const { status, text } = await get(stage, path);
    expect([status, text.includes('last known figures, 90 s old')]).toEqual([200, true]);
  });

  it('are refused without a word about payments where nothing was ever read', async () => {
    const stage = new Stage();
    stage.storesDown = true;
    const { status, retryAfter, text } = await get(stage, '/api/cash-register');
    expect([status, retryAfter, JSON.parse(text).error]).toEqual([503, '5', 'service_unavailable']);
    expect(text).not.toMatch(PAYMENT_WORDS);
  });

  it('wait no longer than their readers do, once anything was read: a database that stands still is not asked by each', async () => {
    const answers: ((value: number) => void)[] = [];
    const read = lastKnown(() => new Promise<number>((resolve) => answers.push(resolve)));
    const reach = {
      soon: (answer: Promise<number>) =>
        Promise.race([answer, turns().then(() => Promise.reject(new Error('late')))]),
    } as never;
    const at = (asOf: number) => read({ reach, asOf } as never);
    const first = at(1_000);
    answers[0]!(1);
    expect((await first).value).toBe(1);

    expect(await at(5_000)).toEqual({
      value: 1,
      asOf: 1_000,
      figures: { status: 'last_known', ageSeconds: 4 },
    });
    expect((await at(60_000)).figures).toEqual({ status: 'last_known', ageSeconds: 59 });
    expect(answers).toHaveLength(2);
    // It moves again: what comes late is kept, and the next one who asks is answered anew.
    answers[1]!(2);
    await turns();
    const next = at(61_000);
    answers[2]!(3);
    expect(await next).toEqual({ value: 3, asOf: 61_000, figures: { status: 'live', ageSeconds: 0 } });
  });
});
