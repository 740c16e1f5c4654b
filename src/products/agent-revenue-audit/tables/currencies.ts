/**
 * Other currencies. A price in one of them is taken at a rounded number of dollars, and the audit says so: a guess of a
 * few per cent beside a class price that may be wrong by a hundred times. None of these is the rate of a day; whoever
 * knows the price in dollars gives it as a fact.
 */
export interface CurrencyRow {
  readonly code: string;
  /** Dollars for one of it, as an exact decimal with at most four places. */
  readonly dollars: string;
  /** How it is written before or behind a figure, as parts of a pattern. */
  readonly signs: string;
  readonly names: string;
  readonly cents?: string;
  /** Its code is a word of some trade, too: it counts in capitals beside a figure, and never before what is counted. */
  readonly isTradeWord?: true;
}

/** When they were rounded. They come from no source that could be named: none of them is a quote. */
export const RATES_OF = '2026-11';

export const CURRENCIES: readonly CurrencyRow[] = [
  {
    code: 'EUR',
    dollars: '1.1',
    signs: '€|EUR',
    names: '€|EUR|euros?',
    cents: 'euro ?cents?',
  },
  { code: 'GBP', dollars: '1.3', signs: '£|GBP', names: '£|GBP|pounds sterling', cents: 'pence' },
  { code: 'CHF', dollars: '1.2', signs: 'CHF|SFr\\.?', names: 'CHF|francs?', cents: 'rappen' },
  { code: 'SEK', dollars: '0.1', signs: 'SEK', names: 'SEK|kronor' },
  { code: 'NOK', dollars: '0.1', signs: 'NOK', names: 'NOK', isTradeWord: true },
  { code: 'DKK', dollars: '0.15', signs: 'DKK', names: 'DKK' },
  { code: 'PLN', dollars: '0.27', signs: 'PLN', names: 'PLN|zł|zloty' },
  { code: 'JPY', dollars: '0.0066', signs: 'JPY', names: 'JPY|yen|円' },
  {
    code: 'INR',
    dollars: '0.012',
    signs: '₹|INR|Rs\\.?',
    names: '₹|INR|rupees?',
    isTradeWord: true,
  },
  { code: 'CNY', dollars: '0.14', signs: 'CNY|RMB', names: 'CNY|RMB|yuan|元' },
  { code: 'AUD', dollars: '0.65', signs: 'AUD|AU?\\$', names: 'AUD' },
  { code: 'CAD', dollars: '0.72', signs: 'CAD|CA?\\$', names: 'CAD', isTradeWord: true },
  { code: 'NZD', dollars: '0.6', signs: 'NZD|NZ\\$', names: 'NZD' },
  { code: 'BRL', dollars: '0.18', signs: 'BRL|R\\$', names: 'BRL|reais' },
  { code: 'GHS', dollars: '0.09', signs: 'GHS|GH₵', names: 'GHS|cedis?' },
  { code: 'KES', dollars: '0.0077', signs: 'KES|KSh', names: 'KES' },
  { code: 'NGN', dollars: '0.0007', signs: 'NGN|₦', names: 'NGN|naira' },
  { code: 'ZAR', dollars: '0.055', signs: 'ZAR', names: 'ZAR|rand' },
  { code: 'MXN', dollars: '0.054', signs: 'MXN|MX\\$', names: 'MXN' },
  { code: 'CZK', dollars: '0.047', signs: 'CZK', names: 'CZK|Kč' },
  { code: 'UAH', dollars: '0.024', signs: 'UAH|₴', names: 'UAH|₴|грн' },
  { code: 'THB', dollars: '0.03', signs: 'THB|฿', names: 'THB|baht' },
  { code: 'RUB', dollars: '0.012', signs: 'RUB|₽', names: 'RUB|₽|руб(?:лей|ля|ль)?' },
  { code: 'TRY', dollars: '0.025', signs: 'TRY|₺', names: 'TRY|₺|lira', isTradeWord: true },
  { code: 'RON', dollars: '0.22', signs: 'RON', names: 'RON|lei', isTradeWord: true },
];
