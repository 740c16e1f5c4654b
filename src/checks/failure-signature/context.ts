import type { CauseEvidence, Symptom } from './evidence.ts';

/** Whether a text tells of a paid call that failed: the same words are said of cards, logins and printers. */

export const MIN_KNOWN = 2;
const SAYS = {
  failing:
    /error|exception|fail|\b(?:is |are )?down\b|rate[- ]?limit|too (?:low|many)\b|\bused\b|above (?:my|our)|\berr\b|\bunknown\b|reject|denied|deny|refus|invalid|cannot|unable|missing|not found|time[ds]? ?out|crash|broke|wrong|(?<![\d.,#$])\b[45]\d\d\b(?![.,]\d)(?! ?(?:ms|s|secs?|seconds?|minutes?|hours?|%|kb|kib|mb|usdc?|eth|sol|gwei|units|atomic|sats?|payments?|calls?|tests?|tokens?|times|endpoints?|euros?|dollars?)\b)|\bnever|\b(?:do|does|did|is|was|are|wo|ca|could|would|has|have)nt\b|no longer|stuck|\blost|twice|\bbug\b|bypass|unpaid|without pa|mismatch|expired|unsupported|unexpected|problem|\bnot\b|_not_|blocked|exceed|replay|why\b|malformed|false|\bno402\b|\bno (?:\w+ ){1,3}(?:found|registered|such|implement\w*)|\bno such|terminated|\bhang|\bhung\b|abort|(?:giv\w+|gave) up|for nothing|\bgone\b|\bempty\b|\bmust match\b|\b(?:has|have) no\b|\bconsumed\b|\billegal\b|header is required|\bno compatible\b|\boutside (?:of )?the\b|\bbut\b|\bhelp me\b|\b(?:0|zero|no) (?:hits|results|resources)\b|\babsent\b|\bnothing\b|\bstill (?:gives?|gets?|says?|answers?|402|the same|no)\b|\bloops?\b|without any pa|\bthrows?\b|(?:two|both|\d+) (?:charges|cobros|payments? for one|paid calls and)|silently|instead|[⚠❌⨯]|\bneeds?\b|regress|revert|insufficient|undefined|charged again|enotfound|eai_|econn|etimedout|err_|\bexpected\b|\bwants\b|only accepts|\bnull\b|\bran out\b|in the past|incorrect|\bpreflight\b|\bpending\b|approval required|\bfor free\b|\bconflicts?\b|\bdenied\b|duplicate/,
  /** A call that went well: what it was answered first, a 402, is no failure of it. */
  wentWell:
    /\b(?:http(?:\/[\d.]+)?|status(?: code)?:?|returned|got) ?200\b|\b200 ok\b|\bsettled:? ?true|\b(?:0|zero) (?:errors|failed|failures)\b|\bwent smoothly|\blgtm\b|\bnothing is (?:broken|wrong)\b/,
  firstAnswer:
    /\b402\b(?: payment required)?|payment[-_]required|\bunpaid\b|\b(?:will|must) be \w+|\b(?:0|zero) (?:errors|failed|failures)\b|\bas expected\b|\bnothing is (?:broken|wrong)\b/g,
  /** News of a release, or a change of documents: what fails in it is what was mended, or is explained. */
  announces:
    /^(?:docs|changelog)(?:\([\w-]+\))?: ?|^release v?\d[\d.]* ?[—–:-]|^#{1,3} \[?v?\d+\.\d+\.\d+|\bthanks to (?:all|our) (?:the )?contributors\b/,
  /** What compilers, linters and test runners print of code that nobody has called: its names are those of payments. */
  ofCode:
    /\b(?:is |are )?never (?:used|read)\b|\bunused (?:variable|import|function|parameter)|no-unused|\btype annotation\b|\bimplicitly has an\b|\bcode style issues\b|\bcognitive complexity\b|\bimported but\b|\bnever read\b|^(?:✓|√|ok \d+ -|pass(?:ed)?:?) |\b\d+ (?:tests? )?pass(?:ed|ing)\b/,
  /** A test that fails tells of a failure all the same. */
  failedTest: /[✗✕✖×]|\b[1-9]\d* fail|\bfailing\b|assertionerror|expected .{0,80}received/,
  /** The title of a change, or a line of code: what fails in it is mended, or is foreseen. */
  ofChange:
    /^(?:(?:feat|fix|chore|refactor|test|tests|docs|ci|perf|build|style|proposal|roadmap|backlog|todo|rfc|spec|glossary|newsletter|changelog)(?:\([\w.-]+\))?!?:? ?[:,(]|\/\/|\/\*|(?:export )?(?:type|enum|interface|const) \w+ ?[={:]|feature request\b|(?:alert |issue )?(?:solved|resolved)\b)/,
  /** Nothing but what every unpaid call is answered. */
  bare: /^(?:http\/[\d.]+ )?(?:402)?:?(?: ?payment required)?$/,
  /** What people who buy or sell calls name, and what they do: in prose these tell more than any code, as it has none. */
  ofCalls:
    /\b(?:api|apis|endpoint|endpoints|agent|agents|bot|script|client|server|seller|sellers|shop|header|402|x402|call|calls|buyers?|customers?|route|request|sdk|tool|offer|facilitator|verif\w*|settle\w*|mcp|curl|fetch)\b/g,
  ofPaying:
    /\b(?:pay|paid|pays|paying|payment|payments|buy|buys|bought|sign|signed|signs|signature|signing|wallet|wallets|usdc|cents?|ct|price|priced|402|charge\w*|sell|sold)\b/g,
  somebody: /\b(?:i|im|ive|my|me|we|our)\b/,
} as const;

/**
 * Whether anything is said to go wrong, beside what every call is answered first and what a document foresees. Whoever
 * adds the status of a refusal says so, too.
 */
const tellsOfTrouble = ({ pasted: { flat }, statusCode = 0 }: Symptom): boolean =>
  statusCode >= 400 || SAYS.failing.test(flat.replace(SAYS.firstAnswer, ''));
const wentWell = (symptom: Symptom): boolean =>
  SAYS.wentWell.test(symptom.pasted.flat) && !tellsOfTrouble(symptom);

/** What is longer is a log, which tells of more than the tool. */
const LONGEST_REPORT = 2_000;
const isOfCode = (flat: string): boolean =>
  flat.length <= LONGEST_REPORT && SAYS.ofCode.test(flat) && !SAYS.failedTest.test(flat);

const LONGEST_TITLE = 200;
const isOfChange = (flat: string): boolean => flat.length <= LONGEST_TITLE && SAYS.ofChange.test(flat);

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

/** A chance is as good as sure from here on: what is learnt from examples is surer than it may be. */
const MOST_SURE = 3.9;
const bounded = (value: number): number => Math.max(-MOST_SURE, Math.min(MOST_SURE, value));

const MIN_WORDS_OF_PROSE = 12;
const isProse = (flat: string): boolean =>
  SAYS.somebody.test(flat) && flat.split(' ', MIN_WORDS_OF_PROSE).length === MIN_WORDS_OF_PROSE;
const MOST_NAMES = 4;
/** How many of these a text names, each once, as a share of enough. */
const named = (flat: string, of: RegExp): number =>
  Math.min(new Set(flat.match(of)).size, MOST_NAMES) / MOST_NAMES;

/** By what a text may be told from those that tell of no failed payment, each as a number. */
function signsOf(symptom: Symptom, grounds: readonly CauseEvidence[]): readonly number[] {
  const { pasted, statusCode = 0 } = symptom;
  const { none, of } = pasted.chances;
  const is = (holds: boolean): number => (holds ? 1 : 0);
  const ofCalls = named(pasted.flat, SAYS.ofCalls);
  const prose = is(ofCalls > 0 && isProse(pasted.flat));
  const unlike = bounded(Math.log(none / (1 - none)));
  return [
    1,
    unlike,
    bounded(Math.log(Math.max(...of.values()))),
    is(pasted.trade === 'paid_calls'),
    is(pasted.trade === 'near'),
    is(pasted.trade === 'other'),
    is(pasted.hints > 0),
    is(pasted.hints > 1),
    is(statusCode === 402),
    is(statusCode >= 400 && statusCode !== 402),
    is(tellsOfTrouble(symptom)),
    is(grounds.length > 0),
    is(grounds.some(({ sure, own, leads }) => sure || own || leads)),
    is(speaksForItself(symptom, grounds)),
    is(pasted.trade === 'unnamed' && pasted.hints === 0 && statusCode < 400),
    prose,
    prose * unlike,
    prose * ofCalls,
    prose * named(pasted.flat, SAYS.ofPaying),
  ];
}
/**
 * What each sign weighs: a logistic regression over nine sets and their unrelated texts, each author read by what the others
 * say. The first is such that it lets one unrelated text in fifty through. The last four were chosen on the prose of fifteen
 * sets, each author left out: prose that names nothing of calls is read as any other text.
 */
const WEIGHTS = [
  -5.6, -0.96, -0.3, 2.44, 0.47, -1.1, 0.09, 0.92, 2.97, 2.21, 1.82, 1.03, 0.43, 2.12, -1.64, -1.3, -0.6, 3,
  4,
] as const;

/** What no sign outweighs: news, titles, code, a call that went well. */
function isNone(symptom: Symptom, grounds: readonly CauseEvidence[]): boolean {
  const { pasted } = symptom;
  if (wentWell(symptom) && !grounds.some(({ leads }) => leads === 'alone')) return true;
  if (SAYS.announces.test(pasted.flat) && !grounds.some(({ sure, leads }) => sure || leads)) return true;
  if (symptom.statusCode === undefined && isOfChange(pasted.flat)) return true;
  if (isOfCode(pasted.flat)) return true;
  return grounds.length === 0 && (SAYS.bare.test(pasted.flat) || pasted.chances.known < MIN_KNOWN);
}

/** What says by itself that a paid call failed. */
function speaksForItself({ pasted }: Symptom, grounds: readonly CauseEvidence[]): boolean {
  const named = pasted.trade === 'paid_calls';
  const about = named || pasted.trade === 'near';
  return grounds.some(
    ({ sure, own, leads }) =>
      (leads && about) ||
      leads === 'alone' ||
      (sure && (named || (pasted.trade !== 'other' && (own || pasted.statuses.has(402))))),
  );
}

const SHORT_MESSAGE = 60;
const HARDLY_NONE = 0.1;

/** Whether a text tells of a paid call that failed. */
export function tellsOfFailure(symptom: Symptom, grounds: readonly CauseEvidence[]): boolean {
  const { pasted } = symptom;
  // A challenge that came along is that of a paid call.
  if (grounds.some(({ on }) => on === 'challenge')) return true;
  if (isNone(symptom, grounds)) return false;
  const isMessage = pasted.flat.length <= SHORT_MESSAGE;
  // A message of paid calls: by its own words, by those around it, or with nothing else.
  const speaks = (each: CauseEvidence): boolean =>
    each.sure
      ? each.own || pasted.chances.none < HARDLY_NONE
      : each.own && isMessage && each.signature !== undefined;
  if (pasted.trade !== 'other' && grounds.some(speaks)) return true;
  if (grounds.length === 0 && symptom.statusCode === undefined && !tellsOfTrouble(symptom)) return false;
  return signsOf(symptom, grounds).reduce((sum, sign, i) => sum + sign * WEIGHTS[i]!, 0) > 0;
}
