import { describe, expect, it } from 'vitest';
import { Stage } from '../checks/stage.suite.ts';

const get = async (stage: Stage, path: string) => {
  const response = await stage.get(path);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
};
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
});
