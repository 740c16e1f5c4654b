import { CAUSES, type Cause } from './dictionary/causes.ts';
import type { Actor } from './dictionary/meaning.ts';
import { usedIn } from './families.ts';
import { filled, type TextDetails } from './found.ts';
import { OF_DIALECT, OF_FAMILY } from './general/families.ts';
import { GENERAL } from './general/index.ts';
import type { Reader } from './reader.ts';
import { type FixSentence, sentencesOfFix } from './sentences.ts';
import { inWordsOf } from './stacks.ts';

/** A fix as the one who reads it needs it: the own part first, the other side's after it, in the words of the stack. */

type Side = 'buyer' | 'seller' | 'facilitator';

/** A part may be empty, where all of it was left out: the next label, or the end, stands right behind it. */
const LABEL =
  /(?<=^|[.!?)] |\b(?:Buyer|Client|Seller|Facilitator|facilitator): )(Buyer|Client|Seller|Facilitator|Seller or facilitator):(?: |$)/g;
const SIDE_OF: Readonly<Record<string, Side>> = {
  Buyer: 'buyer',
  Client: 'buyer',
  Seller: 'seller',
  Facilitator: 'facilitator',
  'Seller or facilitator': 'seller',
};
/** What both sides do at the end. */
const LAST = /(?<=[.!?)] )(?:Check|Test|It worked|Then sign|Then send)\b/;

interface Parts {
  readonly lead: string;
  readonly own: Readonly<Partial<Record<Side, string>>>;
  readonly last: string;
}

export function partsOf(fix: string): Parts {
  const labels = [...fix.matchAll(LABEL)];
  const own: Partial<Record<Side, string>> = {};
  const last: string[] = [];
  labels.forEach(({ 0: label, 1: name, index }, i) => {
    const said = fix.slice(index + label.length, labels[i + 1]?.index ?? fix.length).trim();
    const end = LAST.exec(said)?.index ?? said.length;
    if (end < said.length) last.push(said.slice(end));
    const side = SIDE_OF[name!]!;
    const whole = [own[side], said.slice(0, end).trim()].filter(Boolean).join(' ');
    if (whole !== '') own[side] = whole;
  });
  return { lead: fix.slice(0, labels[0]?.index ?? fix.length).trim(), own, last: last.join(' ') };
}

/** Who else may have to act, as the reader is told of it. */
const OTHERS: Readonly<Record<Side, string>> = {
  buyer: 'If you buy:',
  seller: 'If you sell:',
  facilitator: 'If you run the facilitator:',
};
const PASSED_ON: Readonly<Record<Side, string>> = {
  buyer: 'For the buyer:',
  seller: 'For the seller:',
  facilitator: 'For the facilitator:',
};
const SIDES: readonly Side[] = ['buyer', 'seller', 'facilitator'];
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A part as short as this asks for no work. */
const IDLE = 90;

/** How soon a sentence of a fix is left out: what is done first stays. */
export const RANK = {
  step: 0,
  first: 1,
  otherSide: 2,
  lead: 3,
  doubt: 4,
  next: 5,
  aside: 6,
  last: 7,
} as const;

const ranks = (sentences: readonly string[], ...of: readonly number[]): FixSentence[] =>
  sentences.map((said, at) => ({ said, rank: of[at] ?? RANK.aside }));

interface Audience {
  readonly reader: Reader | undefined;
  readonly likely: Reader | undefined;
  readonly acts: Actor;
}

/** `general` gives the part of a side that the fix has nothing for. */
function toSide(fix: string, audience: Audience, general: string): FixSentence[] {
  const { reader, acts } = audience;
  const { lead, own, last } = partsOf(fix);
  if (Object.keys(own).length === 0)
    return ranks(
      sentencesOfFix([lead, last].filter(Boolean).join(' ')),
      RANK.step,
      RANK.first,
      RANK.otherSide,
    );
  const opening = ranks(sentencesOfFix(lead), RANK.lead);
  const closing = ranks(sentencesOfFix(last), RANK.last);
  if (reader === undefined) return [...opening, ...toEither(own, audience), ...closing];
  const side = reader === 'facilitator' && own.facilitator === undefined ? 'seller' : reader;
  const mine = capital(own[side] ?? partsOf(general).own[side] ?? '');
  const others = sidesOf(own, acts)
    .filter((each) => each !== side && !isIdle(own[each]!))
    .map((each) => `${PASSED_ON[each]} ${sentencesOfFix(own[each]!)[0]}`);
  // Whoever reads what he has to do himself needs the part of another least; who reads was guessed from the text.
  const rank = own[side] !== undefined && reader === acts ? RANK.last : RANK.aside;
  // "Nothing to change" comes after what the other side has to do.
  const idle = isIdle(mine) && side !== acts && others.length > 0;
  return idle
    ? [
        ...opening,
        ...ranks(others, RANK.step, RANK.aside),
        { said: `${OTHERS[side]} ${mine}`, rank: RANK.first },
      ]
    : [
        ...opening,
        ...ranks(sentencesOfFix(mine), RANK.step, RANK.next),
        ...others.map((said) => ({ said, rank })),
        ...closing,
      ];
}

