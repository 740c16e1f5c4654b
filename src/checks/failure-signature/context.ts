import type { CauseEvidence, Symptom } from './evidence.ts';

/** Whether a text tells of a paid call that failed: the same words are said of cards, logins and printers. */

/** Of words alone a text is no failure as soon as this much speaks for none. */
const NONE_BY_WORDS = 0.65;
const NONE_BESIDE_402 = 0.9;
/** Beside grounds that are not sure, and beside them where nothing is said to go wrong. */
const NONE_BESIDE_GROUNDS = 0.8;
const NONE_WITHOUT_TROUBLE = 0.3;
/** In a text that might as well be about something else. */
const NONE_NEAR = 0.3;
const NONE_UNNAMED = 0.15;
/** There words alone have to leave no doubt of one cause: less with two hints of paid calls than with one. */
const CHANCE_UNNAMED = [1, 0.85, 0.45] as const;
/** So does a text in which nothing is said to fail: most praise paid calls or ask about them. */
const PLAIN_CHANCE = 0.8;
export const MIN_KNOWN = 2;
const FAILING =
  /error|exception|fail|\b(?:is |are )?down\b|rate[- ]?limit|too (?:low|many)\b|\bused\b|above (?:my|our)|\berr\b|\bunknown\b|reject|denied|deny|refus|invalid|cannot|unable|missing|not found|time[ds]? ?out|crash|broke|wrong|(?<![\d.,#$])\b[45]\d\d\b(?![.,]\d)(?! ?(?:ms|s|secs?|seconds?|minutes?|hours?|%|kb|kib|mb|usdc?|eth|sol|gwei|units|atomic|sats?|payments?|calls?|tests?|tokens?|times|endpoints?|euros?|dollars?)\b)|\bnever|\b(?:do|does|did|is|was|are|wo|ca|could|would|has|have)nt\b|no longer|stuck|\blost|twice|\bbug\b|bypass|unpaid|without pa|mismatch|expired|unsupported|unexpected|problem|\bnot\b|_not_|blocked|exceed|replay|why\b|malformed|false|\bno402\b|\bno (?:\w+ ){1,3}(?:found|registered|such|implement\w*)|\bno such|terminated|\bhang|\bhung\b|abort|(?:giv\w+|gave) up|for nothing|\bgone\b|\bempty\b|\bmust match\b|\b(?:has|have) no\b|\bconsumed\b|\billegal\b|header is required|\bno compatible\b|\boutside (?:of )?the\b|\bbut\b|\bhelp me\b|\b(?:0|zero|no) (?:hits|results|resources)\b|\babsent\b|\bnothing\b|\bstill (?:gives?|gets?|says?|answers?|402|the same|no)\b|\bloops?\b|without any pa|\bthrows?\b|(?:two|both|\d+) (?:charges|cobros|payments? for one|paid calls and)|silently|instead|[⚠❌⨯]|\bneeds?\b|regress|revert|insufficient|undefined|charged again|enotfound|eai_|econn|etimedout|err_|\bexpected\b|\bwants\b|only accepts|\bnull\b/;

/** A call that went well: what it was answered first, a 402, is no failure of it. */
const WENT_WELL =
  /\b(?:http(?:\/[\d.]+)?|status(?: code)?:?|returned|got) ?200\b|\b200 ok\b|\bsettled:? ?true|\b(?:0|zero) (?:errors|failed|failures)\b|\bwent smoothly|\blgtm\b|\bnothing is (?:broken|wrong)\b/;
const FIRST_ANSWER =
  /\b402\b(?: payment required)?|payment[-_]required|\bunpaid\b|\b(?:will|must) be \w+|\b(?:0|zero) (?:errors|failed|failures)\b|\bas expected\b|\bnothing is (?:broken|wrong)\b/g;
/**
 * Whether anything is said to go wrong, beside what every call is answered first and what a document foresees. Whoever
 * adds the status of a refusal says so, too.
 */
const tellsOfTrouble = ({ pasted: { flat }, statusCode = 0 }: Symptom): boolean =>
  statusCode >= 400 || FAILING.test(flat.replace(FIRST_ANSWER, ''));
const wentWell = (symptom: Symptom): boolean =>
  WENT_WELL.test(symptom.pasted.flat) && !tellsOfTrouble(symptom);

/** News of a release, or a change of documents: what fails in it is what was mended, or is explained. */
const ANNOUNCES =
  /^(?:docs|changelog)(?:\([\w-]+\))?: ?|^release v?\d[\d.]* ?[—–:-]|\bthanks to (?:all|our) (?:the )?contributors\b/;

/** What compilers, linters and test runners print of code that nobody has called: its names are those of payments. */
const OF_CODE =
  /\b(?:is |are )?never (?:used|read)\b|\bunused (?:variable|import|function|parameter)|no-unused|\btype annotation\b|\bimplicitly has an\b|\bcode style issues\b|\bcognitive complexity\b|\bimported but\b|\bnever read\b|^(?:✓|√|ok \d+ -|pass(?:ed)?:?) |\b\d+ (?:tests? )?pass(?:ed|ing)\b/;
/** A test that fails tells of a failure all the same. */
const FAILED_TEST = /[✗✕✖×]|\b[1-9]\d* fail|\bfailing\b|assertionerror|expected .{0,80}received/;

/** What is longer is a log, which tells of more than the tool. */
const LONGEST_REPORT = 2_000;
const isOfCode = (flat: string): boolean =>
  flat.length <= LONGEST_REPORT && OF_CODE.test(flat) && !FAILED_TEST.test(flat);

/** The title of a change, or a line of code: what fails in it is mended, or is foreseen. */
const OF_CHANGE =
  /^(?:(?:feat|fix|chore|refactor|test|tests|docs|ci|perf|build|style|proposal|roadmap|backlog|todo|rfc|spec|glossary|newsletter|changelog)(?:\([\w.-]+\))?!?:? ?[:,(]|\/\/|\/\*|(?:export )?(?:type|enum|interface|const) \w+ ?[={:]|feature request\b|(?:alert |issue )?(?:solved|resolved)\b)/;
const LONGEST_TITLE = 200;
const isOfChange = (flat: string): boolean => flat.length <= LONGEST_TITLE && OF_CHANGE.test(flat);

/** Nothing but what every unpaid call is answered. */
const BARE = /^(?:http\/[\d.]+ )?(?:402)?:?(?: ?payment required)?$/;

/** Every server answers 403 or 500: beside a status other than 402 a text has to hint at paid calls. */
const withStatus = ({ statusCode, pasted }: Symptom): boolean =>
  statusCode === 402 || (statusCode !== undefined && pasted.hints > 0);

/** Whether what is said everywhere means a paid call here. */
export const inContext = (symptom: Symptom): boolean => {
  const { pasted, challenge } = symptom;
  return (
    challenge !== undefined ||
    pasted.trade === 'paid_calls' ||
    (pasted.trade !== 'other' && (pasted.trade === 'near' || pasted.hints > 1 || withStatus(symptom)))
  );
};

/** Whether a text tells of a paid call that failed. */
export function tellsOfFailure(symptom: Symptom, grounds: readonly CauseEvidence[]): boolean {
  const { pasted } = symptom;
  const { none, known, of } = pasted.chances;
  const named = pasted.trade === 'paid_calls';
  if (wentWell(symptom) && !grounds.some(({ leads }) => leads === 'alone')) return false;
  if (ANNOUNCES.test(pasted.flat) && !grounds.some(({ sure, leads }) => sure || leads)) return false;
  if (symptom.statusCode === undefined && isOfChange(pasted.flat)) return false;
  if (isOfCode(pasted.flat)) return false;
  const about = named || pasted.trade === 'near';
  const speaksForItself = ({ sure, own, on, leads }: CauseEvidence) =>
    on === 'challenge' ||
    (leads && about) ||
    leads === 'alone' ||
    (sure && (named || (pasted.trade !== 'other' && (own || pasted.statuses.has(402)))));
  if (grounds.some(speaksForItself)) return true;
  // The words of another trade: only the status says that the call was a paid one.
  if (pasted.trade === 'other') return symptom.statusCode === 402 && known >= MIN_KNOWN && none < NONE_NEAR;
  const trouble = tellsOfTrouble(symptom);
  if (grounds.length > 0 && !trouble)
    return none < NONE_WITHOUT_TROUBLE && grounds.some(({ sure, own, leads }) => sure || own || leads);
  if (grounds.length > 0) return none < (named ? NONE_BESIDE_GROUNDS : NONE_NEAR);
  if (BARE.test(pasted.flat) || known < MIN_KNOWN) return false;
  const best = Math.max(...of.values());
  if (!trouble && !(named && best >= PLAIN_CHANCE)) return false;
  // Who adds the status of an unpaid call has made one.
  if (symptom.statusCode === 402) return none < NONE_BESIDE_402;
  if (named) return none < NONE_BY_WORDS;
  if (pasted.trade === 'near' || withStatus(symptom)) return none < NONE_NEAR;
  return none < NONE_UNNAMED && best > (CHANCE_UNNAMED[pasted.hints] ?? CHANCE_UNNAMED[2]);
}
