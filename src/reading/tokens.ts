/** Where something stands in the cleaned text, in code units; `to` is behind the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ClauseToken extends Span {
  readonly text: string;
  /** `reference`: a URL, path, address or identifier, whose letters say nothing by themselves. */
  readonly kind: 'word' | 'number' | 'reference' | 'mark';
  /** The word and what it may be a form of ("paid": pay). */
  readonly forms: readonly string[];
  /** Is it part of a compound with a hyphen ("made-up")? */
  readonly joined: boolean;
}

const REFERENCE =
  /https?:\/\/[^\s"'<>)]+|@[a-z0-9-]+\/[a-z0-9-]+|(?<![a-z0-9])eyj[a-z0-9_-]{6,}|(?<![^\s"'(=>:])\/[a-z0-9_*][a-z0-9_*./{}?=&%~-]*|0x[0-9a-f]+(?:\.{2,3}[0-9a-f]*)?|(?:eip155|solana):[a-z0-9]+|(?<![a-z0-9])\/(?=[\s,.;]|$)/
    .source;
const NUMBER =
  /[0-9]{4}-[0-9]{2}-[0-9]{2}|[$€£]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?:%|(?:k|m|x|ms|st|nd|rd|th)(?![a-z0-9]))?(?![a-z0-9_])|[$€£]?\.[0-9]+/
    .source;
const WORD = /[\p{L}\p{N}]+(?:'[\p{L}]+)*/u.source;
const MARK = /(?<=^|\s)(?:\{\s?\}|\[\s?\])|[!=]==?|->|=>|\.{2,3}|[^\s]/u.source;
const TOKEN = new RegExp(`(${REFERENCE})|(${NUMBER})|(${WORD})|(${MARK})`, 'gu');

/** Tokens of a text as `readable` returns it. What joins parts of a word parts words here, so "sign-up" and "sign up" read the same. */
export function tokenize(text: string): ClauseToken[] {
  const tokens: ClauseToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, reference, number, word] = match;
    const from = match.index;
    if (whole === '_' || (/^[-./]$/.test(whole) && isJoint(text, from))) continue;
    // A slash or dot that ends a reference ends the sentence instead.
    const end = reference && reference.length > 1 ? whole.replace(/[.,;:!?]+$/, '') : whole;
    const percent = whole === '%' && tokens.at(-1)?.kind === 'number';
    const kind = reference
      ? 'reference'
      : number
        ? 'number'
        : word || percent || EQUATION.test(whole)
          ? 'word'
          : 'mark';
    const to = from + end.length;
    const joined = kind === 'word' && (isHyphen(text, from - 1) || isHyphen(text, to));
    tokens.push({ text: end, kind, from, to, forms: percent ? ['percent'] : formsFor(kind, end), joined });
    for (let at = from + end.length; at < from + whole.length; at += 1)
      tokens.push({ text: text[at]!, kind: 'mark', from: at, to: at + 1, forms: [text[at]!], joined: false });
  }
  for (let i = 0; i < tokens.length; i += 1) {
    if (isCount(tokens, i)) tokens[i] = { ...tokens[i]!, forms: ['#many'] };
    else if (tokens[i]!.text === 'past' && isSpan(tokens[i + 1]))
      tokens[i] = { ...tokens[i]!, forms: ['last'] };
    else if (tokens[i]!.text === 'could' && isAbility(tokens, i))
      tokens[i] = { ...tokens[i]!, forms: ['#able'] };
    else if (tokens[i]!.text === 'may' && isMonth(tokens, i))
      tokens[i] = { ...tokens[i]!, forms: ['#month'] };
    else if (
      /^[=:]$/.test(tokens[i - 1]?.text ?? '') &&
      (tokens[i]!.text !== '0' || tokens[i - 1]!.text === '=') &&
      FLAG.test(tokens[i]!.text)
    )
      tokens[i] = { ...tokens[i]!, forms: [UNSET.test(tokens[i]!.text) ? '#unset' : '#set'] };
  }
  return tokens;
}

const NOUNS =
  'calls requests queries lookups times rows records entries listings endpoints routes apis days users people employees developers probes purchases payments ' +
  'buyers sellers wallets agents items results units tokens dollars bucks cents hours minutes seconds weeks months years words characters bytes images documents ' +
  'usdc usd atomic runs jobs reports transfers transactions settlements customers clients companies blocks services members engineers checks attempts samples pings stars hosts sites domains servers urls pages probes';
const COUNTED = new Set(NOUNS.split(' '));
const BETWEEN = new Set(
  'paid unpaid settled prior previous different distinct other successful near identical consecutive failed more new good health independent separate unique test'.split(
    ' ',
  ),
);

