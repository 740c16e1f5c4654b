import { ONE } from '../quantities/numerals.ts';
import { placedIn } from '../quantities/quantities.ts';
import type { Placed } from '../quantities/quantity.ts';
import { type Token, tokensOf } from '../quantities/tokens.ts';
import type { Span } from '../tokens.ts';
import { assetsIn } from './assets.ts';
import { dueDay, relativeDue } from './deadline.ts';
import { type ConstraintRole, limitOf } from './limits.ts';
import { networksIn } from './networks.ts';
import { FOR_NOW, INSISTS, NOT_DEMANDED, PHRASES, UNDERLINING } from './phrases.ts';
import type { Unread } from './reading.ts';
import { endsSentence, type Scope, scopesOf } from './scope.ts';
import { type Part, sentencePartsOf, sentenceSpansOf } from './spans.ts';

/** One constraint as understood, with its place in the text. Money is atomic, calls are whole. */
export interface Limit {
  readonly kind:
    | 'budget'
    | 'priceLimit'
    | 'maxPaidCalls'
    | 'deadline'
    | 'noAccount'
    | 'network'
    | 'asset'
    | 'dataMinimisation'
    | 'approval'
    | 'noSpend';
  readonly amount: bigint | null;
  readonly day: string | null;
  /** The network or the token that is demanded. */
  readonly name: string | null;
  /** noSpend that holds only for now or until something happens. */
  readonly forNow: boolean;
  readonly from: number;
  readonly to: number;
}

export interface ConstraintReading {
  readonly limits: readonly Limit[];
  /** What a constraint states besides a limit: the price of a call or the value of an answer. */
  readonly stated: readonly { readonly role: 'price' | 'value'; readonly amount: bigint }[];
  readonly unread: readonly Unread[];
}

interface Found {
  readonly limits: Limit[];
  readonly stated: { role: 'price' | 'value'; amount: bigint }[];
  readonly unread: Unread[];
  /** Spans that were understood without being a limit. */
  readonly understood: Span[];
}

/**
 * Reads one constraint text, which may hold several limits.
 *
 * @param text in lower case, with single spaces and plain quotes and dashes
 * @param asOfDay the day from which "tomorrow" and "by 5 December" count
 */
export function readConstraintByRules(text: string, asOfDay: string): ConstraintReading {
  const tokens = tokensOf(text);
  const placed = sharesTaken(placedIn(tokens), text);
  const scopes = scopesOf(tokens, placed);
  const found: Found = { limits: [], stated: [], unread: [], understood: [] };
  placed.forEach((one, i) => {
    readQuantity(one, scopes[i]!, text, tokens, asOfDay, found);
  });
  const sentences = sentenceSpansOf(tokens, text.length);
  for (const sentence of sentences) readWords(sentence, text, tokens, placed, asOfDay, found);
  for (const sentence of sentences)
    for (const part of sentencePartsOf(sentence, tokens, placed, text)) leftOver(part, text, found);
  if (found.limits.length === 0 && found.stated.length === 0 && found.unread.length === 0)
    found.unread.push({ from: 0, to: text.length, words: text, why: 'constraint' });
  return { limits: unique(found.limits), stated: found.stated, unread: found.unread };
}

const OF_MONEY = /^ ?of (?:(?:the|our|my|this|that|its|a|full|whole|total) )*$/;

/** "10 % of the $30 budget" is $3. */
function sharesTaken(placed: readonly Placed[], text: string): Placed[] {
  return placed.map((one, i) => {
    const share = placed[i - 1];
    if (one.kind !== 'money' || share?.kind !== 'percent') return one;
    if (!OF_MONEY.test(text.slice(share.to, one.from))) return one;
    return { ...one, amount: (one.amount * share.amount) / (100n * ONE) };
  });
}

/** A limit without a number, a day or a name. */
export const NO_DETAIL = { amount: null, day: null, name: null, forNow: false };

function readQuantity(
  one: Placed,
  scope: Scope,
  text: string,
  tokens: readonly Token[],
  asOfDay: string,
  found: Found,
): void {
  const span = { from: one.from, to: one.to };
  if (one.kind === 'date' || one.kind === 'duration') {
    const start = sentenceStart(tokens, one.first);
    const day = dueDay(one, text.slice(start, one.from), text.slice(one.to, one.to + 24), asOfDay);
    if (day) found.limits.push({ ...NO_DETAIL, kind: 'deadline', day, from: start, to: one.to });
    return;
  }
  if (one.kind === 'percent') return;
  // "Not one cent over $0.75".
  if (one.kind === 'money' && NOT_A.test(text.slice(0, one.from)) && MORE_THAN.test(text.slice(one.to))) {
    found.understood.push(span);
    return;
  }
  const role: ConstraintRole = limitOf(one, scope, tokens);
  for (const { kind, amount } of role.limits) found.limits.push({ ...NO_DETAIL, kind, amount, ...span });
  found.stated.push(...role.stated);
  if (role.unread) found.unread.push({ ...span, words: text.slice(span.from, span.to), why: role.unread });
  else if (role.limits.length === 0) found.understood.push(span);
}

const NOT_A = /\bnot (?:even )?$/;
const MORE_THAN = /^ ?(?:over|more than|above|beyond|past)\b/;

function sentenceStart(tokens: readonly Token[], at: number): number {
  let first = at;
  while (first > 0 && !endsSentence(tokens, first - 1)) first -= 1;
  return tokens[first]?.from ?? 0;
}