const sidesOf = (own: Parts['own'], acts: Actor): readonly Side[] =>
  (acts === 'buyer' ? SIDES : SIDES.toReversed()).filter((side) => own[side] !== undefined);

const isIdle = (part: string): boolean => part.length < IDLE && /\bnothing\b/i.test(part);

/** For whoever it is: the side that has probably pasted the text before the other one. */
function toEither(own: Parts['own'], { likely, acts }: Audience): FixSentence[] {
  const inOrder = sidesOf(own, acts);
  const active = inOrder.filter((side) => !isIdle(own[side]!));
  const first = active.find((side) => side === likely) ?? active[0] ?? inOrder[0];
  return [first, ...inOrder.filter((side) => side !== first)].flatMap((side, place) => {
    if (side === undefined) return [];
    const [step, ...more] = sentencesOfFix(own[side]!);
    const isFirst = place === 0;
    return [
      {
        said: `${OTHERS[side]} ${step}`,
        rank: isFirst ? RANK.step : place === 1 && !isIdle(step!) ? RANK.otherSide : RANK.last,
      },
      ...(isFirst ? ranks(more, RANK.next) : []),
    ];
  });
}

/** What a report says, for the one who reads it. */
export const reportedTo = (fix: string, audience: Audience): readonly string[] =>
  toSide(fix, audience, '')
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ said }) => said);

/** Causes that the newest release of a package often ends. */
const OF_PACKAGES: ReadonlySet<Cause> = new Set([
  'client_version_mismatch',
  'unsupported_version',
  'unsupported_scheme',
  'dependency_missing',
  'malformed_challenge',
  'malformed_payment_header',
  'response_invalid',
  'receipt_invalid',
  'mcp_payment_dialect',
  'session_or_channel',
  'gas_or_settler',
  'solana_transaction',
  'smart_wallet_signature',
  'settlement_pending_or_unknown',
  'rate_limited',
  'rpc_unavailable',
  'discovery_rejected',
]);
/** What only one's own packages are at fault for. */
const THROWN =
  /typeerror|cannot read propert|is not a function|panic|traceback|\bno method found\b|argumenterror|nomethoderror|crash|throws|unhandled|keyerror|attributeerror|\bregress/;

/** The package that a text names, and how the newest of it is taken. */
function newest({ packages: [used] }: TextDetails, cause: Cause): string | undefined {
  if (!used || !OF_PACKAGES.has(cause)) return undefined;
  const named = used.version === undefined ? used.name : `${used.name} ${used.version}`;
  if (used.successor !== undefined)
    return `Your text names ${named}, which is of version 1: \`${used.update}\` is its successor.`;
  return `Your text names ${named}: take its newest release${used.update ? ` (\`${used.update}\`)` : ''}.`;
}

/** The sentences of a fix for its reader, with how soon each is left out. Commands are filled in, marks are left in. */
export function addressed(
  fix: string,
  acts: Actor,
  found: TextDetails,
  cause: Cause,
  flat: string,
  spoken: (fix: string) => string,
): FixSentence[] {
  const { family = 'evm' } = found;
  const ofDialect = found.dialect && OF_DIALECT[cause]?.[found.dialect];
  const general = inWordsOf(
    spoken(OF_FAMILY[cause]?.[family] ?? ofDialect ?? GENERAL[cause]),
    found.language,
    found.packages[0]?.update,
    usedIn(family, flat),
    found.dialect,
  );
  const own = fix === CAUSES[cause].fix ? general : spoken(fix);
  const said = toSide(own, { ...found, acts }, general).map(({ said: each, rank }) => ({
    said: filled(each, found),
    rank,
  }));
  const release = newest(found, cause);
  if (release === undefined) return said;
  const first = cause === 'client_version_mismatch' || THROWN.test(flat);
  return first
    ? [{ said: release, rank: RANK.first }, ...said]
    : [...said, { said: release, rank: RANK.last }];
}
