import { once } from '../../../values/once.ts';
import { FATES } from '../dictionary/meaning.ts';
import { type Family, familyIn } from '../families.ts';
import type { Language } from '../language.ts';
import { holds, type Screened, screened } from '../screen.ts';
import { languagesIn } from '../stacks.ts';
import type { Case } from './case.ts';
import { chargesIn } from './charges.ts';

/** Details of a text that speak against a case, whatever its keywords are. */

const SAYS = {
  /** The text says that it came to no signature: it failed at the start, or at the call without payment. */
  unsigned:
    /\bbefore (?:it (?:even )?signs|signing|anything (?:is|was) signed|any (?:payment|signature))\b|\bnever (?:gets?|got|reach\w*) (?:to )?(?:the |a )?402\b|\bwallet (?:was )?(?:not|never|un)\s?touched|\bnothing (?:was |is |ever )?signed\b|\bnever signs?\b|\bnot (?:even )?signed anything\b|\bno signature (?:was )?(?:made|asked|requested)\b|\bnever asks? (?:the wallet|for a signature)|\b(?:server|app|process|service|container|facilitator|worker) (?:fails to|does not|doesnt|wont|will not|never) (?:start|boot)s?\b|\bcrash\w* (?:at|on) (?:start|boot|import)|\b(?:at|on|during) (?:start-?up|boot)\b|\bbefore (?:the |any |a )?402\b|\bexpected (?:a )?402 with\b|\bunpaid (?:curl|call|request|get|post)[^.;]{0,30} (?:5\d\d|404)\b/,
  /** The text shows that nothing moved: no transaction, one that reverted, a balance as before, a refusal at /verify. */
  unmoved:
    /\bno transaction\b(?! (?:hash|id|field|known|in the (?:response|answer|receipt|header))\b)|\bstatus:? ?(?:0|0x0)(?: |\W{0,2})(?:\()?revert|(?:explorer|scan)\W{0,3} (?:shows?|says?) (?:it )?revert|balance (?:did not|didnt|never) (?:move|change)|balance (?:is )?(?:unchanged|the same)/,
  refused: /\bisvalid:false\b/,
  /** An answer without the header that a settlement comes with, or a settlement that was left out: no case calls that paid. */
  noReceipt:
    /\b(?:no|without|lacks?|missing|never) (?:a |the |any )?(?:x-)?payment-response|\bsettlement (?:is |was )?skipped\b|\b(?:not|never) (?:been )?(?:charged|settled)\b(?! twice| again)/,
  /** What leaves the outcome open all the same. */
  open: /time[ds]?[- _]?out|pending|unknown|deadline|abort|\b50[234]\b|settl\w* (?:and|or|but)|receipt not found|mempool|twice|success:true|\bas far as\b|\bafaik\b|\bso far\b|\bi think\b/,
  /** A trial that reverts may be that of a payment which is used up. */
  usedUp: /nonce|already|\bused\b|replay|duplicate|revert/,
  /** The chain calls the nonce unused, and the time of the payment is over: this one can never settle. */
  unused:
    /authorizationstate[^.;]{0,40}\bfalse\b|\bnonce (?:is |was |still )*(?:unused|not used)\b|\bauthorization (?:is |was |still )*(?:unused|not used)\b/,
  over: /valid_?before (?:is |was |has |had |long )*(?:over|past|passed|gone|expired)\b|\bpast (?:its |the )?valid_?before\b|\bexpired (?:by now|long ago|since|meanwhile|\d+ ?\w+ ago)\b/,
  later: /\b(\d+) ?(s|sec|seconds|m|min|minutes?|h|hours?) later\b/,
  window: /maxtimeoutseconds\D{1,6}(\d+)/,
} as const;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };
function isOver(screen: Screened): boolean {
  const { text } = screen;
  if (holds(screen, SAYS.over)) return true;
  const [, count, unit] = SAYS.later.exec(text) ?? [];
  const [, window] = SAYS.window.exec(text) ?? [];
  return (
    count !== undefined && window !== undefined && Number(count) * SECONDS[unit!.charAt(0)]! > Number(window)
  );
}

