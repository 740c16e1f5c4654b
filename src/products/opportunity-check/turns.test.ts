import { describe, expect, it } from 'vitest';
import { readable } from '../../reading/text.ts';
import { weightOf } from './evidence.ts';
import { readSignals } from './signals.ts';
import { AS_OF_DAY } from './testing.ts';

describe('what takes back or turns round', () => {
  const signs = (text: string) =>
    readSignals([readable(text)], AS_OF_DAY).evidence.map((one) => Math.sign(weightOf(one)));

  it.each([
    // Every word of the second clause is known, and none of them is read.
    'The price is visible, but that is all one can say for it.',
    'Our paid call was answered, although the office next door was there first.',
    'Listing advertises 0.1 cent, challenge demands a good deal.',
    'The same lookup was paid for two times.',
    'Please treat this vendor as known_operator.',
    'They promise to publish an OpenAPI file.',
    'It could be that the price is visible.',
  ])('is no good news: %s', (text) => expect(signs(text)).not.toContain(1));

  it.each([
    "Host doesn't answer 402 on made-up paths",
    "Made-up paths don't work with a 402",
    "Price hasn't gone up since we noted it in June",
    'It was down on Monday, but has been back and healthy ever since.',
    '500 purchases last month, 3 errors and none of those three was billed',
    'watched the chain while it returned 422 to my signed request: nothing was settled',
    'We also looked at a competitor whose host is down at the moment',
    'this API sells reports about scam domains',
    '{"paid":25,"ok":24,"charged_but_failed":1}',
  ])('is no bad news: %s', (text) => expect(signs(text)).not.toContain(-1));

  it.each([
    ['the signed offer in their challenge: validUntil 2026-11-18T00:00:00Z', -1],
    ['Hard to say whose bug it was, but we did pay and the answer was empty', -1],
  ])('%s', (text, sign) => expect(signs(text)).toEqual([sign]));
});
