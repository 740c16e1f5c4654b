import { describe, expect, it } from 'vitest';
import { readable } from '../../reading/text.ts';
import wordings from './golden.wordings.json' with { type: 'json' };
import { nearestSignals } from './nearest.ts';
import { SIGNALS } from './tables/index.ts';

const near = (text: string): readonly string[] => nearestSignals(readable(text));

describe('nearest signals', () => {
  it.each([
    ['the zorbl says the OpenAPI file is frumious', 'openapi_published'],
    ['maybe there is a refund policy', 'refund_path'],
    ['is the price visible?', 'price_visible'],
    ['if we paid, an answer might come', 'prior_paid_200'],
    ['not sure whether the payTo address changed', 'payto_changed'],
    ['they will add a free preview', 'free_preview'],
  ])('%s: %s', (text, signal) => expect(near(text)).toContain(signal));

  it('are at most three, all in the table, nearest first, and none where nothing was seen', () => {
    const ids = new Set(SIGNALS.filter(({ derived }) => !derived).map(({ id }) => id));
    for (const [text] of wordings.read) {
      expect(near(text!).length).toBeLessThanOrEqual(3);
      for (const id of near(text!)) expect(ids).toContain(id);
    }
    expect(near('purple coffee')).toEqual([]);
    expect(near('')).toEqual([]);
  });

  it('hold what was read of four statements in five that were read', () => {
    const hits = wordings.read.filter(([text, told]) =>
      told!.split(' ').some((one) => near(text!).includes(one.replace(/^[!~^]+|@.*$/g, ''))),
    );
    expect(hits.length / wordings.read.length).toBeGreaterThan(0.8);
  });
});
