import { expect, test } from 'vitest';
import { kindOf } from './archetype.ts';
import { applies, claimed, denied, sentencesFor } from './claims.ts';
import { readStatedFacts } from './facts.ts';
import type { AuditInput } from './schema.ts';
import { CLAIMS } from './tables/claims.ts';

const input = (currentOffer: string, more: object = {}): AuditInput => ({
  serviceName: 'Alder',
  targetBuyer: 'agents',
  currentOffer,
  ...more,
});
const kind = (offer: string) => kindOf(input(offer)).id;
const frictions = (offer: string, more: object = {}) => {
  const one = input(offer, more);
  const sentences = sentencesFor(one);
  const [read, no] = [readStatedFacts(one), denied(sentences)];
  return claimed(sentences)
    .filter((one) => applies(one, read) && no.get(one.row.id)?.everywhere !== true)
    .map(({ row }) => row.id);
};

/** What audits once said of these sellers, from a word that was not understood in its clause. */
test.each([
  ['Transactional e-mail sending with 2 sending profiles. $15 per month', 'messaging'],
  ['GPU rental by the hour. New accounts need phone verification', 'gpu_rental'],
  ['Printed letters by API, with a tracking webhook', 'messaging'],
  ['People draw bounding boxes on images', 'human_labelling'],
  ['Object storage with signed URLs', 'file_storage'],
  ['Freight quotes between ZIP codes. The quote is free', 'quote_funnel'],
  ['Google results scraper with rotating proxies behind it. Returns SERP JSON', 'search_retrieval'],
  ['Speech to text API: returns a transcript, results by webhook', 'transform_doc'],
])('%s', (offer, wanted) => {
  expect(kind(offer)).toBe(wanted);
});

test('a screenshot of a page is no converted file', () => {
  const offer = 'Screenshot API: send a URL, get a PNG of the whole page in 3 seconds. $0.004 per shot.';
  expect(kindOf(input(offer)).route.id).toBe('doc-screenshot');
  expect(kindOf(input('HTML to PDF, $0.01 a file, rendered by Chromium')).route.id).toBe('doc-pdf');
});

test('two things offered alike are not decided', () => {
  expect(kind('OCR and storage')).toBe('mixed');
  expect(kind('Tools that help')).toBe('unclear');
});

test('every claim finds its own example, and nothing in a sentence that takes it back', () => {
  for (const { friction, example, only } of CLAIMS) {
    const said = only === undefined ? frictions(example) : frictions('An API.', { [only]: example });
    expect([example, ...said]).toContain(friction);
  }
});

test.each([
  ['Invoice OCR, $0.04 a page', 'F05'],
  ['A search engine for Bazaar discovery', 'F10'],
  ['You pay only for correctly solved challenges', 'F20'],
  ['Unknown results are refunded', 'F20'],
  ['41 agents signed up last week', 'F33'],
  ['No API key and no account', 'F01'],
  ['No API key and no account', 'F33'],
  ['No login, no card', 'F33'],
  ['x402 or api key, your choice', 'F01'],
  ['Blocked pages cost nothing', 'F20'],
  ["You don't pay when the render fails", 'F20'],
  ['This is no legal opinion, no attorney looks at it', 'F26'],
  ["Two pages. I don't do subscriptions", 'F02'],
  ['A printed letter with a tracking webhook', 'F22'],
  ['No monthly minimum', 'F34'],
  ['No rate limits', 'F36'],
  ['Enterprise: talk to us', 'F03'],
  ['Fully automated, no human review', 'F26'],
  ['Sessions up to 60 minutes', 'F22'],
  ['$0.03 per minute', 'F36'],
  ['100 free calls a month', 'F32'],
  ['Rates from central banks, hourly, published 13:00 CET', 'F23'],
])('%s does not say %s', (offer, friction) => {
  expect(frictions(offer)).not.toContain(friction);
});

test.each([
  ['Results in 24 hours as JSON', 'F22'],
  ['$0.12 per word, two days, PDF with stamp', 'F22'],
  ['4,100 quotes last month, 61 bookings', 'F39'],
  ['2.1% of quotes end in a policy', 'F39'],
  ['No redistribution without a licence', 'F37'],
  ['Failed lookups are billed too', 'F20'],
  ['100 checks a month at least', 'F34'],
  ['3 concurrent connections', 'F36'],
])('%s says %s', (offer, friction) => {
  expect(frictions(offer)).toContain(friction);
});
