import { HARM_LINES, type HarmLine } from './lines.ts';

/** What tells of a defence against an act: the sentence is about finding it, stopping it or mending what it did. */
const DEFENCE =
  /\b(?:detect(?:s|ion|or|ors|ing|ed)?|prevent\w*|protect(?!ion racket)\w*|defend\w*|defen[cs]e|block(?:s|ed|ing|lists?)?|stop(?:s|ping)? (?!working)|flag(?:s|ged|ging)?|screen(?:s|ing|ed)|alerts?|warn(?:s|ing|ings)?|reject(?:s|ed)?|takedowns?|take[- ]down requests?|quarantin\w+|moderat\w+|mitigat\w+|incident response|forensics?|decryptors?|simulat(?:ion|ions|ed)|awareness|train(?:ing|s) (?:for|pages|staff|of)|security training|educat\w+|research(?:er|ers)?|statistics|news|histor(?:y|ies)|encyclop\w+|articles|threat intel\w*|intelligence feed|indicators?|iocs?|advisor(?:y|ies)|compliance teams?|law enforcement|insurance|risk (?:scores?|scoring|ratings?|levels?|indicators?)|(?:fraud|risk|reputation|threat) scores?|blacklists?|denylists?|sanctions lists?|(?:leak\w*|breach\w*|compromised|stolen|hacked)[- ](?:\w+[- ]){0,2}?(?:checks?|checkers?|lookup|monitor\w*|alerts?|notifications?|detector|list(?:s|ings)? to block)|own (?:servers?|staff|employees|systems?|users?|accounts?|phone|devices?)|penetration test\w*|red team\w*|sandbox(?:es)?|removes? (?:malware|your|spyware)|scans? (?:for|files|urls|wallets|contracts|your)|scanner|against (?:the )?(?:known|a list|ofac|leaked)|hash matching|opt[- ]?out|genuine|authenticity|verif(?:y|ies) (?:that|whether|if)|tells? (?:whether|if)|checks? (?:whether|if)|victim (?:support|help)|law lookup|laws? by (?:state|country)|game|games)\b/;
/** What a defence is got past with: its words then tell of none. */
const EVADES =
  /\b(?:evad\w*|avoid\w*|bypass\w*|defeat\w*|beats?|undetect\w*|dodg\w*|circumvent\w*|gets? (?:past|around)|slip\w* past|fool\w*|trick\w*|disabl\w*|invisible to|without (?:any )?|no |never |not |zero )(?:[\w'-]+\W+){0,4}?(?:detect\w*|protect\w*|defen\w*|block\w*|flag\w*|screen\w*|alerts?|scan\w*|sanctions lists?|fraud scores?|forensics?|moderat\w*|law enforcement|sandbox\w*|research\w*|antivirus|indicators?)\b/g;
/** Things are refused beside one of these. */
const DEALS =
  /\b(?:sell|sells|selling|buy|buys|buying|rent|rents|rental|hire|hires|order|make|makes|making|write|writes|writing|create|creates|build|builds|builder|generate|generates|generator|deploy|deploys|launch|launches|deliver|delivers|download|spread|spreads|install|installs|send|sends|offer|offers|develop|develops|obfuscat\w*|for sale|subscription|kit|kits|panel|shop|marketplace|on demand|source code|lifetime|undetect\w*|fud|victims?|infect\w*|custom)\b/;
/** Checks of stolen goods are no defence, whatever they are called. */
const FOR_CRIME =
  /\b(?:hidden sell (?:block|lock)|before (?:you )?cash\w*|cash ?out|still live|for opening (?:credit|accounts)|for (?:thieves|criminals|carders|scammers|hackers)|to blackmail|your victims?|(?:the |a )victims? (?:and|reads?|pays?|into))\b/;

const SENTENCES = /(?<=[.?!])\s+|\n+/;
const MOST_READ = 8_192;

/** The lines that a text crosses. A sentence is read whole: a word of defence in another one changes nothing. */
export function harmIn(text: string): readonly HarmLine['id'][] {
  const found = new Set<string>();
  const lower = text.slice(0, MOST_READ).toLowerCase().replaceAll('’', "'");
  for (const sentence of lower.split(SENTENCES)) {
    if (sentence.length < 6) continue;
    for (const line of HARM_LINES) if (!found.has(line.id) && crosses(line, sentence)) found.add(line.id);
  }
  return [...found];
}

function crosses({ acts, things }: HarmLine, sentence: string): boolean {
  const isAct = acts.some((act) => act.test(sentence));
  const isDeal = !isAct && things !== undefined && things.test(sentence) && DEALS.test(sentence);
  if (!isAct && !isDeal) return false;
  return FOR_CRIME.test(sentence) || !DEFENCE.test(sentence.replace(EVADES, ' '));
}
