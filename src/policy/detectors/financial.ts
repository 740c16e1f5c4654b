import { bitsOf } from '../survey.ts';
import { type Detector, digitsOf, high, medium, modulo } from './row.ts';

/** A BIC names a bank; beside a number or a holder it is part of somebody's account. */
const OF_AN_ACCOUNT =
  /\d{6}|\b(?:account|acct|konto|cuenta|conta|compte|holder|beneficiary|inhaber|payee|iban)\b/;
const besideAnAccount: NonNullable<Detector['accept']> = (_value, context, index, end) =>
  OF_AN_ACCOUNT.test(context.before(index, 80)) || OF_AN_ACCOUNT.test(context.after(end, 80));

/** First four digits and lengths of the numbers of card networks (ISO/IEC 7812 issuer ranges). */
const ISSUERS: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
  [4000, 4999, [13, 16, 19]],
  [5100, 5599, [16]],
  [2200, 2204, [16]],
  [2221, 2720, [16]],
  [3400, 3499, [15]],
  [3700, 3799, [15]],
  [3000, 3059, [14, 16, 19]],
  [3095, 3095, [14, 16, 19]],
  [3600, 3699, [14, 16, 19]],
  [3800, 3999, [14, 16, 19]],
  [3528, 3589, [16, 19]],
  [8100, 8199, [16, 17, 18, 19]],
  [5000, 5099, [12, 13, 14, 15, 16, 17, 18, 19]],
  [5600, 6999, [12, 13, 14, 15, 16, 17, 18, 19]],
];
/** By the first four digits, the lengths as bits. */
const ISSUED = new Uint32Array(10_000);
for (const [from, to, lengths] of ISSUERS)
  for (let first = from; first <= to; first++) ISSUED[first]! |= bitsOf(lengths);

const isIssued = (first: number, digits: number): boolean => ((ISSUED[first]! >>> digits) & 1) === 1;

/** The check digit over the digits of a text, which need not be taken out for it: of ten candidates nine end here. */
function holdsLuhn(text: string): boolean {
  let sum = 0;
  let doubled = false;
  for (let i = text.length - 1; i >= 0; i--) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) continue;
    sum += doubled ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
    doubled = !doubled;
  }
  return sum % 10 === 0;
}

function isCardNumber(value: string): boolean {
  if (!holdsLuhn(value)) return false;
  const digits = digitsOf(value);
  if (/^(\d)\1+$/.test(digits)) return false;
  return isIssued(Number(digits.slice(0, 4)), digits.length);
}

const MOST_CARD_DIGITS = 19;
const FEWEST_CARD_DIGITS = 12;
/** Blanks, dots, dashes, slashes and underscores: at most two of them are between two digits of a card number. */
const isCardMark = (code: number): boolean =>
  code === 32 || (code >= 45 && code <= 47) || code === 95 || (code >= 0x2010 && code <= 0x2015);

/**
 * Whether the longest number of twelve to nineteen digits at a place, of which no digit follows, passes the check of
 * cards and is one that they are issued with. Read digit by digit, with both sums, as nobody knows yet where it ends.
 */
function mayBeCard(text: string, start: number): boolean {
  let even = 0;
  let odd = 0;
  let first = 0;
  let passes = false;
  let digits = 0;
  let marks = 0;
  for (let at = start; digits < MOST_CARD_DIGITS && at < text.length; at++) {
    const code = text.charCodeAt(at);
    const digit = code - 48;
    if (digit < 0 || digit > 9) {
      if (++marks > 2 || !isCardMark(code)) break;
      continue;
    }
    marks = 0;
    const twice = digit > 4 ? 2 * digit - 9 : 2 * digit;
    even += digits % 2 === 0 ? twice : digit;
    odd += digits % 2 === 0 ? digit : twice;
    if (digits < 4) first = 10 * first + digit;
    if (++digits === 4 && ISSUED[first] === 0) return false;
    const next = text.charCodeAt(at + 1);
    if (digits >= FEWEST_CARD_DIGITS && !(next >= 48 && next <= 57))
      passes = (digits % 2 === 0 ? even : odd) % 10 === 0 && isIssued(first, digits);
  }
  return passes;
}

/** A card number behind other digits must be written as cards are: by chance, some part of a long number passes. */
const GROUPED = /^\d{4}([ -])\d{4}\1\d{4}\1\d{4}$|^\d{15,16}$/;

