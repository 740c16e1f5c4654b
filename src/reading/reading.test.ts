import { describe, expect, it } from 'vitest';
import { sentencesOf } from './clauses.ts';
import { firstCountIn, loggedShare, paidCallsIn, shareOf } from './shares.ts';
import { ageInDays, datingOf, durationOf } from './time.ts';
import { tokenize } from './tokens.ts';
import { viewsOf } from './view.ts';
import { vocabularyOf } from './vocabulary.ts';
import { OPERATORS } from './words/operators.ts';

const TODAY = '2026-11-21';

describe('tokens', () => {
  it('stand where they say, and part at hyphens, dots and underscores inside words', () => {
    const text = 'the pay-to of https://a.example/v1. insufficient_funds: $1,200.50';
    const tokens = tokenize(text);
    for (const { from, to, text: words } of tokens) expect(text.slice(from, to)).toBe(words);
    expect(tokens.map((token) => token.text)).toEqual([
      ...['the', 'pay', 'to', 'of', 'https://a.example/v1', '.', 'insufficient', 'funds', ':', '$1,200.50'],
    ]);
  });

  it('tell a count from a code', () => {
    const forms = (text: string) => tokenize(text).find(({ kind }) => kind === 'number')!.forms;
    expect(forms('a 500 from the host')).toContain('500');
    expect(forms('500 calls so far')).not.toContain('500');
    expect(forms('last 402 paid calls')).not.toContain('402');
  });

  it.each([
    ['paid', 'pay'],
    ['stopped', 'stop'],
    ['quoting', 'quote'],
    ['queries', 'query'],
    ["seller's", 'seller'],
  ])('%s is a form of %s', (word, base) => expect(tokenize(word)[0]!.forms).toContain(base));
});

describe('words that only look alike', () => {
  const forms = (text: string, word: string) => tokenize(text).find((token) => token.text === word)!.forms;
  it('are no forms of a negator', () => {
    expect(forms('we noted it', 'noted')).toEqual(['noted', 'note']);
  });
  it('tell what was done from what may come', () => {
    expect(forms('we could verify it', 'could')).toEqual(['#able']);
    expect(forms('it could fail', 'could')).toEqual(['could']);
    expect(forms('we could be wrong', 'could')).toEqual(['could']);
  });
  it('tell a year from a multitude, and a made-up path from a route', () => {
    expect(forms('since 2024', '2024')).toEqual(['2024']);
    expect(forms('get /zzzz/qqqq', '/zzzz/qqqq')).toContain('#gibberish');
    expect(forms('get /v1/quotes', '/v1/quotes')).not.toContain('#gibberish');
  });
});

describe('clauses', () => {
  const clauses = (text: string) =>
    sentencesOf(text).map((sentence) =>
      sentence.clauses.map(({ tokens }) => tokens.map((token) => token.text).join(' ')),
    );

  it('part at marks and conjunctions, but not within "no A, B or C" or "nothing but"', () => {
    expect(clauses('listed, but no price. down now')).toEqual([['listed', 'but no price'], ['down now']]);
    expect(clauses('no email, chat or tracker')).toEqual([['no email chat or tracker']]);
    expect(clauses('nothing but errors')).toEqual([['nothing but errors']]);
  });
});

describe('time', () => {
  it.each([
    ['yesterday', 1],
    ['three weeks ago', 21],
    ['on 2026-11-18', 3],
    ['3 december 2025', 353],
    ['nov 20, 2026', 1],
    ['last monday', 5],
    ['yesterday and 2 days ago', 2],
    ['no date', null],
  ])('%s', (text, days) => expect(datingOf(text, TODAY)).toEqual({ ageDays: days, impossible: false }));

  it('takes no day that has not come or does not exist', () => {
    for (const text of ['on 2026-11-22', 'on 2026-02-30', '1 january 2027'])
      expect(datingOf(text, TODAY).impossible).toBe(true);
    expect(ageInDays('2026-11-22', TODAY)).toBeUndefined();
  });

  it.each([
    ['for 8 months', 240],
    ['for more than two years', 730],
    ['forever', null],
  ])('%s lasts', (text, days) => expect(durationOf(text)).toBe(days));
});

describe('shares', () => {
  it.each([
    ['1 of 10 calls', { part: 1, of: 10 }],
    ['17 out of 20 probes', { part: 17, of: 20 }],
    ['8,640 probes, 8,637 of them answered', { part: 8637, of: 8640 }],
    ['uptime 71%', { part: 71, of: 100 }],
    ['twelve of ten', null],
    ['no number', null],
  ])('%s', (text, share) => expect(shareOf(text)).toEqual(share));

  it.each([
    ['we paid 22 times in October, 22 answers', 22],
    ['14 paid clips last week, all transcripts complete', 14],
    ['we bought 9 shots this morning', 9],
    ['22 own paid calls delivered', 22],
    ['7 own paid successes', 7],
    ['we paid 4 times and got 3 answers', 3],
    ['we bought once and got 25 results, all correct', null],
    ['i paid for one lookup and it gave me back 40 rows in 5 fields', null],
    ['our paid call gave us 40 rows', null],
    ['the paid call took 300 ms and cost 2 cents', null],
    ['paid on 3 november, got the data', null],
  ])('counts paid calls and nothing that one call brought: %s', (text, calls) => {
    expect(paidCallsIn(text)).toBe(calls);
  });

  it('counts things, not codes', () => {
    expect(firstCountIn('40 paid calls')).toBe(40);
    expect(firstCountIn('paid-200 then 500')).toBeNull();
  });
});

describe('views', () => {
  const vocabulary = vocabularyOf([...OPERATORS, { id: 'SPEC', role: 'thing', words: 'spec, open api' }]);
  const modality = (text: string) => viewsOf(text, vocabulary)[0]!.modality;

  it.each([
    ['there is a spec', 'asserted'],
    ['maybe there is a spec', 'hedged'],
    ['is there a spec?', 'asked'],
    ['does it have a spec', 'asked'],
    ['they will publish a spec', 'planned'],
    ['there is a spec. not sure.', 'hedged'],
  ])('%s: %s', (text, expected) => expect(modality(text)).toBe(expected));

  it('take the longest phrase', () => {
    expect(viewsOf('an open-api', vocabulary)[0]!.terms.at(-1)).toMatchObject({
      concepts: ['SPEC'],
      first: 1,
      last: 2,
    });
  });
});

describe('shares', () => {
  it.each([
    ['99 percent of 1,000 paid calls', { part: 990, of: 1000 }],
    ['out of 120 orders paid in october, 119 were delivered', { part: 119, of: 120 }],
  ])('%s', (text, share) => expect(shareOf(text)).toEqual(share));
  it('are read from a log line', () => {
    expect(loggedShare('paid=40 ok=38 failed=2')).toEqual({ part: 38, of: 40 });
    expect(loggedShare('ok=38')).toBeNull();
  });
});
