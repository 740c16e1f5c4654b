import { languagesIn } from '../stacks.ts';
import type { Case } from './case.ts';

/** Details of a text that speak against a case, whatever its keywords are. */

/** The text says that it was charged. */
export const CHARGED =
  /success:true,transaction:(?:0x)?\w|wallet:? ?-\d|(?<!not |nothing |never )\b(?:was|were|got|been|still) (?:charged|debited)|balance (?:went down|fell|dropped)|(?:charge|payment) .{0,30}settles,? ?we see|settled on chain/;

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

/** What a text tells of itself, read once for all cases. */
export function detailsOf(read: string): (each: Case) => boolean {
  const stacks = runtimesIn(read);
  const charged = CHARGED.test(read);
  const permit2 = PERMIT2.test(read);
  return (each) => {
    if (each.unless?.test(read)) return false;
    if (charged && each.fate === 'unsigned') return false;
    if (permit2 && OF_EIP3009.test(each.fix) && !PERMIT2.test(each.fix)) return false;
    const own = stacksOfFix(each);
    return (
      stacks.length === 0 || own.length === 0 || own.some((each) => stacks.some((stack) => stack === each))
    );
  };
}