const IBAN_LENGTH: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
  LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
  RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** ISO 13616: country length and mod-97. */
function isIban(value: string): boolean {
  const iban = value.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (IBAN_LENGTH[iban.slice(0, 2)] !== iban.length) return false;
  const numeric = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return modulo(numeric, 97) === 1;
}

/** The longest prefix that is an IBAN: the words after one may look like its tail. */
function holdsIban(value: string): boolean {
  const length = IBAN_LENGTH[value.slice(0, 2).toUpperCase()];
  if (length === undefined) return false;
  const compact = value.replace(/[^0-9A-Za-z]/g, '');
  return compact.length >= length && isIban(compact.slice(0, length));
}

export const financialRows: readonly Detector[] = [
  high('financial.card', 'card', /(?<![\d.])\d(?:[ ._\u2010-\u2015/-]{0,2}\d){11,18}(?![\d])/g, {
    digits: 12,
    begins: 'digits',
    firstDigit: '234568',
    glance: mayBeCard,
    accept: (v, c, i) =>
      isCardNumber(v) &&
      (!/\d[ ._\u2010-\u2015/-]{1,2}$/.test(c.before(i, 3)) || GROUPED.test(v)) &&
      !/\$\s?$/.test(c.before(i, 3)) &&
      (/[^\d]/.test(v) ||
        !/(?:amount|atomic|units|wei|timestamp|block|nonce|epoch|balance)\W{0,3}$/.test(c.before(i, 14))) &&
      // Undivided numbers as short as an article's are cards only beside a word that says so (the next row).
      (v.length > 14 || /[^\d]/.test(v)) &&
      !/\b(?:ean|gtin|upc|isbn|barcode|tracking|parcel|order|invoice)\b[^\n\d]{0,12}$/.test(c.before(i, 24)),
    cases: [['card 4111 1111 1111 1111', 'card fees on 4111 calls']],
  }),
  // As cards are printed, whatever digits follow: an expiry date makes the row before read on too far.
  high(
    'financial.card',
    'card',
    /(?<![\d.])(?:\d{4}([ ._/\u2010-\u2015-])\d{4}\1\d{4}\1\d{4}|\d{4}([ ._/\u2010-\u2015-])\d{6}\2\d{4,5})(?!\d)/g,
    {
      digits: 14,
      begins: 'digits',
      firstDigits: [4],
      glance: (text, at) => isCardMark(text.charCodeAt(at + 4)),
      accept: isCardNumber,
    },
  ),
  high(
    'financial.card',
    'card',
    /\b(?:(?:credit|debit|gift|bank|payment|visa|amex|mastercard|master|discover|diners|jcb|maestro) ?card|visa|amex|mastercard|card(?: number| no\.?| #| num)?|pan|cc ?(?:number|num|no\.?|#)?|carte|karte|tarjeta|cartao|cartão)\b[^\d\n]{0,18}(?<v>\d{4}(?:[ .\u2010-\u2015-]{0,2}\d{2,6}){2,4})(?!\d)/gi,
    { digits: 12, accept: (v) => digitsOf(v).length >= 12 && digitsOf(v).length <= 19 },
  ),
  high(
    'financial.card_security_code',
    'card',
    /\b(?:cvv2?|cvc2?|csc|card verification(?: code| value)?|security code)\b\s{0,2}(?:code|number|no\.?)?\s{0,2}(?:is|:|=|#)?\s{0,2}(?<v>\d{3,4})(?![\d.%])/gi,
    {
      hints: ['cvv', 'cvc', 'csc', 'card verif', 'security code'],
      cases: [['CVV 123 exp 04/29', 'CVV check endpoint']],
    },
  ),
  high(
    'financial.iban',
    'bank_account',
    /(?<![A-Za-z0-9])[A-Za-z]{2}[ -]?\d{2}(?:[ \n.\u2010-\u2015-]?[A-Za-z0-9]){11,32}(?![A-Za-z0-9])/g,
    {
      accept: (v) => isIban(v) || holdsIban(v),
      cases: [['GB82 WEST 1234 5698 7654 32', 'GB82 WEST 1234 5698 7654 33']],
    },
  ),
  high(
    'financial.iban',
    'bank_account',
    /\biban\b[^\w\n]{0,4}(?:is |number |no\.? |nr\.? )?[^\w\n]{0,3}(?<v>[A-Za-z]{2}\d{2}(?:[ .-]?[A-Za-z0-9]){8,32})(?![A-Za-z0-9])/gi,
    { hints: ['iban'], accept: (v) => digitsOf(v).length >= 8 },
  ),
  medium(
    'financial.bank_account',
    'bank_account',
    /\b(?:account|acct|acc|a\/c|bank account|checking|savings|routing|aba|ach|wire|sort ?code|sort|bsb|ifsc|kontonummer|konto|kto|bankkonto|rekening(?:nummer)?|conto|compte|cuenta|conta|ag(?:ê|e)ncia|cbu|cvu|cci|blz|bankleitzahl|clabe|transit|giro)\b[ .:#-]{0,3}(?:number|no\.?|nr\.?|num|#|id)?[^\w\n]{0,3}(?:is |: ?)?#?(?<v>(?=[A-Z0-9 -]{0,24}\d{4})[A-Z0-9]{0,4}\d[\d -]{3,22}\d)(?![\dA-Za-z.])/gi,
    {
      digits: 4,
      hints: [
        'acc',
        'a/c',
        'checking',
        'savings',
        'routing',
        'aba',
        'ach',
        'wire',
        'sort',
        'bsb',
        'ifsc',
        'konto',
        'kto',
        'rekening',
        'conto',
        'compte',
        'cuenta',
        'conta',
        'ncia',
        'cbu',
        'cvu',
        'cci',
        'blz',
        'bankleitzahl',
        'clabe',
        'transit',
        'giro',
      ],
      accept: (v, c, i) => digitsOf(v).length >= 6 && !/[$€£]\s?$/.test(c.before(i, 2)),
    },
  ),
  medium(
    'financial.bank_account',
    'bank_account',
    /\b(?:swift|bic|swift\/bic|bic\/swift)(?: ?code)?\b[^\w\n]{0,3}(?:is |: ?)?(?<v>[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])/g,
    { hints: ['swift', 'bic'], accept: besideAnAccount },
  ),
  medium(
    'financial.bank_account',
    'bank_account',
    /\b(?:SWIFT|BIC)(?: ?code)?\b[^\w\n]{0,3}(?:is |: ?)?(?<v>[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])/g,
    {
      hints: ['swift', 'bic'],
      accept: besideAnAccount,
      cases: [['account holder K. Lang, BIC DEUTDEFF', 'BIC DEUTDEFF lookup, 12345 calls']],
    },
  ),
  medium(
    'financial.bank_account',
    'bank_account',
    /\bpix\b[^\n]{0,24}?(?<![\w-])(?<v>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?![\w-])/gi,
    { hints: ['pix'] },
  ),
  medium(
    'financial.bank_account',
    'bank_account',
    /(?<![\w.@/-])[a-z0-9][a-z0-9._-]{1,63}@(?:ok[a-z]{3,12}|[a-z]{0,12}(?:bank|pay|upi)|ybl|ibl|axl|apl|paytm|yapl|kotak|sbi|icici|hdfc)(?![\w@-]|\.\w)/gi,
    {
      begins: 'mailbox',
      needs: /@(?:ok[a-z]{3}|[a-z]{0,12}(?:bank|pay|upi)|ybl|ibl|axl|apl|paytm|yapl|kotak|sbi|icici|hdfc)/i,
    },
  ),
  medium(
    'financial.bank_account',
    'bank_account',
    /\b(?:upi|vpa|payid|pay ?tag|cash ?tag|venmo|revtag|zelle)\b(?: ?(?:id|handle|address|is|:|=)){0,2}\s?(?<v>[$@]?[a-z0-9._-]{2,64}@[a-z][a-z0-9-]{1,30}|[$@][a-z][\w-]{2,30})(?![\w@])/gi,
    { hints: ['upi', 'vpa', 'payid', 'tag', 'venmo', 'zelle'] },
  ),
  medium('financial.bank_account', 'bank_account', /(?<![\d-])\d{2}-\d{2}-\d{2}[ ,/]{1,3}\d{8}(?!\d)/g, {
    digits: 14,
    begins: 'digits',
    firstDigits: [2],
  }),
  medium('financial.bank_account', 'bank_account', /(?<![A-Za-z0-9])[A-Z]{4}0[A-Z0-9]{6}(?![A-Za-z0-9])/g, {
    minRun: 11,
    begins: 'run',
    accept: (v, c, i) => /\d{3}/.test(v) || /ifsc/.test(c.before(i, 20)),
  }),
];