/** Kinds that need no number: accounts, data, approval, spending at all, networks, days by name. */
function readWords(
  sentence: Span,
  text: string,
  tokens: readonly Token[],
  placed: readonly Placed[],
  asOfDay: string,
  found: Found,
): void {
  const line = text.slice(sentence.from, sentence.to);
  const push = (kind: Limit['kind'], from: number, to: number, more: Partial<Limit> = {}) =>
    found.limits.push({ ...NO_DETAIL, kind, from: sentence.from + from, to: sentence.from + to, ...more });
  const demanded =
    !NOT_DEMANDED.test(line) || /\bno (?:payments?|purchases?|spend\w*|paid \w+|money)\b/.test(line);
  for (const { kind, pattern } of PHRASES) {
    if (kind === 'noSpend' || (kind === 'approval' && !demanded)) continue;
    const match = pattern.exec(line);
    if (!match) continue;
    if (kind === 'onePayment')
      push('maxPaidCalls', match.index, match.index + match[0].length, {
        amount: / third /.test(match[0]) ? 2n : 1n,
      });
    else push(kind, match.index, match.index + match[0].length);
  }
  const networks = networksIn(line);
  const assets = assetsIn(outOfNumbers(line, sentence, placed));
  for (const { network, from, to } of networks.wanted) push('network', from, to, { name: network });
  for (const { asset, from, to } of assets.wanted) push('asset', from, to, { name: asset });
  for (const { from, to } of [...networks.excluded, ...assets.excluded])
    found.unread.push({
      from: sentence.from + from,
      to: sentence.from + to,
      words: line.slice(from, to),
      why: 'constraint',
    });
  const due = relativeDue(line, asOfDay);
  if (due) push('deadline', due.from, due.to, { day: due.day });
  readNoSpend(sentence, text, tokens, placed, found);
}

/** "5 USDC" is money: a token that something is counted in is not demanded. */
function outOfNumbers(line: string, { from, to }: Span, placed: readonly Placed[]): string {
  return placed
    .filter((one) => one.kind !== 'date' && one.from < to && from < one.to)
    .reduce(
      (text, one) =>
        `${text.slice(0, one.from - from)}${' '.repeat(one.to - one.from)}${text.slice(one.to - from)}`,
      line,
    );
}

/** A ban on spending stands in a part without a number of its own; "base or don't pay" is none, nor is "not without approval". */
function readNoSpend(
  sentence: Span,
  text: string,
  tokens: readonly Token[],
  placed: readonly Placed[],
  found: Found,
): void {
  for (const part of sentencePartsOf(sentence, tokens, placed, text)) {
    const numbered = placed.some(
      ({ from, to, amount, kind }) => from < part.to && part.from < to && (amount > 0n || kind === 'date'),
    );
    if (
      numbered ||
      part.joined === 'or' ||
      found.limits.some(({ kind, from }) => kind === 'approval' && from >= part.from && from < part.to)
    )
      continue;
    const line = text.slice(part.from, part.to).trim();
    // "Base or we don't pay": what follows where a limit cannot be kept.
    if (/^(?:else|otherwise)\b/.test(line) || / or$/.test(text.slice(sentence.from, part.from).trimEnd()))
      continue;
    if (!PHRASES.some(({ kind, pattern }) => kind === 'noSpend' && pattern.test(line))) continue;
    found.limits.push({
      ...NO_DETAIL,
      kind: 'noSpend',
      forNow: FOR_NOW.test(line),
      from: part.from,
      to: part.to,
    });
  }
}

/** "or don't pay at all": what follows where the limit cannot be kept. */
const OR_NOT = /^(?:don't|do not|dont|not|else)\b/;
/** More words for what a kind already found in the same constraint forbids. */
const SAME_KIND: Readonly<Partial<Record<Limit['kind'], RegExp>>> = {
  approval: /\b(?:person|human|click|approv\w*|manual\w*|confirm\w*|sign[ -]?off)\b/,
  maxPaidCalls:
    /^(?:and |then )?(?:no|not a) (?:second|third|further|more|other|another) (?:paid )?(?:try|tries|attempts?|calls?|payments?|requests?|go)$/,
  budget: /\b(?:topped up|top[ -]?up|refill\w*|no more money|no further money)\b/,
  network: /^(?:testnet|mainnet) only$/,
  dataMinimisation:
    /\b(?:hostnames?|internal|addresses|logs?|source code|data|info\w*|docs?|documents?|keys?|names?|secrets?|identif\w+|customers?|passwords?)\b/,
  noAccount:
    /^(?:and |or )?no (?:api[ -]?keys?|sign[ -]?ups?|log[ -]?ins?|registrations?|e-?mails?|accounts?|kyc|passwords?)(?: confirmations?| verifications?| address(?:es)?)?(?: of any (?:sort|kind|type)| whatsoever| at all| either)?$/,
};

/** A part that insists on something, and in which nothing was understood. */
function leftOver(part: Part, text: string, found: Found): void {
  const line = text.slice(part.from, part.to).replace(/^[\s,:()-]+|[\s,.;:()-]+$/g, '');
  if (line === '' || UNDERLINING.test(line) || (part.joined === 'or' && OR_NOT.test(line))) return;
  const known = [...found.limits, ...found.unread, ...found.understood];
  if (known.some(({ from, to }) => from < part.to && part.from < to)) return;
  if (found.limits.length > 0 && !INSISTS.test(line)) return;
  if (found.limits.some(({ kind }) => SAME_KIND[kind]?.test(line))) return;
  found.unread.push({ from: part.from, to: part.to, words: line, why: 'constraint' });
}

function unique(limits: readonly Limit[]): Limit[] {
  const seen = new Set<string>();
  return limits.filter(({ kind, amount, day, name }) => {
    const key = `${kind} ${amount} ${day} ${name}`;
    const fresh = !seen.has(key);
    seen.add(key);
    return fresh;
  });
}
