/** Networks by the names that buyers give them. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bbase[ -]?(?:sepolia|testnet)\b/g, 'eip155:84532'],
  [/\bpolygon(?: pos)?\b|\bmatic network\b/g, 'eip155:137'],
  [/\barbitrum(?: one)?\b/g, 'eip155:42161'],
  [/\b(?:optimism|op mainnet)\b/g, 'eip155:10'],
  [/\b(?:ethereum|eth mainnet)\b/g, 'eip155:1'],
  [/\bavalanche\b/g, 'eip155:43114'],
  [/\b(?:bsc|bnb chain|binance smart chain)\b/g, 'eip155:56'],
  [/\bsolana (?:devnet|testnet)\b/g, 'solana-devnet'],
  [/\bsolana\b(?! (?:devnet|testnet))/g, 'solana'],
  [/\bgnosis(?: chain)?\b/g, 'eip155:100'],
  [/\bcelo\b/g, 'eip155:42220'],
  [/\bstellar\b/g, 'stellar'],
  [/\btempo(?= (?:only|network|chain|mainnet)|$)/g, 'tempo'],
];
/** "base" is a word too: it names the network only beside words like these. */
const BASE =
  /(?<=\b(?:on|only|chain|network|to|via|except|but|over|use|using|than|is|:|=|for|accept|accepts|stick to|settle|settles|or|nor|not|no|with|pay|usdc|and) ?"?)base\b(?! (?:units?|price|fee|cost|rate|url|path|case|line))|\bbase(?= (?:only|mainnet|chain|network|usdc|l2|please|or|and|is)\b)|(?<=[:=] ?"?)base(?="|,|$)|(?<=^|, ?)base(?= ?$| ?,)/g;
const CAIP2 = /\b(?:eip155:[0-9]{1,12}|solana:[a-z0-9]{1,44})\b/g;
export const EXCEPT =
  /\b(?:except|other than|other (?:chains?|networks?) than|but|besides|apart from|outside(?: of)?|anything but|nothing but|only|unless)\b[^,]*$/;
export const EXCLUDED =
  /(?:\b(?:not|no|never|avoid|without|nor|neither|don't|dont|won't|can't|cannot|isn't|exclude|excluding|refuse|skip)|n't)\b[^,]*$/;

export interface NetworkAt {
  readonly network: string;
  readonly from: number;
  readonly to: number;
}

/** The networks that a text names, whatever it says of them. "base" is taken for the network. */
export const networksNamed = (text: string): string[] => [
  ...new Set([
    ...[...text.matchAll(CAIP2)].map(([id]) => id),
    ...[...NAMES, [/\bbase\b(?![ -]?(?:sepolia|testnet))/g, 'eip155:8453'] as const].flatMap(([name, id]) =>
      text.search(name) >= 0 ? [id] : [],
    ),
  ]),
];

/** Networks that a sentence demands, and those it rules out (which no constraint of ours can check). */
export function networksIn(sentence: string): {
  readonly wanted: NetworkAt[];
  readonly excluded: NetworkAt[];
} {
  const found = [
    ...all(sentence, CAIP2, undefined),
    ...NAMES.flatMap(([name, id]) => all(sentence, name, id)),
  ];
  const bases = all(sentence, BASE, 'eip155:8453').filter(
    (one) => !found.some((other) => overlap(one, other)),
  );
  const wanted: NetworkAt[] = [];
  const excluded: NetworkAt[] = [];
  for (const one of [...found, ...bases]) {
    const before = sentence.slice(0, one.from);
    const out =
      EXCLUDED.test(before) && !EXCEPT.test(before) && !/ only\b/.test(sentence.slice(one.to, one.to + 14));
    (out ? excluded : wanted).push(one);
  }
  return { wanted, excluded };
}

const all = (sentence: string, name: RegExp, id: string | undefined): NetworkAt[] =>
  [...sentence.matchAll(name)].map((match) => ({
    network: id ?? match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));

const overlap = (a: NetworkAt, b: NetworkAt): boolean => a.from < b.to && b.from < a.to;
