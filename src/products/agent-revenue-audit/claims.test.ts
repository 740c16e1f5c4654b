import { expect, test } from 'vitest';
import { claimed, denied, sentencesFor } from './claims.ts';
import { knownFacts } from './known.ts';
import { readText } from './weigh.ts';

const said = (id: string, currentOffer: string) => {
  const sentences = sentencesFor({ serviceName: 'Alder', targetBuyer: 'agents', currentOffer });
  if (denied(sentences).get(id)?.everywhere) return false;
  return claimed(sentences).some(({ row }) => row.id === id);
};

/** Ways in which price pages, listings and docs say it, each beside a near miss that says something else. */
const CHARGED = [
  ['Retries count as new requests', 'Retries are free'],
  ['Every attempt is billed', 'Only successful attempts are billed'],
  ['We bill on submit', 'We bill on delivery'],
  ['Charged at start, whether or not the job finishes', 'Charged when the job has finished'],
  ['4xx responses consume 5 credits', '4xx responses do not consume credits'],
  ['All requests are billed, including failed or errored requests', 'Failed/errored requests are not billed'],
  ['You pay per attempt, not per solved puzzle', 'You pay per solved puzzle'],
  ['Invalid numbers cost the same as valid ones', 'Invalid numbers cost nothing'],
  ['Credits are gone if the render crashes', 'Credits come back if the render crashes'],
  ['Timeouts burn a credit', 'Timeouts burn no credit'],
  ['A lookup is $0.01, irrespective of the outcome', 'A lookup is $0.01, the outcome in JSON'],
  ['We do not refund aborted runs', 'Aborted runs are refunded'],
  ['Not found also counts toward the quota', 'Not found does not count toward the quota'],
  ['Errors are deducted from the balance', 'Errors are listed in the log'],
  ['5xx from the origin are billed like a 200', '5xx from the origin are retried twice'],
] as const;

const KEYED = [
  ['Get a token on the settings page', 'Get a token price on the hour'],
  ['Authorization header with your secret', 'Answers have a cache header'],
  ['The key comes by e-mail', 'The key facts come by e-mail'],
  ['x-api-key on every call', 'No x-api-key'],
  ['Client secret from the developer portal', 'Keeps client secrets of your team: it stores secrets'],
  ['Generate a token in your profile', 'Generate a token logo'],
  ['Requests are HMAC signed', 'Answers are signed'],
  ['Basic auth', 'No auth'],
  ['Pass ?api_key=', 'Pass ?page='],
  ['API credentials from our team', 'Issues verifiable credentials are checked by anyone'],
  ['Grab your key', 'Grab your copy'],
  ['OAuth2 client credentials', 'Without OAuth2 client credentials'],
] as const;

const GATED = [
  ['You register at our portal', 'Names are registered at the registry'],
  ['Request access, we answer in a week', 'Request a page, we answer in a second'],
  ['Invite codes only', 'No invite codes'],
  ['There is a waitlist', 'There is no waitlist'],
  ['We approve every new customer by hand', 'We approve nothing: pay and call'],
  ['Log in with Google first', 'Scrapes pages that need no log in'],
  ['Join our Discord to get in', 'Posts to a Discord channel'],
  ['KYC before the first order', 'A KYC check of any passport'],
  ['Access is granted after review', 'Access logs are kept for a day'],
  ['An onboarding call first', 'No onboarding call'],
  ['Fill in a form and we set up your tenant', 'Fills in a form on any site'],
  ['For verified businesses: needs a business account', 'Finds the bank account of a business'],
  ['A signed contract before the first call', 'Reads a contract in one call'],
] as const;

const ROWS = [
  ...CHARGED.map((pair) => ['F20', ...pair] as const),
  ...KEYED.map((pair) => ['F01', ...pair] as const),
  ...GATED.map((pair) => ['F33', ...pair] as const),
];

test.each(ROWS)('%s: "%s", not "%s"', (id, text, near) => {
  expect([said(id, `Alder API. ${text}.`), said(id, `Alder API. ${near}.`)]).toEqual([true, false]);
});

const facts = (currentOffer: string, currentPaymentRail?: string) =>
  knownFacts(
    readText({
      serviceName: 'Alder',
      targetBuyer: 'agents',
      currentOffer,
      ...(currentPaymentRail && { currentPaymentRail }),
    }),
  ).map(({ id, value }) => `${id}=${value}`);

/** Words in another sense than the fact has: what a second reader of thirty audits found to support nothing. */
test.each([
  ['Invoice OCR, JSON out', 'railOther=yes'],
  ['Send the invoice and the packing list', 'railOther=yes'],
  ['Takes a photo of a card', 'railCard=yes'],
  ['The file comes at a signed URL', 'signed=yes'],
  ['41 shops signed up', 'signed=yes'],
  ['Advice at 45 dollars per hour, 5 dollars per mail', 'rateLimits=no'],
  ['Keeps the private keys of your team: API key vault', 'apiKey=no'],
  ['Transcribes audio up to 10 min', 'latencySeconds=600'],
  ['You deliver a packing list', 'returns=packing list'],
  ['Soil test basic 34 USD', 'monthlyFee=34.00'],
  ['38 dollars per filing, further 3 dollars', 'wholePrice=3.00'],
  ['Trade is slow in summer', 'delivery=async'],
  ['We do not buy for you', 'lowConversion=yes'],
  ['Pictures licensed from partners', 'licenceLimits=yes'],
])('"%s" does not say %s', (text, fact) => {
  expect(facts(`Alder API. ${text}.`)).not.toContain(fact);
});

test.each([
  ['Paid by invoice', 'railOther=yes'],
  ['Returns a signed attestation', 'signed=yes'],
  ['Captions at $6 per streamed hour', 'meteredPrice=6.00'],
  ['Captions at $6 per streamed hour', 'unit=hour'],
  ['Returns words within 1.5 s', 'returns=words within 1.5 s'],
  ['No API key', 'apiKey=no'],
  ['Basic $34, Pro $90', 'monthlyFee=34.00'],
])('"%s" says %s', (text, fact) => {
  expect(facts(`Alder API. ${text}.`)).toContain(fact);
});

test('a rail may be any of them', () => {
  expect(facts('Alder API', 'credit card or PayPal')).toEqual(
    expect.arrayContaining(['railCard=yes', 'railOther=yes']),
  );
});
