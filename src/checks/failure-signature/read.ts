import { decodeObject, type Json, record } from '../../values/challenge.ts';
import { type Chances, chancesOf } from './learnt.ts';
import { type Seen, see } from './vocabulary.ts';

/** Calls paid by an agent, by their own names; what might be one; something else; nothing to tell by. */
export type Trade = 'paid_calls' | 'near' | 'other' | 'unnamed';

/** A failure as people paste it, in the one form that fragments and templates are compared in. */
export interface Pasted {
  readonly flat: string;
  readonly seen: Seen;
  /** Codes in the text, lower case. */
  readonly codes: ReadonlySet<string>;
  readonly statuses: ReadonlySet<number>;
  /** What it is about: what is said everywhere means something here only then. */
  readonly trade: Trade;
  /** Words that paid calls have in common with other things: two of them, and the text may speak of one. */
  readonly hints: number;
  /** What its words tell. */
  readonly chances: Chances;
  /** A challenge that came along in base64, and how long it was there. */
  readonly challenge?: { readonly decoded: Json; readonly chars: number };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are what is looked for
const COLOURS = /\u001b\[[0-9;?]*[ -/]*[@-~]|\\(?:u001b|x1b|033)\[[0-9;]*m/gi;
const ESCAPED = /(?<!\\)\\+[nrt]/g;
const QUOTES = /["'`\\\u2018\u2019\u201c\u201d\u00ab\u00bb]/g;
const AROUND_MARKS = / (?=[:,{}[\]()=])|(?<=[:,{}[\]()=]) /g;

const plain = (text: string): string => text.replace(COLOURS, '').replace(ESCAPED, ' ').replace(QUOTES, '');

/** Blanks that are no single space: most texts have few. */
const BLANKS = /\s{2,}|[^\S ]/g;

const squeeze = (text: string): string =>
  text.toLowerCase().replace(BLANKS, ' ').replace(AROUND_MARKS, '').trim();

/** Lower case, without quotes, colours and escapes; one space, and none beside the marks of JSON. */
export const flatten = (text: string): string => squeeze(plain(text));

/** What a schema allows is no failure: lists of codes that a validator prints. */
const CHOICES = /(?:options|values|enum|one of|expected) ?:?\s{0,3}\[[^\]]{0,6000}\]/g;
const BETWEEN_BARS = /\|[^|\n]{1,90}\|/;
const WITH_BARS = /(?<![\w:.-])[\w:.-]{1,80} ?\|(?: ?[\w:.-]{1,80} ?\|){2,} ?[\w:.-]{1,80}/g;
const withoutChoices = (text: string): string => {
  const left = text.replace(CHOICES, ' ');
  return BETWEEN_BARS.test(left) ? left.replace(WITH_BARS, ' ') : left;
};

const CODE = /problems\/[a-z/-]+|\b[a-z][a-z0-9]*_[a-z0-9_]+/g;
/** `InsufficientFunds`, as Rust and Go print their variants. */
const VARIANT = /\b(?:[A-Z][a-z0-9]+){2,6}\b/g;
const STATUS =
  /(?:http\/[\d.]+ |status(?: ?code)?(?: of)?[:= ]|code[:= ]|returned |responded (?:with )?|got |received |failed with |failed\(|error[: ]|http |\()(?:http )?([1-5]\d\d)\b|\b([45]\d\d) (?:unauthorized|forbidden|too many|bad |not found|payment required|internal|service|gateway|request header|method not)/g;
/** Names that only calls paid by an agent's wallet have. */
const NAMED =
  /x402|\bl402|macaroon|mppx|py-?mpp|\bmpp(?:\b|[-_])(?! ?(?:file|device|service))|\bmpp(?=fetch)|[-_]mpp\b|paymentauth|www-authenticate:? ?payment\b|agentcash|\bawal\b|\bmcpc\b|run402|faremeter|tempo (?:request|charge|wallet|session)|payment[-_]?(?:required|signature|response|payload|header|requirements|receipt|middleware|channel|proof)|x-payment|payment (?:payload|requirements|middleware|channel)|fetchwithpayment|facilitator|eip155|eip-?3009|fiattoken|transferwithauthorization|authorizationstate|invalidreason|errorreason|isvalid|payto\b|spendcontrols|maxamountrequired|agentcash|routeconfigurationerror|getsupported\b|micropayment/;
/** The token that most of them are paid in, and how it is signed for: much else beside is, too. */
const TOKEN = /usdc|permit2|eip-?712|bazaar/;
const STATUS_402 = /(?<![\w#.,/-])402(?![\w.,])/;
/** What such calls share with shops, clouds and wallets of people. */
const NEAR =
  /(?<![\w#.,/-])402(?=$|[:;,.)\]}<]?(?:$| |\{|\[)|\/)(?! (?!payment|with|then|response|challenge|error|status|on|again|for|from|when|and|but|after|until|instead|in|every|loop|back|twice|or|->|=>|to|over|is|was|no|not|even|still|the|i|we|my|it|http|x-)[a-z])|payment[ -](?:required|signature|response|header|receipt|proof)|paywall|paid (?:call|route|request|endpoint|retry|\$|0)|after pay(?:ing|ment)|payment attempt|cdp(?:_|\b)|coinbase|(?<=[a-z0-9])\/(?:verify|settle)\b|discovery extension|smart[_ ]wallet|tempo (?:testnet|mainnet)/;
/**
 * Other trades with words of their own for the same things: cards and bank accounts, subscriptions, prepaid credit,
 * logins, and what else is done with a wallet or a node.
 */
const FOREIGN =
  /\b(?:stripe|adyen|paypal|klarna|braintree|shopify|mastercard|apple ?pay|google ?pay|visa)|(?:credit|debit|your|the) card|card[ _](?:was )?declined|bank (?:transfer|account)|wire transfer|\bsepa\b|direct debit|\binvoices?\b|\brent\b|(?:hobby|free|pro|paid|your|team|usage) plan\b|upgrade (?:the|your) plan|subscription|oauth|openid|\bsaml\b|\bsso\b|\bjwt\b|json ?web ?token|redirect uri|\bcsrf\b|content security policy|script-src|\bgpg\b|\bwebhook|\btop(?:ped|ping)?[- ]?up\b|alipay|wechat pay|deepseek|openrouter|prepaid credit|\bnfts?\b|candy machine|\bswap(?:s|ped|ping)?\b|slippage|uniswap|\bbridg(?:ed|ing)\b|bridge (?:ui|delay|transfer|from)|(?:portal|token) bridge|wormhole|\bstak(?:e|ed|ing)\b|airdrop|eth_getlogs|\b(?:kraken|binance|bybit|bitstamp)\b|\baave\b|health factor|borrow cap|hardhat|foundry script|forge test|ledger nano|opensea|\bgovernance\b|launchpad|flathub|(?:the|an) exchange\b|\bscam\b|gas price oracle/;
const HINTS =
  /(?<![a-z])(?:payments?|paying|wallets?|signers?|signature|sign_?typed_?data|vouchers?|channels?|authorization|mcp|solana|svm|sellers?|buyers?|payers?|paid|spend(?:ing)?|private[_ ]key|access key|tempo|on-?chain|stablecoin|eurc|erc-?\d+|eip-?\d+|thirdweb|privy|metamask|phantom|awal|settl|sanction|kyt|www-authenticate|compute|smart[_ ]wallet|refunds?|payto|valid_?before|valid_?after|nonce|eth_|eoa|ata|alchemy|infura|helius|rpc|balance|base-sepolia|chain|avalanche|discovery extension|receipt|charged|agent|gas|txid|mempool|money|retry_after|verifying|relayer|price must|pay_to|fee_?payer|pyusd|escrow|paywall|relay|sats?\b|sbtc|paiement|pay[eé]r?\b|pago|pagar|pagamento|cobro|firma\b|zahlung|bezahl|(?:支付|付款|扣款|签名|결제|서명|支払|署名)|оплат|плат[её]ж|подпис)|(?<=[a-z0-9])\/(?:verify|settle)\b/g;

/** An amount is no status, though it may read like one. */
const AMOUNTS =
  /(?<![\w.,])[1-5]\d\d(?= ?(?:atomic|(?:base |token )?units?|usdc?|eurc?|dollars?|cents?|tokens?)\b)/gi;

const tradeOf = (flat: string): Trade => {
  if (NAMED.test(flat)) return 'paid_calls';
  if (TOKEN.test(flat) && STATUS_402.test(flat)) return 'paid_calls';
  if (FOREIGN.test(flat)) return 'other';
  if (TOKEN.test(flat) && hintsIn(flat) > 0) return 'paid_calls';
  return TOKEN.test(flat) || NEAR.test(flat) ? 'near' : 'unnamed';
};

/** More hints than these say no more. */
const ENOUGH = 2;
function hintsIn(flat: string): number {
  const hints = new Set<string>();
  for (const [hint] of flat.matchAll(HINTS)) if (hints.add(hint).size >= ENOUGH) break;
  return hints.size;
}

/** A message that says by itself that it is about a paid call. */
export const namesPaidCalls = (flat: string): boolean =>
  NAMED.test(flat) || TOKEN.test(flat) || hintsIn(flat) > 1;

const BASE64 = /(?<![A-Za-z0-9+/_-])ey[A-Za-z0-9+/_-]{60,}={0,2}/g;
const MAX_DECODED = 4;

export function readPasted(text: string): Pasted {
  const headers = decodedIn(text);
  const told = headers.map(({ decoded }) => tellsOf(decoded)).join(' ');
  const clean = withoutChoices(plain(told === '' ? text : `${text} ${told}`));
  const flat = squeeze(clean);
  const codes = new Set(
    [...(flat.match(CODE) ?? [])].map((code) => code.replace(/^problems\//, '').replace(/\/$/, '')),
  );
  for (const [variant] of text.matchAll(VARIANT))
    codes.add(variant.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase());
  const challenge = headers.find(({ decoded }) => Array.isArray(decoded.accepts));
  return {
    flat,
    seen: see(flat),
    codes,
    statuses: new Set([...flat.replace(AMOUNTS, '').matchAll(STATUS)].map(([, a, b]) => Number(a ?? b))),
    trade: tradeOf(flat),
    hints: hintsIn(flat),
    chances: chancesOf(clean.replace(AMOUNTS, '')),
    ...(challenge && { challenge }),
  };
}

/** PAYMENT-REQUIRED and PAYMENT-RESPONSE headers that were pasted with the rest. */
function decodedIn(text: string): { decoded: Json; chars: number }[] {
  return [...text.matchAll(BASE64)].slice(0, MAX_DECODED).flatMap(([found]) => {
    const decoded = decodeObject(found);
    return decoded ? [{ decoded, chars: found.length }] : [];
  });
}

/** What a decoded header says went wrong: everything else in it is terms or a signature. */
function tellsOf(decoded: Json): string {
  const { error, errorReason, errorMessage, invalidReason, success } = decoded;
  const said = [error, errorReason, errorMessage, invalidReason, record(error).message];
  return [
    ...said.filter((each) => typeof each === 'string'),
    ...(success === false ? ['success:false'] : []),
    'payment-response',
  ].join(' ; ');
}