/** Keys of a log line whose numbers count: "calls=500 ok=500". */
const COUNT_KEYS = new Set(
  'calls call paid ok requests request payments purchases delivered answered answers good failed failures fail success successes successful succeeded total sent n count runs probes checks attempts settled replies responses'.split(
    ' ',
  ),
);
/** What may stand behind a number that the text has already counted with: "500 paid calls, 500 good answers". */
const ANSWERED = new Set(
  'good answers replies responses results delivered ok succeeded worked came arrived answered fulfilled correct complete full valid usable successes'.split(
    ' ',
  ),
);

/** "The past 14 days" are the last ones. */
const isSpan = (next: ClauseToken | undefined): boolean =>
  next?.kind === 'number' ||
  /^(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty|sixty|ninety|few|couple|day|week|month)$/.test(
    next?.text ?? '',
  );

/** Words with an s that may stand right behind a code: "500 sometimes". */
const BEHIND_CODE =
  /^(?:errors|responses|replies|answers|always|sometimes|across|status|codes|besides|afterwards|bytes|pages|bodies|fails|fails|means|comes|counts|alerts|results|hits|requires|instead|returns|spikes|bursts|crashes|failures|timeouts)$/;

/** "500 calls" counts, "a 500" is a code: only a code is looked up. */
function isCount(tokens: readonly ClauseToken[], at: number): boolean {
  const { kind, text } = tokens[at]!;
  if (kind !== 'number' || !/^[0-9]{3}$/.test(text)) return false;
  if (/^[=:]$/.test(tokens[at - 1]?.text ?? '')) return COUNT_KEYS.has(tokens[at - 2]?.text ?? '');
  const next = tokens[at + 1];
  if (/^(?:ran|made|did|bought|ordered)$/.test(tokens[at - 1]?.text ?? '') && next?.text !== 'error')
    return true;
  // "status=500 bytes=0": what stands behind the code is the next key.
  if (next?.kind !== 'word' || tokens[at + 2]?.text === '=') return false;
  if (
    ANSWERED.has(next.text) &&
    tokens.some((one, i) => i < at && one.text === text && one.forms[0] === '#many')
  )
    return true;
  return (
    COUNTED.has(next.text) ||
    (!/^(?:20[0-9]|40[0-9])$/.test(text) &&
      /^[a-z]{3,}[^s]s$/.test(next.text) &&
      !BEHIND_CODE.test(next.text)) ||
    (BETWEEN.has(next.text) && COUNTED.has(tokens[at + 2]?.text ?? '')) ||
    next.text === 'of'
  );
}

/** What stands behind "=" or ":" in `signed=false`, "refunds: none". */
const UNSET = /^(?:0|false|no|none|nope|null|missing|absent|n)$/;
const FLAG = /^(?:0|false|no|none|nope|null|missing|absent|n|true|yes|yep|y|present)$/;

/** "We could verify it" tells of what was done, "it could fail" of what may come. */
const isAbility = (tokens: readonly ClauseToken[], at: number): boolean =>
  /^(?:i|we|client|agent|wallet|bot|and)$/.test(tokens[at - 1]?.text ?? '') &&
  !/^(?:not|be|get|have|hardly|barely|never|also|still|well|end|lose)$/.test(tokens[at + 1]?.text ?? '');

const BEFORE_MONTH = new Set('in since last of early late until till by mid this from'.split(' '));

/** "11 May", "May 2025", "in May". */
const isMonth = (tokens: readonly ClauseToken[], at: number): boolean =>
  /^[0-9]{1,2}(?:st|nd|rd|th)?$/.test(tokens[at - 1]?.text ?? '') ||
  /^[0-9]{1,4}(?:st|nd|rd|th)?$/.test(tokens[at + 1]?.text ?? '') ||
  BEFORE_MONTH.has(tokens[at - 1]?.text ?? '');

/** From here on a count is one of many. */
const MANY = 150;

const formsFor = (kind: ClauseToken['kind'], text: string): readonly string[] => {
  if (kind === 'word') return formsOf(text);
  // "/v1/openapi.json" is also what its parts name.
  if (kind === 'reference') {
    const parts = (text.match(/[a-z0-9]+/g) ?? []).map((part) => `/${part}`);
    return GIBBERISH.test(text) ? [text, '#gibberish'] : [text, ...parts];
  }
  if (kind !== 'number') return [text];
  if (text.endsWith('%')) return [text, 'percent'];
  const code = /^[2-5][0-9]{2}$|^(?:19|20)[0-9]{2}$/.test(text);
  return !code && Number(text.replaceAll(',', '')) >= MANY ? [text, '#many'] : [text];
};

