import { withCondition } from './dictionary/anew.ts';
import { CAUSES, type Cause } from './dictionary/causes.ts';
import type { Actor } from './dictionary/meaning.ts';
import { usedIn } from './families.ts';
import { filled, type TextDetails } from './found.ts';
import { OF_FAMILY } from './general/families.ts';
import { GENERAL } from './general/index.ts';
import type { Reader } from './reader.ts';
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

/** `general` gives the part of a side that the fix has nothing for. */
function toSide(fix: string, reader: Reader | undefined, acts: Actor, general: string): string {
  const { lead, own, last } = partsOf(fix);
  const labelled = (names: Readonly<Record<Side, string>>, but?: Side) =>
    (acts === 'buyer' ? SIDES : SIDES.toReversed())
      .filter((side) => side !== but && own[side] !== undefined)
      .map((side) => `${names[side]} ${own[side]}`);
  if (reader === undefined) return [lead, ...labelled(OTHERS), last].filter(Boolean).join(' ');
  const side = reader === 'facilitator' && own.facilitator === undefined ? 'seller' : reader;
  const mine = own[side] ?? (Object.keys(own).length > 0 ? partsOf(general).own[side] : undefined);
  // Whoever reads what he has to do himself needs no part of another.
  const others = own[side] !== undefined && reader === acts ? [] : labelled(PASSED_ON, side);
  // "Nothing to change" comes after what the other side has to do: who reads was guessed from the text.
  const idle = mine !== undefined && mine.length < IDLE && side !== acts && others.length > 0;
  const told = mine && capital(mine);
  return [lead, ...(idle ? [...others, `${OTHERS[side]} ${mine}`, last] : [told, last, ...others])]
    .filter(Boolean)
    .join(' ');
}
/** What a report says, for the one who reads it. */
export const reportedTo = (fix: string, reader: Reader | undefined, acts: Actor): string =>
  toSide(fix, reader, acts, '');
/** A part as short as this asks for no work. */
const IDLE = 90;

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

/** Said in front of a general fix: what stands in it holds for any chain. */
const ELSEWHERE =
  'Your text is of a chain other than EVM and Solana, so no command of a chain is given here.';

export function addressed(
  fix: string,
  acts: Actor,
  found: TextDetails,
  cause: Cause,
  flat: string,
  spoken: (fix: string) => string,
): string {
  const { family = 'evm' } = found;
  const general = inWordsOf(
    spoken(OF_FAMILY[cause]?.[family] ?? GENERAL[cause]),
    found.language,
    found.packages[0]?.update,
    usedIn(family, flat),
  );
  const byCause = fix === CAUSES[cause].fix;
  const own = byCause ? general : spoken(fix);
  const said = withCondition(toSide(own, found.reader, acts, general));
  const told = byCause && family === 'other' ? `${ELSEWHERE} ${said}` : said;
  const release = newest(found, cause);
  const first = cause === 'client_version_mismatch' || THROWN.test(flat);
  return filled((first ? [release, told] : [told, release]).filter(Boolean).join(' '), found);
}
