import { describe, expect, it } from 'vitest';
import { readable } from '../../reading/text.ts';
import { weightOf } from './evidence.ts';
import { readSignals } from './signals.ts';
import { AS_OF_DAY } from './testing.ts';

/** Net log-odds that a statement moves. */
const net = (text: string): number =>
  readSignals([readable(text)], AS_OF_DAY).evidence.reduce((sum, one) => sum + weightOf(one), 0);

const GOOD = [
  'an unpaid call returns a valid 402 challenge',
  'the price is visible',
  'the price matches the listing',
  'an OpenAPI description is published',
  'the route is listed in Bazaar',
  'the recipient address is the same as before',
  'the operator is known',
  'a refund path is published',
  'a free preview exists',
  'failed calls are free',
  'the host is reachable',
  'the receipt signature verifies',
  'our paid call succeeded',
];
const BAD = [
  'the price went up',
  'the recipient address changed',
  'the operator is anonymous',
  'failed calls are charged',
  'the host is down',
  'the challenge is malformed',
  'the offer has expired',
  'one call was charged twice',
  'the seller is a scam',
];

/** What turns a statement round or leaves it open. `#` stands for the statement. */
const FRAMES: Readonly<Record<string, readonly string[]>> = {
  negation: [
    'it is not true that #',
    'it is false that #',
    'it is a myth that #',
    'nobody could confirm that #',
    'we found no evidence that #',
    'there is no sign that #',
    'no proof that #',
    'the claim that # is wrong',
    'far from it being so that #',
    '#: not true',
    '#: false',
    'it cannot be said that #',
    'none of us saw that #',
    'we disproved that #',
  ],
  contrast: [
    '#, but not any more',
    '#, but only on paper',
    '#, or so we thought',
    '# until yesterday',
    '#; however, that is over',
    '#. That is no longer so.',
    '#, but our check says otherwise',
    '#, except that it is not so',
    '#, though not today',
    '#, only it is the other way round',
    '# (not)',
    '#, which proved wrong',
  ],
  quantifier: [
    'hardly ever is it so that #',
    'on one of ten days #',
    'in 2 of 20 tries #',
    'only rarely #',
    'almost never is it so that #',
    'for few of the routes #',
    'at best sometimes #',
    'in the fewest cases #',
  ],
  conditional: [
    'if #, we pay',
    'unless #, we pay nothing',
    'assuming that #, we go on',
    'provided that #, we buy',
    '# if you are lucky',
    '# once they fix it',
    'were it so that #, we would buy',
    '# in theory',
    'in case #, tell me',
    'suppose #',
    '# as long as nobody looks',
    'whether # remains open',
  ],
  subject: [
    'at a competitor #',
    'at another vendor #',
    'elsewhere #',
    'in our own sandbox #',
    'in my dreams #',
    'at their rival #',
    'for a different seller #',
    'in the example of the specification #',
    'in the tutorial #',
    'in general #',
  ],
  question: [
    'is it true that #?',
    '#?',
    'can you confirm that #',
    'please check whether #',
    'we wonder whether #',
    'need to find out if #',
    'verify that #',
    'to do: confirm that #',
    'does anybody know if #',
    'make sure that #',
    'please confirm: #',
    '#? No.',
  ],
  sarcasm: [
    'yeah right, #',
    'sure, # and pigs fly',
    '# /s',
    'lol #',
    'as if #',
    '#, my foot',
    '# just kidding',
    '#, said nobody ever',
    'if # then I am the pope',
  ],
  time: [
    'formerly #',
    'it used to be that #',
    'back in the day #',
    'soon #',
    'by next month #',
    'from tomorrow #',
    'one day #, they promise',
    'in 2023 #, today not',
    'before the migration #',
    'starting in January #',
    '# in the old version',
    'once upon a time #',
  ],
  attitude: [
    'we wish that #',
    'they want it to be so that #',
    'it would be nice if #',
    'we doubt that #',
    'they deny that #',
    'supposedly #',
    'rumour has it that #',
    'it should be that #',
    'the dispute is about whether #',
    'we hoped that #',
    'they pretend that #',
  ],
};

const variants = (frames: readonly string[], all: readonly string[]): string[] =>
  frames.flatMap((frame) => all.map((one) => frame.replace('#', one)));

describe('no good news', () => {
  it.each(Object.entries(FRAMES))('from a fact under %s', (_, frames) => {
    expect(variants(frames, GOOD).filter((text) => net(text) > 0)).toEqual([]);
  });

  it.each(['question', 'conditional', 'attitude', 'sarcasm', 'subject', 'contrast'])(
    'from bad news under %s',
    (name) => {
      expect(variants(FRAMES[name]!, BAD).filter((text) => net(text) > 0)).toEqual([]);
    },
  );
});

