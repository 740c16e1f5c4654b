import { describe, expect, it } from 'vitest';
import { tallyOf } from './tally.ts';

describe('paid calls and their answers', () => {
  it.each([
    ['300 paid, 299 ok', 299, 300],
    ['own log: 300 paid, 299 ok in the past 7 days', 299, 300],
    ['bought 250 geocodes at 0.001 each; 249 matched, 1 timed out and was refunded', 249, 250],
    ['paid for three, got three empty bodies', 0, 3],
    ['12 own paid calls, 12 results, last one this morning', 12, 12],
    ['this week: 11 purchases, 11 abstracts.', 11, 11],
    ["last night's run: 400 calls paid, 400 results", 400, 400],
    ['paid 60, received 52, nothing given back', 52, 60],
    ['2,204 purchases, 2,204 answers.', 2204, 2204],
    ['three paid requests, three charges, no deliverable', 0, 3],
    ['bought forty, forty came, no errors', 40, 40],
  ])('%s', (text, answered, of) => {
    expect(tallyOf(text)).toEqual({ answered, of });
  });

  it.each([
    ['one count alone', 'paid 40 times'],
    ['counts that do not fit together', 'paid 10 times, 3 answers, 2 failed'],
    ['more answers than payments', 'paid 3, got 5 results'],
    ['what was bought by one call', 'paid once and got 25 results'],
    ['failures that cost nothing', '12 paid calls, 7 ok, 5 failed and were refunded'],
    ['two retries of one payment', 'bought 2 reports, 2 refunds'],
    ['a status code', 'paid, then 402 and 402 again'],
    ['nothing paid', '40 probes, 40 answers'],
    ['a field of a log, which another reader counts', 'paid=40 ok=40 failed=0'],
  ])('says nothing of %s', (_, text) => {
    expect(tallyOf(text)).toBeNull();
  });
});