/** Tools of a shell fit any runtime. */
const runtimesIn = (text: Screened) => languagesIn(text).filter((each) => each !== 'shell');

/** Commands for one runtime are of no use to a text that shows another one. */
const COMMANDS = /`[^`]+`/g;
const commandsOf = ({ fix }: Case): Screened => screened((fix.match(COMMANDS) ?? []).join(' ').toLowerCase());
const stacksOfFix = once((each: Case): readonly string[] => runtimesIn(commandsOf(each)));

/** Permit2 keeps its nonces itself: the token knows no state of an authorization. */
const OF_EIP3009 = /authorizationstate/i;
const PERMIT2 = /permit2/i;

/** A fix that rests on what only EVM tokens keep, in a command or not, and names no other chain. */
const ONLY_EVM =
  /^(?!.*(?:solana|stellar)).*(?:authorizationstate|\bcast (?:call|code|receipt|run|balance|nonce|logs) )/is;
/** Whether a fix asks the kind of chain that the text speaks of. */
export const asksThat = (family: Family | undefined, fix: string): boolean =>
  family === undefined || family === 'evm' || !ONLY_EVM.test(fix);

/** A fix that speaks of a transaction in a block is told only where the text speaks of one, however alike it is. */
const MINED = /^(?:The|This) transaction (?:was mined|is on chain)/;
const OF_CHAIN =
  /0x[0-9a-f]{6}|\btx(?:id|hash|s)?\b|\bhash|\bmined\b|\bblock \d|receipt|scan\b|explorer|on[- ]chain|revert|status[:=]? ?0x0/;

const familyOfFix = once((each: Case) => familyIn(commandsOf(each)));

/** A text as cases are looked for in it, and what it tells of itself: read once for all of them. */
export interface CaseReading {
  readonly text: string;
  readonly screened: Screened;
  readonly charged: boolean;
  readonly settled: boolean;
  readonly unsigned: boolean;
  /** It shows that nothing moved. */
  readonly unmoved: boolean;
  /** And that nothing can move any more. */
  readonly voided: boolean;
  readonly languages: readonly Language[];
  readonly family: Family | undefined;
  readonly fits: (each: Case) => boolean;
}

/** What is longer is a log: its beginning is read, and more of its end, where the last error stands. */
const MAX_CHARS = 2_600;
const HEAD = MAX_CHARS / 4;
const ends = (flat: string): string =>
  flat.length <= MAX_CHARS ? flat : `${flat.slice(0, HEAD)} ${flat.slice(HEAD - MAX_CHARS)}`;

export function readingOf(flat: string): CaseReading {
  const text = ends(flat);
  const screen = screened(text);
  const says = (what: RegExp): boolean => holds(screen, what);
  const languages = languagesIn(screen);
  const stacks = languages.filter((each) => each !== 'shell');
  const { settled, charged } = chargesIn(screen);
  const permit2 = says(PERMIT2);
  const family = familyIn(screen);
  const voided = !charged && says(SAYS.unused) && isOver(screen);
  const unmoved =
    voided ||
    (!charged && !says(SAYS.open) && (says(SAYS.unmoved) || (says(SAYS.refused) && !says(SAYS.usedUp))));
  const unpaid = !charged && says(SAYS.noReceipt);
  const fits = (each: Case): boolean => {
    if (each.unless && says(each.unless)) return false;
    if (charged && each.fate === 'unsigned') return false;
    if (unpaid && FATES[each.fate].money === 'yes') return false;
    if (!voided && each.fate === 'void') return false;
    if (permit2 && OF_EIP3009.test(each.fix) && !PERMIT2.test(each.fix)) return false;
    const chain = family && familyOfFix(each);
    if (chain !== undefined && chain !== family) return false;
    if (!asksThat(family, each.fix)) return false;
    if (MINED.test(each.fix) && !says(OF_CHAIN)) return false;
    const own = stacksOfFix(each);
    return (
      stacks.length === 0 || own.length === 0 || own.some((each) => stacks.some((stack) => stack === each))
    );
  };
  const unsigned = !charged && says(SAYS.unsigned);
  return { text, screened: screen, charged, settled, unsigned, unmoved, voided, languages, family, fits };
}