describe('no bad news', () => {
  it.each(['negation', 'question', 'conditional'])('from bad news under %s', (name) => {
    expect(variants(FRAMES[name]!, BAD).filter((text) => net(text) < 0)).toEqual([]);
  });

  it('from what the service sells', () => {
    const sold = ['fraud', 'phishing', 'scam', 'malware', 'sanctions', 'outage', 'dead-link', 'blacklist'];
    const kinds = ['check', 'score', 'lookup', 'detection', 'screening'];
    const texts = sold.flatMap((what) =>
      kinds.flatMap((kind) => [
        `We paid for one ${what} ${kind} and got a complete answer`,
        `the price of a ${what} ${kind} is visible`,
        `the ${what} ${kind} endpoint is listed in Bazaar`,
      ]),
    );
    expect(texts.filter((text) => net(text) < 0)).toEqual([]);
  });
});

describe('counts', () => {
  const pairs = [
    ['twelve', 'two'],
    ['20', '3'],
    ['ten', 'one'],
    ['9', '4'],
    ['forty', 'five'],
    ['8', '1'],
  ];
  it('of few good answers among many payments are no good news', () => {
    const texts = pairs.flatMap(([of, part]) => [
      `Of ${of} purchases this quarter only ${part} produced a usable report.`,
      `of our ${of} paid calls, ${part} returned data`,
      `${of} paid calls, ${part} good answers`,
      `${of} calls bought, ${part} delivered`,
      `we paid for ${of} calls and ${part} came back`,
      `${part} of ${of} paid calls succeeded`,
      `${part} out of ${of} purchases delivered`,
      `only ${part} in ${of} paid requests worked`,
      `paid ${of} times, received ${part} answers`,
      `${of} payments: ${part} successful`,
      `${pairs.indexOf(pairs.find(([one]) => one === of)!) + 1}/20 paid calls ok`,
      `all but ${part} of ${of} paid calls failed`,
      `${of} bought but just ${part} worked`,
      `We ordered ${of} reports; a mere ${part} arrived`,
      `out of ${of} settled calls we got data ${part} times`,
      `${part} successes against ${of} paid calls`,
    ]);
    expect(texts.filter((text) => net(text) > 0)).toEqual([]);
  });

  it.each([
    ['0 out of 6 paid requests returned data', -1],
    ['0/6 paid requests returned data', -1],
    ['zero of 6 paid calls returned data', -1],
    ['0 of 6 paid calls failed', 1],
    ['zero of our 40 paid calls failed', 1],
  ])('%s: none is none of what the verb says', (text, sign) => {
    expect(Math.sign(net(text))).toBe(sign);
  });

  it.each([
    ['they ask 0.02 now; the quote we noted last week was 0.012', -1],
    ['they ask 0.02 now, before it was 0.03', 1],
    ['price was 0.01, now 0.02', -1],
  ])('%s: now is where it says now', (text, sign) => {
    expect(Math.sign(net(text))).toBe(sign);
  });

  it('of many good answers among many payments are no bad news', () => {
    const texts = pairs.flatMap(([of]) => [
      `all ${of} paid calls succeeded`,
      `${of} of ${of} paid calls succeeded`,
      `we paid for ${of} calls and got ${of} answers`,
      `${of} paid calls, ${of} good answers`,
      `${of} paid calls, none failed`,
      `${of} paid calls so far, not a single failure`,
      `${of}/${of} paid calls ok`,
    ]);
    expect(texts.filter((text) => net(text) < 0)).toEqual([]);
  });

  it('of prices that rose are no good news', () => {
    const prices = [
      ['one cent', 'four'],
      ['$0.01', '$0.04'],
      ['10000', '40000'],
      ['two cents', 'three cents'],
      ['0.01 USDC', '0.05'],
    ];
    const texts = prices.flatMap(([old, now]) => [
      `Quoted ${old} on Monday, today it wants ${now}.`,
      `it was ${old}, now ${now}`,
      `amount went ${old} -> ${now}`,
      `they asked ${old} before and ask ${now} now`,
      `price ${now} where it used to be ${old}`,
      `the price was ${old} last week and is ${now} today`,
      `amount: ${old} yesterday, ${now} today`,
    ]);
    expect(texts.filter((text) => net(text) > 0)).toEqual([]);
  });
});

describe('words in other senses', () => {
  it('are no good news', () => {
    const compounds = ['made-up', 'mixed-up', 'follow-up', 'backed-up', 'sign-up', 'lock-up', 'covered-up'];
    const things = ['address', 'path', 'URL', 'page', 'story', 'number'];
    const texts = compounds.flatMap((word) =>
      things.flatMap((thing) => [
        `Any ${word} ${thing} on that host asks for payment.`,
        `the host shows a ${word} ${thing}`,
        `the ${word} ${thing} of the service`,
      ]),
    );
    expect(texts.filter((text) => net(text) > 0)).toEqual([]);
  });

  it('are no bad news', () => {
    const texts = [
      'The challenge is not malformed in any way; all required keys are there.',
      'a bare request without any payment header came back as a clean 402',
      'the response without a key came back as a valid 402 challenge',
      "The payee address hasn't changed since our first purchase order.",
      'the price is the same as at our first purchase',
      'It is not true that we never got anything: our paid request was answered in full.',
      'the host has an error budget and is reachable',
      'all required fields and keys are present in the challenge',
      'the key field of the challenge is present',
      'nobody has reported a double charge, a scam or an outage',
      'scams, drains, phishing: none found',
    ];
    expect(texts.filter((text) => net(text) < 0)).toEqual([]);
  });
});
