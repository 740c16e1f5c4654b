import { decodeLabel } from './punycode.ts';
import {
  ALLOWED_SCRIPT_MIXES,
  BRANDS,
  type BrandRow,
  CONFUSABLES,
  LOOKALIKE_RULES,
  NOT_LOOKALIKES,
  OWNED_NAMES_HOSTING,
} from './tables/hosts.ts';

export interface Lookalike {
  readonly brand: string;
  readonly rule: string;
}

/** A host name split at its registrable domain. */
export interface HostName {
  readonly host: string;
  /** Label that the owner of the name chose: `coinbasse` of `api.coinbasse.com`. */
  readonly ownLabel: string;
  readonly leftLabels: readonly string[];
  readonly publicSuffix: string;
  /** Is the suffix run by a hosting service (`vercel.app`) rather than a registry? */
  readonly sharedHosting: boolean;
}

const MIN_EDIT_LENGTH = 5;
const spared = new Set<string>(NOT_LOOKALIKES.labels);

export const endsWithDomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

/** Which brand does this name imitate, and by which rule? Undefined for the brands' own names. */
export function findLookalike(name: HostName): Lookalike | undefined {
  if (
    !name.sharedHosting &&
    BRANDS.some((row) => row.domains.some((domain) => endsWithDomain(name.host, domain)))
  ) {
    return undefined;
  }
  const seen = drawnName(name);
  for (const row of BRANDS) {
    const rule = imitationRule(name, seen, row);
    if (rule) return { brand: row.id, rule };
  }
  return undefined;
}

/** A name as it is read, drawn once for all brands that it is compared with. */
interface DrawnName {
  readonly own: string;
  readonly drawn: string;
  readonly left: readonly string[];
  readonly parts: ReadonlySet<string>;
}

function drawnName(name: HostName): DrawnName {
  const own = decodeLabel(name.ownLabel);
  return {
    own,
    drawn: skeleton(own),
    left: name.leftLabels.map((label) => skeleton(decodeLabel(label))),
    parts: new Set([name.ownLabel, ...name.leftLabels].flatMap(partsOf)),
  };
}

function imitationRule(
  name: HostName,
  { own, drawn, left, parts }: DrawnName,
  row: BrandRow,
): string | undefined {
  if (own === row.label) return hostedRule(name);
  if (drawn === row.label || drawn === drawnBrands.get(row)) return LOOKALIKE_RULES.folded.id;
  const close =
    row.label.length >= MIN_EDIT_LENGTH && (withinOneEdit(own, row.label) || withinOneEdit(drawn, row.label));
  if (close && !spared.has(own)) return LOOKALIKE_RULES.oneEdit.id;
  if (row.money && left.includes(row.label)) return LOOKALIKE_RULES.subdomain.id;
  if (row.domains.some((domain) => `.${left.join('.')}.`.includes(`.${domain}.`)))
    return LOOKALIKE_RULES.domainInside.id;
  if (row.money && parts.has(row.label)) return LOOKALIKE_RULES.hyphenated.id;
  return undefined;
}

function hostedRule(name: HostName): string | undefined {
  const owned = (OWNED_NAMES_HOSTING.suffixes as readonly string[]).includes(name.publicSuffix);
  return name.sharedHosting && !owned ? LOOKALIKE_RULES.hosted.id : undefined;
}

/** The parts of a hyphenated label, as they are read. */
const partsOf = (label: string): string[] =>
  label.includes('-') ? decodeLabel(label).split('-').map(skeleton) : [];

const DIGITS: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '3': 'e', '5': 's' };

/** What a label looks like at a glance: marks dropped, drawn-alike letters and digits replaced, `rn` read as `m`. */
export function skeleton(label: string): string {
  let drawn = '';
  for (const letter of label.normalize('NFD').replace(/\p{M}/gu, '')) {
    drawn += CONFUSABLES.letters[letter] ?? DIGITS[letter] ?? letter;
  }
  return drawn.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

const drawnBrands = new Map(BRANDS.map((row) => [row, skeleton(row.label)]));

/** Is `a` at most one insertion, deletion, substitution or swap of neighbours away from `b`? One pass. */
export function withinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Bopomofo', /\p{Script=Bopomofo}/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Georgian', /\p{Script=Georgian}/u],
];

/** Does one label combine scripts that do not belong together (UTS 39 §5.2)? */
export function mixesScripts(asciiLabel: string): boolean {
  if (!asciiLabel.startsWith('xn--')) return false;
  const label = decodeLabel(asciiLabel);
  const found = SCRIPTS.filter(([, script]) => script.test(label)).map(([name]) => name);
  if (found.length < 2) return false;
  return !ALLOWED_SCRIPT_MIXES.mixes.some((mix) =>
    found.every((name) => (mix as readonly string[]).includes(name)),
  );
}
