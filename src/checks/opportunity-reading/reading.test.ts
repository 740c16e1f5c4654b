import { describe, expect, it } from 'vitest';
import { opportunityCheck } from '../../products/opportunity-check/product.ts';
import { reading, Stage } from '../stage.suite.ts';

const [post] = opportunityCheck.forms;
const ask = (body: object) => new Stage().ask(reading, body);

describe('the free reading of a body', () => {
  it('has the path, the schema and the judge of the paid route', async () => {
    expect(reading.path).toBe(`${opportunityCheck.path}/reading`);
    expect(reading.input).toBe(post!.input);
    for (const goal of [
      'Is this stock a good investment?',
      'Mail jane.roe@gmail.com',
      'Worth $0.01 a call?',
    ]) {
      const body = { subject: 'api.weather.example', goal };
      const refusal = post!.judge!.refusalOf(body);
      expect(await ask(body)).toMatchObject({
        policyCheck: { decision: refusal ? 'stop' : 'allow', stopReason: refusal?.stopReason ?? null },
        issues: refusal?.issues ?? [],
      });
    }
  });

  it('is what the paid answer carries, and says so little that there is nothing to buy it for', async () => {
    const { asOf, release } = new Stage().context;
    const paid = post!.run(post!.input.parse(reading.example), { asOf, release }) as { reading: object };
    const free = await ask(reading.example as object);
    expect(free.reading).toEqual(paid.reading);
    expect(free.status).toBe('partly_understood');
    expect(JSON.stringify(free)).not.toMatch(/probability|recommendation|expectedValue|logOdds/);
  });

  it('reads and quotes nothing of a refused body', async () => {
    const refused = await ask({
      subject: 'api.weather.example',
      goal: 'Worth one call?',
      knownSignals: ['the frobnicator wrote to jane.roe@gmail.com'],
    });
    expect(refused).toMatchObject({ status: 'refused', reading: null, lines: [] });
    expect(JSON.stringify(refused)).not.toMatch(/jane|frobnicator/);
  });

  it('says that all was understood only where it was', async () => {
    const status = async (more: object) =>
      (await ask({ subject: 'api.weather.example', goal: 'Worth one call?', ...more })).status;
    expect(await status({})).toBe('understood');
    expect(await status({ knownSignals: ['valid 402 challenge seen'] })).toBe('understood');
    expect(await status({ knownSignals: ['it may have a refund policy'] })).toBe('partly_understood');
    expect(await status({ constraints: ['be nice'] })).toBe('partly_understood');
  });
});
