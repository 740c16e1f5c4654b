import { addressesUs } from './nine.ts';
import { speechOf } from './speech.ts';

/**
 * A purchase or an offer of data and tools: whatever trade the data is of, nobody is advised, nobody is written to and
 * nothing is collected. Read where the classifier, which goes by subjects, would refuse.
 */

/** What is bought and sold: data and tools, in the languages of nine.ts. */
const GOODS =
  /(?<![\p{L}\p{N}])(?:apis?|endpoints?|(?:data)?feeds?|data ?sets?|data|statistics|stats|lookups?|snapshots?|tables|schedules?|counts|classifiers?|scanners?|extractors?|finders?|parsers?|mappings?|screening|directory|registry|opening hours|sellers?|vendors?|providers?|as a service|listings?|datos|données|dados|daten|dati|taux|tasas|tabl\p{L}+|данн\p{L}+|таблиц\p{L}*|сервис\p{L}*|schnittstellen?|servicio|servizio|serviço)(?![\p{L}\p{N}])|数据|接口|データ|一覧|サービス|데이터|بيانات|جدول|واجهة|خدمة|डेटा|एपीआई/iu;

/** Somebody wants to be told what to do, or speaks of an affair of their own. */
const OWN_AFFAIR =
  /^\W*(?:do|does|did|is|are|can|could|will|would|has|have|was|were)\b|\b(?:should|shall|can|could|may|must|do|does|did|would|will|am|are|is|have|has) (?:\w+ )?(?:i|we|my|one)\b|\b(?:whether|if|how|when|why|what|where) (?:i|we|my|to|it is|this is|they)\b|\b(?:tell|advise|help|teach|guide|explain|recommend|suggest|convince|decide|warn)\b|\b(?:send|write|draft|make|give|pick|choose|name|show) (?:me|us|him|her|them)\b|\bplease\b|\bfor me\b|\bmy (?!own\b|budget|agent|app\b|api\b|bot\b|service\b)\w|\bi (?!want|need|would|look|am looking|buy|sell|search|pay)\w|\bwe (?!want|need|would|look|are looking|buy|sell|search|pay|offer|provide|publish|list|own|return|charge)\w|\bour (?!own\b|listing|api|service|endpoint|feed|data|agent|company|app\b|catalogue)\w|\b(?:worth (?:buying|holding)|good (?:buy|time)|best (?:stocks?|coins?|tokens?|shares|bonds?|investments?|trades?)|undervalued|will (?:rise|fall|pump|drop))\b/i;

/** What belongs to people, and no data that is for sale. */
const PRIVATE =
  /\b(?:contact (?:details?|info\w*)|personal (?:e-?mails?|phone|addresses|numbers)|their (?:e-?mails?|phones?|addresses|numbers)|(?:member|employee|staff|alumni|customer|guest) (?:directory|lists?)|who (?:runs|owns|wrote|lives|works))\b/i;

/** An act that is done to others, ordered or to be done by what is bought. */
const ACTS =
  /(?:^|[.;,:|—–]\s*|\b(?:and|then|to|that|which|agent|also|who)\s+)(?:scrapes?|crawls?|spiders?|harvests?|collects?|gathers?|grabs?|dumps?|downloads?|extracts? (?:all|every)|e-?mails? |messages? |dms? |texts? |calls? |contacts?\b|ping|pitch|invites?|notif(?:y|ies)|spams?|blasts?|sends?(?! (?:an? |your |the )?(?:\w+ )?(?:names?|urls?|links?|files?|pdfs?|images?|numbers?|text|json|hash(?:es)?)\b)|writes?|drafts?|composes?|posts? (?!\/|a company|an? )|publish|tweets?|reach(?:es)? out|advertises?|markets? (?:our|my)|follows?|negotiates?|convinces?|persuades?|promotes?|sues?|files?|invests?|trades?|shorts?|approves?|den(?:y|ies)|certif(?:y|ies)|bypass\w*|hacks?|tracks? (?:him|her|them|someone|people|my)|stalks?)\b/i;

/** Words of somebody who buys or sells. */
const BARGAIN =
  /\b(?:looking (?:to buy|for)|wants?|wanted|needs?|seek\w*|buy(?:ing)?|purchase|find me|get me|(?:find|topic|need)\W{1,3}|which (?:\w+ )?(?:sellers?|vendors?|providers?|apis?|services?)|cheapest|per (?:call|request|query|lookup|record)|budget|as a service|usdc?|we (?:sell|offer|provide|publish|return)|our (?:listing|api|service|endpoint|feed)|for sale|compare)\b|[$€]\d/i;
/** "an API for …", "pharmacy opening hours near …": a thing is named first, and no verb orders what is done to it. */
const NAMED_FIRST =
  /^\W*(?:an? )?(?:(?!(?:their|the|our|my|its|every|all|these|those|this|your|to|for)\b)[\w-]+[ +]+){0,6}?(?:apis?|endpoints?|feeds?|data ?sets?|data|statistics|hours|lookups?|snapshots?|tables|schedules?|scanners?|classifiers?)\b/i;
const OF_BUYING = /^\W*(?:find|get me|buy|list|compare|track|use)\b/i;
const NOT_ASCII = /[\u0080-\uffff]/;

const isBargain = (text: string): boolean =>
  NOT_ASCII.test(text) ||
  ((BARGAIN.test(text) || NAMED_FIRST.test(text)) && (speechOf(text) !== 'orders' || OF_BUYING.test(text)));

export const isTrade = (text: string): boolean =>
  GOODS.test(text) &&
  isBargain(text) &&
  !OWN_AFFAIR.test(text) &&
  !ACTS.test(text) &&
  !PRIVATE.test(text) &&
  !addressesUs(text);
