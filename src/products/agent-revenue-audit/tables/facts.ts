/**
 * What an audit may know of a seller: read from the text, or given as `facts`, which goes before the text. `friction`:
 * `yes` states it and `no` rules it out. `statement`: the word facts of `cues.ts`.
 */
export interface FactRow {
  readonly id: string;
  readonly type: 'usd' | 'count' | 'yes_no' | 'choice' | 'words';
  readonly about: string;
  readonly values?: readonly string[];
  readonly friction?: string;
  readonly statement?: true;
}

const yesNo = (id: string, friction: string, about: string): FactRow => ({
  id,
  type: 'yes_no',
  friction,
  about,
});
const statement = (id: string, about: string): FactRow => ({ id, type: 'yes_no', statement: true, about });

/** Servers whose seller code an audit has; `other` gets the first. */
export const RUNTIMES = ['hono', 'express', 'other'] as const;

export const FACT_ROWS: readonly FactRow[] = [
  { id: 'returns', type: 'words', about: 'What one call returns.' },
  { id: 'unit', type: 'words', about: 'What one price buys: page, message, call.' },
  { id: 'unitPrice', type: 'usd', about: 'Price of one unit today.' },
  { id: 'meteredPrice', type: 'usd', about: 'Price of one step of a meter today: a token, a second.' },
  { id: 'wholePrice', type: 'usd', about: 'Price of one finished piece of work today.' },
  { id: 'monthlyFee', type: 'usd', about: 'Fee of the smallest plan for a month.' },
  { id: 'includedCalls', type: 'count', about: 'Units in that plan for a month.' },
  { id: 'freeUnits', type: 'count', about: 'Units that are free today.' },
  { id: 'quotaPerMinute', type: 'count', about: 'Calls that one buyer may make in a minute.' },
  { id: 'monthlyVolume', type: 'count', about: 'Units sold in a month today.' },
  { id: 'unitCost', type: 'usd', about: 'What one unit costs the seller.' },
  { id: 'fixedCost', type: 'usd', about: 'What the service costs the seller in a month, sold or not.' },
  { id: 'valuePerUse', type: 'usd', about: 'What one unit saves or earns its buyer.' },
  { id: 'challenges', type: 'count', about: '402 answers, quotes or visits that were counted.' },
  { id: 'paid', type: 'count', about: 'How many of those ended in a payment.' },
  { id: 'latencySeconds', type: 'count', about: 'Seconds that the slowest answer takes.' },
  { id: 'ageSeconds', type: 'count', about: 'Seconds between two updates of the data.' },
  { id: 'tools', type: 'count', about: 'Tools or endpoints that there are.' },
  { id: 'topTool', type: 'words', about: 'The tool or endpoint that is called most.' },
  { id: 'endpoints', type: 'words', about: 'Paths or tools that are named, separated by commas.' },
  {
    id: 'alternatives',
    type: 'words',
    about: 'Other sellers that buyers compare with, separated by commas.',
  },
  { id: 'buyers', type: 'words', about: 'Who buys.' },
  {
    id: 'delivery',
    type: 'choice',
    values: ['sync', 'async'],
    about: 'Whether the call waits for its result.',
  },
  { id: 'runtime', type: 'choice', values: RUNTIMES, about: 'What the server runs on.' },
  yesNo('apiKey', 'F01', 'A call needs a key.'),
  yesNo('account', 'F33', 'A buyer needs an account.'),
  yesNo('planOnly', 'F02', 'Nothing is sold outside a plan.'),
  yesNo('monthlyMinimum', 'F34', 'There is a minimum spend or top-up.'),
  yesNo('salesOnly', 'F03', 'A person has to be asked for a price.'),
  yesNo('trialOnly', 'F35', 'A trial is the only way to try it.'),
  yesNo('cardOnly', 'F05', 'Cards are the only way to pay.'),
  yesNo('credits', 'F38', 'Prices are in credits.'),
  yesNo('noSchema', 'F08', 'Input and output have no published schema.'),
  yesNo('noDocs', 'F09', 'There is no machine-readable documentation.'),
  yesNo('notListed', 'F10', 'No index lists it.'),
  yesNo('failuresCharged', 'F20', 'A call that fails is charged.'),
  yesNo('humanWork', 'F26', 'People do the work.'),
  yesNo('personalData', 'F24', 'A call holds personal data.'),
  yesNo('licenceLimits', 'F37', 'Results may not be resold or kept.'),
  yesNo('rateLimits', 'F36', 'Calls are limited by rate or number.'),
  yesNo('lowVolume', 'F32', 'Few have bought so far.'),
  yesNo('lowConversion', 'F39', 'Many ask and few buy.'),
  statement('railX402', 'It takes x402 or USDC today.'),
  statement('railMpp', 'It takes MPP today.'),
  statement('railCard', 'It takes cards today.'),
  statement('railOther', 'It takes invoices, transfers or a wallet such as PayPal today.'),
  statement('live', 'It is in production.'),
  statement('newSeller', 'It has not sold anything yet.'),
  statement('exclusive', 'Nobody else has this output.'),
  statement('v1Buyers', 'Its buyers run clients of x402 version 1.'),
  statement('overrideStated', 'It publishes the spendControls line.'),
  statement('documented', 'It has an OpenAPI document.'),
];

/** How a value is written. Money is an exact decimal; `unknown` takes back what the text says. */
export const FACT_FORMATS = {
  usd: '(?:0|[1-9][0-9]{0,8})(?:\\.[0-9]{1,9})?',
  count: '(?:0|[1-9][0-9]{0,11})',
  yes_no: 'yes|no',
  words: '[A-Za-z][A-Za-z0-9 .,/&+_-]{0,39}',
} as const;
export const UNKNOWN = 'unknown';
export const MAX_FACTS = 8;
