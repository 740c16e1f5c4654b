import { type Family, familyIn } from '../families.ts';
import type { Language } from '../language.ts';
import { languagesIn } from '../stacks.ts';
import type { Case } from './case.ts';

/** Details of a text that speak against a case, whatever its keywords are. */

/** The text shows a settlement that succeeded. */
const SETTLED =
  /success:true,transaction:(?:0x)?\w|(?:scan|explorer)\W{0,3} (?:shows?|says?|has) (?:(?!\b(?:no|not|never|without)\b).){0,30}\bsuccess|success:true\b.{0,30}\b(?:tx|transaction|hash) ?0x[0-9a-f]|(?<!\b(?:not|nothing|never|be) |n['’]?t )\bsettle(?:d| ok|d ok) (?:tx )?0x(?!\S{0,66}[^.;]{0,30}\brevert|\S{0,66} (?:has |had |was |is )?failed)[0-9a-f]/;
/** Or says that it was charged: asked of texts that hold one of these words. */
const CLAIMED =
  /wallet:? ?-\d|(?<!not |nothing |never )\b(?:was|were|got|been|still) (?:charged|debited)|balance (?:went down|fell|dropped)|(?:charge|payment) .{0,30}settles,? ?we see|settled on chain/;
const OF_CHARGES = /success|settle|charged|debited|balance|wallet:? ?-/;
/** What either of them says, for a case. */
export const CHARGED = new RegExp(`${SETTLED.source}|${CLAIMED.source}`);

/** The text says that it came to no signature. */
const UNSIGNED =
  /\bbefore (?:it (?:even )?signs|signing|anything (?:is|was) signed|any (?:payment|signature))\b|\bnever (?:gets?|got|reach\w*) (?:to )?(?:the |a )?402\b|\bwallet (?:was )?(?:not|never|un)\s?touched|\bnothing (?:was |is |ever )?signed\b|\bnever signs?\b|\bnot (?:even )?signed anything\b|\bno signature (?:was )?(?:made|asked|requested)\b|\bnever asks? (?:the wallet|for a signature)/;

/** Tools of a shell fit any runtime. */
const runtimesIn = (text: string) => languagesIn(text).filter((each) => each !== 'shell');

/** Commands for one runtime are of no use to a text that shows another one. */
const COMMANDS = /`[^`]+`/g;
const stacksOf = new WeakMap<Case, readonly string[]>();
function stacksOfFix(each: Case): readonly string[] {
  const known = stacksOf.get(each) ?? runtimesIn((each.fix.match(COMMANDS) ?? []).join(' ').toLowerCase());
  stacksOf.set(each, known);
  return known;
}

/** Permit2 keeps its nonces itself: the token knows no state of an authorization. */
const OF_EIP3009 = /authorizationstate/i;
const PERMIT2 = /permit2/i;

const familiesOfFix = new WeakMap<Case, ReturnType<typeof familyIn>>();
function familyOfFix(each: Case) {
  if (familiesOfFix.has(each)) return familiesOfFix.get(each);
  const known = familyIn((each.fix.match(COMMANDS) ?? []).join(' ').toLowerCase());
  familiesOfFix.set(each, known);
  return known;
}

/** A text as cases are looked for in it, and what it tells of itself: read once for all of them. */
export interface Reading {
  readonly text: string;
  readonly charged: boolean;
  readonly settled: boolean;
  readonly unsigned: boolean;
  readonly languages: readonly Language[];
  readonly family: Family | undefined;
  readonly fits: (each: Case) => boolean;
}

/** What is longer is a log: its beginning is read, and more of its end, where the last error stands. */
const MAX_CHARS = 6_000;
const HEAD = MAX_CHARS / 3;
const ends = (flat: string): string =>
  flat.length <= MAX_CHARS ? flat : `${flat.slice(0, HEAD)} ${flat.slice(HEAD - MAX_CHARS)}`;

export function readingOf(flat: string): Reading {
  const text = ends(flat);
  const languages = languagesIn(text);
  const stacks = languages.filter((each) => each !== 'shell');
  const money = OF_CHARGES.test(text);
  const settled = money && SETTLED.test(text);
  const charged = settled || (money && CLAIMED.test(text));
  const permit2 = PERMIT2.test(text);
  const family = familyIn(text);
  const fits = (each: Case): boolean => {
    if (each.unless?.test(text)) return false;
    if (charged && each.fate === 'unsigned') return false;
    if (permit2 && OF_EIP3009.test(each.fix) && !PERMIT2.test(each.fix)) return false;
    const chain = family && familyOfFix(each);
    if (chain !== undefined && chain !== family) return false;
    const own = stacksOfFix(each);
    return (
      stacks.length === 0 || own.length === 0 || own.some((each) => stacks.some((stack) => stack === each))
    );
  };
  return { text, charged, settled, unsigned: !charged && UNSIGNED.test(text), languages, family, fits };
}
