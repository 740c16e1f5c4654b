import { addTo } from '../lexicon.ts';
import { Beginnings, type Opening, openingOf } from '../openings.ts';
import type { HarmLine } from './line.ts';
import { HARM_LINES } from './lines.ts';
import { HARM_WORDS, type HarmWord } from './words.ts';

/** What tells of a defence against an act: the sentence is about finding it, stopping it or mending what it did. */
export const DEFENCE =
  /\b(?:detect(?:s|ion|or|ors|ing|ed)?|prevent\w*|protect(?!ion racket)\w*|defend\w*|defen[cs]e|block(?:s|ed|ing|lists?)?|stop(?:s|ping)? (?!working)|flag(?:s|ged|ging)?|screen(?:s|ing|ed)|alerts?|warn(?:s|ing|ings)?|reject(?:s|ed)?|takedowns?|take[- ]down requests?|quarantin\w+|moderat\w+|mitigat\w+|incident response|forensics?|decryptors?|simulat(?:ion|ions|ed)|awareness|train(?:ing|s) (?:for|pages|staff|of)|security training|educat\w+|research(?:er|ers)?|statistics|news|(?<!service )histor(?:y|ies)|stolen (?:property|vehicles?|cars?|art\w*|bikes?|phones?) (?:\w+ ){0,3}?(?:register|checks?|databases?|lookup|search)|encyclop\w+|articles|threat intel\w*|intelligence feed|(?:urls?|domains?|ips?|hash(?:es)?|indicators?) (?:feeds?|lists?|databases?)|(?:mail|e-?mail|web|secure) (?:gateways?|filters?)|indicators?|iocs?|advisor(?:y|ies)|compliance teams?|law enforcement|insurance|risk (?:scores?|scoring|ratings?|levels?|indicators?)|(?:fraud|risk|reputation|threat) scores?|blacklists?|denylists?|sanctions lists?|(?:leak\w*|breach\w*|compromised|stolen|hacked)[- ](?:\w+[- ]){0,2}?(?:checks?|checkers?|lookup|monitor\w*|alerts?|notifications?|detector|list(?:s|ings)? to block)|(?<!to (?:your|our|their|my) )own (?:\w+ )?(?:servers?|staff|employees|systems?|users?|accounts?|phone|devices?|domains?|brand|company|network)|penetration test\w*|red team\w*|sandbox(?:es)?|removes? (?:malware|your|spyware)|scans? (?:for|files|urls|wallets|contracts|your)|scanner|against (?:the )?(?:known|a list|ofac|leaked)|hash[- ]match\w*|opt[- ]?out|genuine|authenticity|verif(?:y|ies) (?:that|whether|if)|tells? (?:whether|if)|checks? (?:whether|if)|victim (?:support|help)|helps? (?:victims?|survivors?)|hotlines?|law lookup|calorimet\w*|hvac|exhaust|bath bombs?|laws? by (?:state|country)|game|games)\b/;