/** A path that nobody would give a route. */
const GIBBERISH =
  /^\/[^.]*(?<![a-z])(?:[b-df-hj-np-tv-z]{4,}|([a-z])\1{2,}|asdf[a-z]*|qwert[a-z]*|[a-z-]*(?:not-?(?:exist|real|found)|does-?not|no-such|nonsense|bogus|random|made-?up)[a-z-]*)(?![a-z])/;

/** Marks that are read as words: an equation, an empty object or list. */
const EQUATION = /^(?:[!=]==?|\{\s?\}|\[\s?\])$/;

const isJoint = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? ' ');

const isHyphen = (text: string, at: number): boolean => text[at] === '-' && isJoint(text, at);

const IRREGULAR_FORMS = [
  'be: am is are was were been being',
  'have: has had having',
  'do: does did done',
  'pay: paid payed',
  'buy: bought',
  'get: got gotten getting',
  'come: came',
  'go: went gone goes',
  'give: gave given',
  'take: took taken',
  'see: saw seen',
  'find: found',
  'send: sent',
  'leave: left',
  'run: ran running',
  'keep: kept',
  'hold: held',
  'say: said',
  'tell: told',
  'make: made',
  'lose: lost',
  'spend: spent',
  'know: knew known',
  'show: shown',
  'throw: threw thrown',
  'break: broke broken',
  'rise: rose risen',
  'swap: swapped',
  'steal: stole stolen',
  'write: wrote written',
  'stand: stood',
  'sit: sat',
  'bear: bore borne',
  'read: reads',
  'hide: hid hidden',
  'die: died dies dying dead',
  'lie: lies lied lying',
  'fall: fell fallen',
  'become: became',
  'begin: began begun',
  'forget: forgot forgotten',
  'eat: ate eaten',
  'withdraw: withdrew withdrawn',
  'sell: sold',
  'build: built',
  'mean: meant',
  'meet: met',
  'stick: stuck',
  'catch: caught',
  'bring: brought',
  'think: thought',
  'grow: grew grown',
  'freeze: froze frozen',
  'choose: chose chosen',
  'hang: hung',
  'bite: bit bitten',
  'draw: drew drawn',
  'feel: felt',
  'hear: heard',
  'sign: signed signing',
  'quote: quoted quoting',
  'address: addresses',
  'use: used',
  'child: children',
  'person: people',
  'man: men',
  'guy: guys',
  'index: indices indexed',
  'query: queries',
];
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  IRREGULAR_FORMS.flatMap((row) => {
    const [base = '', forms = ''] = row.split(': ');
    return forms.split(' ').map((form) => [form, base] as const);
  }),
);

/** Forms of the words seen lately: texts repeat themselves. A bounded number is kept. */
const seen = new Map<string, readonly string[]>();
const MOST_SEEN = 4096;
const LONGEST_SEEN = 32;

export function formsOf(word: string): readonly string[] {
  const known = seen.get(word);
  if (known) return known;
  const forms = makeForms(word);
  if (word.length <= LONGEST_SEEN) {
    if (seen.size >= MOST_SEEN) seen.clear();
    seen.set(word, forms);
  }
  return forms;
}

/** What a word may be a form of. Forms that are no words do no harm: no vocabulary holds them. */
function makeForms(word: string): string[] {
  const forms = [word];
  const base = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (base !== word) forms.push(base);
  const irregular = IRREGULAR.get(base);
  if (irregular) forms.push(irregular);
  const { length } = base;
  if (length <= 3) return forms;
  if (base.endsWith('s')) {
    const before = base[length - 2];
    if (before !== 's' && before !== 'u') forms.push(base.slice(0, -1));
    if (base.endsWith('ies')) forms.push(`${base.slice(0, -3)}y`);
    if (base.endsWith('es')) forms.push(base.slice(0, -2));
  } else if (base.endsWith('ed') && length > 4) {
    pushVerb(forms, base.slice(0, -2));
    if (base.endsWith('ied')) forms.push(`${base.slice(0, -3)}y`);
  } else if (base.endsWith('ing') && length > 5) pushVerb(forms, base.slice(0, -3));
  return forms.filter((form, i) => i === 0 || !CLOSED.has(form));
}

/** Words that no other word is a form of: "noted" is no form of "not". */
const CLOSED = new Set('not no non none nor but for and the any all out off now how'.split(' '));

/** "stopp" of "stopped", "quot" of "quoted": with its double letter undone, and with an e. */
function pushVerb(forms: string[], stem: string): void {
  forms.push(stem, `${stem}e`);
  const last = stem.at(-1)!;
  if (stem.length > 2 && last === stem.at(-2) && !'aeiou'.includes(last)) forms.push(stem.slice(0, -1));
}
