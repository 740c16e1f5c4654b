import { ONE } from './numerals.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words for dollars behind a number, with what one of them is worth in trillionths of a dollar. */
export const DOLLAR_UNITS: ReadonlyMap<string, bigint> = new Map([
  ...'dollar dollars usd usdc buck bucks usdcs'.split(' ').map((word) => [word, ONE] as const),
  ...'cent cents ct cts ¢ penny pennies'.split(' ').map((word) => [word, ONE / 100n] as const),
  ['nickel', ONE / 20n],
  ['nickels', ONE / 20n],
  ['dime', ONE / 10n],
  ['dimes', ONE / 10n],
  ['grand', 1_000n * ONE],
  ['fiver', 5n * ONE],
  ['tenner', 10n * ONE],
]);

/** One atomic unit of USDC: a millionth of a dollar. */
export const ATOMIC = ONE / 1_000_000n;

/** Money that is no dollar. It is named, never converted. */
export const OTHER_MONEY = set(
  'eur euro euros € gbp £ pound pounds quid pence sterling jpy ¥ yen yuan cny rmb inr ₹ rupee rupees chf franc francs aud cad nzd hkd sgd krw ₩ won brl reais real mxn peso pesos sek nok dkk krona kronor zloty pln rub ruble rubles ₽ usdt dai eurc pyusd eth ether weth wei gwei sol lamports btc bitcoin sats satoshi satoshis matic pol bnb avax arb op xrp doge',
);

/** A call, by the names that buyers give it; a thing bought one at a time counts as a call too. */
export const CALL_NOUNS = set(
  'opinion certificate map tile thumbnail itinerary caption candle history letter brief digest booking recipe chapter slide deed permit patent trademark plate vessel barcode citation execution purchase abfrage abfragen aufruf aufrufe anfrage anfragen doc geocode read text listing chart tick trade product sku parcel shipment flight cv resume nft pool ad ticket call request query lookup hit invocation search purchase check report answer result page image record document screenshot embedding quote forecast profile address lead name email invoice ticker paper package transaction tx simulation translation transcript summary completion inference prompt generation response reply lookup scan audit verification validation enrichment conversion detection prediction estimate evaluation score rating render run job task item row entry article headline file pdf photo picture url domain link site wallet token contract company customer contact person address location route coordinate point city symbol stock pair price property valuation valuation filing case ruling pull fetch download payment try attempt shot go time round sample screening piece unit question read poll ping message sms tweet post video clip minute word probe use api-call roundtrip trip order ocr crawl scrape extraction match test analysis review feed snapshot update event alert signal quotation ticket serp iban vat cve pop',
);

/** A rate over one of these is a subscription or a speed, not the price of a call. */
export const PERIODS = set(
  'second sec s minute min hour hr h day week month mo year yr quarter annum night session user seat team account licence license head',
);
/** A rate over one of these is no price of a call either: how many of them a call takes is not known. */
export const MEASURES = set(
  'token tokens kb mb gb tb byte bytes megabyte gigabyte word character char gas pixel credit',
);

const DURATIONS: Readonly<Record<string, number>> = {
  ...{ ms: 0.001, millisecond: 0.001, msec: 0.001, s: 1, sec: 1, second: 1, min: 60, minute: 60 },
  ...{ h: 3_600, hr: 3_600, hour: 3_600, d: 86_400, day: 86_400, w: 604_800, week: 604_800 },
  ...{ month: 2_592_000, mo: 2_592_000, year: 31_536_000, yr: 31_536_000, fortnight: 1_209_600 },
};

/** Seconds of a unit of time, in trillionths. */
export function secondsOf(word: string): bigint | undefined {
  const unit = Object.hasOwn(DURATIONS, word) ? word : singular(word);
  const seconds = Object.hasOwn(DURATIONS, unit) ? DURATIONS[unit] : undefined;
  return seconds === undefined ? undefined : BigInt(Math.round(seconds * 1_000)) * (ONE / 1_000n);
}

const IRREGULAR: Readonly<Record<string, string>> = {
  ...{ people: 'person', analyses: 'analysis', queries: 'query', companies: 'company', replies: 'reply' },
  ...{ searches: 'search', matches: 'match', addresses: 'address', fetches: 'fetch', txs: 'tx', txns: 'tx' },
  ...{
    summaries: 'summary',
    entries: 'entry',
    cities: 'city',
    tries: 'try',
    reqs: 'request',
    req: 'request',
  },
  ...{ enquiries: 'query', inquiries: 'query', properties: 'property', txn: 'tx', geocodes: 'geocode' },
};

export function singular(word: string): string {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word]!;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Words that end what is counted: no noun lies behind them. */
export const STOP_WORDS = set(
  'a an the and or but nor at for from in into on of to by with without within per each every as is are was were be been am do does did done has have had having will would can could should may might must shall not no never than then that this these those it its i we you they he she my our your their me us him them if when while because since so too very just only more most less least what which who whom whose where how why all any both either neither over under above below about around before after until till during up down out off against between through across via plus minus total max maximum min minimum tops overall altogether cost costs charge charges ask asks take takes want wants fee fees price prices bill bills buy buys get gets save saves earn earns give gives return returns work works need needs make makes go goes worth please pls ok okay fine good if unless whatever also even still already ago later now today tomorrow yesterday apiece says said shows means once twice',
);