/** What a defence is got past with: its words then tell of none. */
export const EVADES =
  /\b(?:evad\w*|avoid\w*|bypass\w*|defeat\w*|beats?|undetect\w*|dodg\w*|circumvent\w*|gets? (?:past|around)|slip\w* past|fool\w*|trick\w*|disabl\w*|invisible to|without (?:any )?|no |never |not |zero )(?:[\w'-]+\W+){0,4}?(?:detect\w*|protect\w*|defen\w*|block\w*|flag\w*|screen\w*|alerts?|scan\w*|sanctions lists?|fraud scores?|forensics?|moderat\w*|law enforcement|sandbox\w*|research\w*|antivirus|indicators?|checks?|verification)\b/g;
/** Things are refused beside one of these. */
const DEALS =
  /\b(?:sell|sells|selling|buy|buys|buying|rent|rents|rental|hire|hires|order|make|makes|making|write|writes|writing|create|creates|build|builds|builder|generate|generates|generator|deploy|deploys|launch|launches|deliver|delivers|download|spread|spreads|install|installs|send|sends|offer|offers|develop|develops|obfuscat\w*|for sale|subscription|kit|kits|panel|shop|marketplace|on demand|source code|lifetime|undetect\w*|fud|victims?|infect\w*|custom)\b/;
/** Checks of stolen goods are no defence, whatever they are called. */
const FOR_CRIME =
  /\b(?:hidden sell (?:block|lock)|before (?:you )?cash\w*|cash ?out|still live|for opening (?:credit|accounts)|for (?:thieves|criminals|carders|scammers|hackers)|to blackmail|your victims?|(?:the |a )victims? (?:and|reads?|pays?|into))\b/;

/** Said of malware and the like where it is looked at, and of documents where nobody is to be deceived. */
export const STUDIED =
  /\b(?:analy[sz]\w*|verdicts?|classif\w+|lookup|reputation|samples?|archives?|malicious (?:urls?|domains?|ips?|hashes|files)|families|yara|reporting|test (?:data|cards?|users?|documents?|fixtures?)|for test\w*|testing|synthetic|mock|placeholder|specimen|compliance|checks?|checker|licensed|regulated|authori[sz]ed|know your|explain\w*|glossary|definition|regulat\w+|identif(?:y|ies) (?:whether|if|fake|forged|counterfeit|phish)|report(?:s|ed)? (?:to|by|phish|scam|fake)|investigat\w*|prosecut\w*|convict\w*|hotlines?|anti[- ]?(?:money|fraud|phish|spam|malware|virus|launder|counterfeit)\w*|counter-?terror\w*|harden\w*|patch\w*|remediat\w*|recover(?:y|s) (?:after|from)|backup|asteroids?|disposal|clearance|(?:remov\w*|take down|delet\w*) (?:\w+ ){0,2}?(?:intimate|explicit|nude|private|images|their|your)|helps? (?:victims?|survivors?))\b/;

const SENTENCES = /(?<=[.?!])\s+|(?<=[。？！؟।])\s*|\n+/u;
const MOST_READ = 8_192;
const DEFAULT_REACH = 12;
/** Languages whose verbs stand last: a defence is got past by the word behind it. */
const VERB_LAST = /[\u3040-\u30ff\u0900-\u097f\uac00-\ud7af]/;

interface Frame {
  readonly words: readonly HarmWord[];
  readonly reach: number;
}
const frameOf = (text: string): Frame => {
  const parts = text.split(' ');
  const reach = Number(parts.at(-1));
  return Number.isNaN(reach)
    ? { words: parts as HarmWord[], reach: DEFAULT_REACH }
    : { words: parts.slice(0, -1) as HarmWord[], reach };
};
/** Frames with their lines, by their first word: a sentence has few meanings, and there are hundreds of frames. */
const FRAMES = new Map<HarmWord, { readonly id: HarmLine['id']; readonly frame: Frame }[]>();
for (const { id, frames } of HARM_LINES)
  for (const frame of frames.map(frameOf))
    FRAMES.set(frame.words[0]!, [...(FRAMES.get(frame.words[0]!) ?? []), { id, frame }]);

type Meanings = ReturnType<typeof HARM_WORDS.read>;

/** A pattern of an act, and where it can begin to match. */
interface Act {
  readonly pattern: RegExp;
  readonly opening: Opening | undefined;
  /** The pattern at one place only. */
  readonly sticky: RegExp;
}
const planAll = () => {
  const lines = HARM_LINES.map(({ id, acts, things }) => ({
    id,
    things,
    acts: acts.map(
      (pattern): Act => ({ pattern, opening: openingOf(pattern), sticky: new RegExp(pattern.source, 'y') }),
    ),
  }));
  return {
    lines,
    tried: lines.flatMap(({ id, acts, things }): Tried[] => [
      ...(things ? [{ id, opening: openingOf(things) }] : []),
      ...acts.map((act) => ({ id, opening: act.opening, act })),
    ]),
  };
};
type Plan = ReturnType<typeof planAll>['lines'][number];
/** An act of a line, or its things, and where that can begin. */
interface Tried {
  readonly id: HarmLine['id'];
  readonly opening: Opening | undefined;
  readonly act?: Act;
}
let planned: ReturnType<typeof planAll> | undefined;

/** An act to be tried at one place of a sentence; without a place, anywhere. */
interface Try {
  readonly act: Act;
  readonly at?: number;
}
interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** By line. */
  readonly tries: Map<string, Try[]>;
  /** Lines whose things it may name. */
  readonly named: Set<string>;
}

/** The lines that sentences cross, by sentence: what was read for one text need not be read again for another one. */
export type ReadSentences = Map<string, readonly HarmLine['id'][]>;

/** What a text in small letters says of harm, word by word. */
export type ReadMeanings = (lower: string) => Meanings;

const NO_LINES: readonly HarmLine['id'][] = [];

/** The lines that a text crosses. A sentence is read whole: a word of defence in another one changes nothing. */
export function harmIn(
  text: string,
  read: ReadSentences = new Map(),
  meaningsOf: ReadMeanings = HARM_WORDS.read,
): readonly HarmLine['id'][] {
  planned ??= planAll();
  const lower = text.slice(0, MOST_READ).toLowerCase().replaceAll('’', "'");
  const sentences = lower.split(SENTENCES);
  if (!sentences.every((sentence) => read.has(sentence))) {
    // What the text as a whole has no words for, no sentence of it has.
    const frames = framesOf(meaningsOf(lower));
    for (const sentence of triesIn(lower, sentences, planned.tried))
      if (!read.has(sentence.text)) read.set(sentence.text, linesOf(sentence, planned.lines, frames));
  }
  return [...new Set(sentences.flatMap((sentence) => read.get(sentence)!))];
}

function linesOf(sentence: Sentence, lines: readonly Plan[], frames: OfFrames): readonly HarmLine['id'][] {
  const { text, tries, named } = sentence;
  if (text.length < 4 || (tries.size === 0 && named.size === 0 && frames.length === 0)) return NO_LINES;
  let meanings: Meanings | undefined;
  const read = (): Meanings => (meanings ??= HARM_WORDS.read(text));
  const framed = frames.length === 0 ? NONE_FRAMED : framedBy(frames, read());
  return lines.filter((line) => crosses(line, sentence, read, framed)).map(({ id }) => id);
}

/** A pattern that can begin in more places than this is tried everywhere. */
const MOST_STARTS = 256;

/** The sentences of a text. One pass over it tells of all patterns where in which sentence each can begin to match. */
function triesIn(lower: string, texts: readonly string[], all: readonly Tried[]): readonly Sentence[] {
  let end = 0;
  const seen = new Beginnings(lower);
  const sentences = texts.map((text): Sentence => {
    const start = lower.indexOf(text, end);
    end = start + text.length;
    return { text, start, end, tries: new Map<string, Try[]>(), named: new Set() };
  });
  // Most can begin nowhere.
  const held = seen.held();
  for (let i = 0; i < all.length; i++) {
    const { opening } = all[i]!;
    if (opening === undefined || held[opening] === 1) tryIn(sentences, all[i]!, seen);
  }
  return sentences;
}

function tryIn(sentences: readonly Sentence[], { id, opening, act }: Tried, seen: Beginnings): void {
  const add = ({ tries, named }: Sentence, at?: number): void => {
    if (act === undefined) named.add(id);
    else addTo(tries, id, at === undefined ? { act } : { act, at });
  };
  const starts = opening === undefined ? undefined : seen.of(opening, MOST_STARTS);
  if (!starts) {
    for (const sentence of sentences) add(sentence);
    return;
  }
  let number = 0;
  for (const at of starts) {
    while (number < sentences.length && at >= sentences[number]!.end) number++;
    const sentence = sentences[number];
    if (sentence && at >= sentence.start) add(sentence, at - sentence.start);
  }
}

function matches({ act: { pattern, sticky }, at }: Try, sentence: string): boolean {
  if (at === undefined) return pattern.test(sentence);
  sticky.lastIndex = at;
  return sticky.test(sentence);
}

function crosses(
  { id, things }: Plan,
  { text: sentence, tries, named }: Sentence,
  read: () => Meanings,
  framed: ReadonlySet<string>,
): boolean {
  const isAct = tries.get(id)?.some((one) => matches(one, sentence)) ?? false;
  const isDeal =
    !isAct && things !== undefined && named.has(id) && things.test(sentence) && DEALS.test(sentence);
  if (!isAct && !isDeal && !framed.has(id)) return false;
  if (FOR_CRIME.test(sentence)) return true;
  const said = sentence.replace(EVADES, ' ');
  return !DEFENCE.test(said) && (isAct || isDeal || !STUDIED.test(said)) && !isDefence(sentence, read());
}

type OfFrames = readonly { readonly id: HarmLine['id']; readonly frame: Frame }[];
const NONE_FRAMED: ReadonlySet<string> = new Set();

/** The frames that a text has all words of. */
const framesOf = (meanings: Meanings): OfFrames =>
  [...meanings.keys()].flatMap((word) =>
    (FRAMES.get(word) ?? []).filter(({ frame }) => frame.words.every((one) => meanings.has(one))),
  );

/** The lines of which a frame stands in a sentence. */
function framedBy(frames: OfFrames, meanings: Meanings): ReadonlySet<string> {
  const framed = new Set<string>();
  for (const { id, frame } of frames) if (!framed.has(id) && stands(frame, meanings)) framed.add(id);
  return framed;
}

/** Whether the meanings stand near one another. */
const stands = ({ words: [first, ...others], reach }: Frame, meanings: Meanings): boolean =>
  meanings
    .get(first!)
    ?.some((at) =>
      others.every((word) => meanings.get(word)?.some((other) => Math.abs(other - at) <= reach)),
    ) ?? false;

/** Stems of other languages are the beginnings of English words. */
const ENGLISH =
  /^(?=.*\b(?:the|and|with|for|of|to|your|any|by|from|that|our|is|into|you|my|without|how|which|who|what|an)\b)[\0-\u007f‘’“”–—…]*$/s;

function isDefence(sentence: string, meanings: Meanings): boolean {
  const defences = meanings.get('DEFENCE');
  if (!defences || ENGLISH.test(sentence)) return false;
  const ways = meanings.get('BYPASS') ?? [];
  const isLast = VERB_LAST.test(sentence);
  // "Bypasses detection" is none, "detects bypassing" is one.
  return !defences.some((at) =>
    ways.some((way) => (isLast ? way >= at && way - at <= 6 : at >= way && at - way <= 6)),
  );
}
