/** One token of a text, with its span in code units. */
export interface Token {
  /** opaque: a name, address, version or identifier, in which no number stands. */
  readonly kind: 'word' | 'number' | 'day' | 'mark' | 'opaque';
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Does it stand right behind the token before, without a space? */
  readonly glued: boolean;
}

const TOKEN = new RegExp(
  [
    String.raw`(?<sci>[0-9]+(?:\.[0-9]+)?e-?[0-9]{1,2}(?![a-z0-9]))`,
    String.raw`(?<opaque>https?://\S+|www\.\S+|0x[0-9a-f.]*|(?:eip155|solana|tempo):[a-z0-9]+|[0-9]+[a-z]+[0-9][a-z0-9]*|[0-9]+[a-z][a-z0-9]*[0-9][a-z0-9]*|#[0-9]+|x402(?![a-z0-9])|[0-9]{1,2}-[kq](?![a-z0-9])|[a-z]{2,6}-[0-9]{4}-[0-9]+|[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]+)?|[0-9]+(?:\.[0-9]+){2,})`,
    '(?<day>[0-9]{4}[-/][0-9]{2}[-/][0-9]{2})(?:t[0-9:.]+z?)?(?![0-9-])',
    String.raw`(?<number>[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,2}|[0-9][0-9,]*[0-9](?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+)`,
    "(?<word>\\p{L}+(?:'\\p{L}+)?)",
    '(?<mark>[^\\s\\p{L}0-9_])',
  ].join('|'),
  'gu',
);

/** What may stand right behind the digits of a number. Anything else makes both an identifier ("2fa", "4b7c"). */
const SUFFIX =
  /^(?:k|m|mm|mn|mio|b|bn|c|ct|cts|x|usd|usdc|eur|gbp|dollars?|bucks?|cents?|ms|s|sec|secs|min|mins|h|hr|hrs|d|w|am|pm|mb|kb|gb|st|nd|rd|th|rps|qps|tps|calls?|req|reqs|requests?|atomic|units?|euros?|sats|eth|sol|percent|pct)$/;
/** What may stand right before the digits of a number. */
const PREFIX = /^(?:x|usd|usdc|us|eur|gbp|a|c|au|ca|hk)$/;

/** Vocabulary of machine names ("maxAmountPerRequest"), which arrive in lower case and without a space. */
const NAME_PARTS =
  /^(?:max|maximum|min|amount|per|request|requests|call|calls|price|payment|payments|total|budget|usdc|usd|spend|spending|cost|limit|cap|number|of|paid|session|daily|weekly|monthly|deadline|agent|wallet)+$/;
const NAME_PART =
  /maximum|max|min|amount|per|requests|request|calls|call|price|payments|payment|total|budget|usdc|usd|spending|spend|cost|limit|cap|number|of|paid|session|daily|weekly|monthly|deadline|agent|wallet/g;

/** Tokens after which a text is no order any more: the rest of it is not read. */
const MOST_TOKENS = 400;

/**
 * Tokens of a text in one pass.
 *
 * @param text in lower case, with single spaces and plain quotes and dashes
 */
export function tokensOf(text: string): Token[] {
  const raw: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (raw.length >= MOST_TOKENS) break;
    const kind = kindOf(match.groups!);
    const from = match.index;
    raw.push({
      kind,
      text: digitsOf(match[0], kind, match.groups!.sci !== undefined),
      from,
      to: from + match[0].length,
      glued: raw.at(-1)?.to === from,
    });
  }
  return raw
    .filter(
      (token, i) => !(token.text === '.' && token.glued && ABBREVIATED.test(raw[i - 1]!.text) && raw[i + 1]),
    )
    .flatMap((token, i, kept) => settle(token, kept[i - 1], kept[i + 1]));
}

/** "max. 20 calls": the full stop ends a word, and no sentence. */
const ABBREVIATED = /^(?:max|min|approx|ca|incl|excl|avg|est|tot)$/;

/** "5e-4" is 0.0005, and "0,05" is written so where the comma parts the cents. */
function digitsOf(text: string, kind: Token['kind'], scientific: boolean): string {
  if (scientific)
    return Number(text)
      .toFixed(12)
      .replace(/\.?0+$/, '');
  return kind === 'number' && /^0,[0-9]+$/.test(text) ? text.replace(',', '.') : text;
}

function kindOf(groups: Record<string, string | undefined>): Token['kind'] {
  if (groups.opaque !== undefined) return 'opaque';
  if (groups.day !== undefined) return 'day';
  if (groups.number !== undefined || groups.sci !== undefined) return 'number';
  return groups.word !== undefined ? 'word' : 'mark';
}

/** Letters and digits that touch are an identifier, unless the letters are a unit. Machine names are taken apart. */
function settle(token: Token, before: Token | undefined, after: Token | undefined): Token[] {
  const next = after?.glued ? after : undefined;
  const last = token.glued ? before : undefined;
  if (token.kind === 'number') {
    const badAfter = next?.kind === 'word' && !SUFFIX.test(next.text);
    const badBefore = last?.kind === 'word' && !PREFIX.test(last.text);
    return [badAfter || badBefore ? { ...token, kind: 'opaque' } : token];
  }
  if (token.kind !== 'word') return [token];
  const unit = last?.kind === 'number' && SUFFIX.test(token.text);
  const touches = last?.kind === 'number' || (next?.kind === 'number' && !PREFIX.test(token.text));
  if (touches && !unit) return [{ ...token, kind: 'opaque' }];
  return token.text.length > 8 && NAME_PARTS.test(token.text) ? parts(token) : [token];
}

function parts(token: Token): Token[] {
  return [...token.text.matchAll(NAME_PART)].map((match, i) => ({
    ...{ kind: 'word', text: match[0], glued: i > 0 || token.glued },
    ...{ from: token.from + match.index, to: token.from + match.index + match[0].length },
  }));
}

/** Text of the token at a place; nothing beyond the ends. */
export const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';
