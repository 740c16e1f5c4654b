import type { IntentToken } from './tokens.ts';
import { type WordEntry, wordSet } from './word-book.ts';

/** What makes a request one that we sell answers to. All three must be there: everything else is stopped as vague. */
export interface IntentScope {
  readonly object: boolean;
  readonly verb: boolean;
  readonly specific: boolean;
}

/** Things our answers are about. */
export const OBJECTS = wordSet(
  `api apis accepts endpoint endpoints route routes x402 402 mpp receipt receipts price prices priced pricing facilitator facilitators
  payto bazaar openapi swagger challenge challenges provider providers vendor vendors seller sellers supplier suppliers service
  services mcp server servers webhook webhooks sdk sdks gateway gateways listing listings ledger witness audit passport
  preflight subscription subscriptions dataset datasets feed feeds oracle oracles tool tools plugin plugins integration
  integrations payment payments purchase purchases probe probes offer offers catalogue catalog marketplace monetization
  monetisation paywall quota credits inference lookup lookups usdc metering tier tiers call calls request requests invoice
  invoices settlement settlements retry retries header headers authorization nonce schema signature contract client clients
  wallet billing checkout charge charges refund refunds discovery manifest llms trial plan plans package backend saas
  microservice resource scheme rail rails protocol platform platforms crawler scraper model models llm gpu storage proxy
  archive dossier dossiers snapshot report reports quote quotes budget release version dependency product products axios
  fetch rest graphql grpc json rpc node hosting transcription translation geocoding search enrichment signal signals
  evidence latency uptime sla units eip155 redelivery host payer paywalled merchant wrapper connector response responses friction conversion funnel revenue fees fee cost costs`,
);

/** Words that are of the trade only together: an agent that pays, an answer that is paid. */
const WEAK_OBJECTS = wordSet(
  `agent agents buyer buyers pay paying paid prepay buy buying sell selling sold settle redirect preview onboarding digest edition
  domain answer checks mppx table data file page pages record export summary minutes image store write writes session job render
  connection body path account keys publish discovery sample delivered client bot card token units earn earns earning query queries run cap spend spending cent cents usd dollar dollars`,
);

/** Asking for a decision. */
const VERBS = wordSet(
  `decide decides deciding decision choose choosing choice check checking checks compare comparing comparison validate validating
  verify verifying evaluate evaluating evaluation assess assessing assessment review reviewing audit auditing determine
  determining should test testing probe probing buy buying purchase purchasing pay paying spend spending select selecting
  pick picking measure measuring estimate estimating confirm confirming recommend recommendation which whether does do did
  can could worth worthwhile justify justified design price monetize monetise launch fix diagnose retry investigate figure
  weigh rank ranking vet vetting screen inspect inspecting judge judging approve shortlist benchmark calculate tell find
  is are vs versus would will how what why where when need needs want wants looking see look know explain advise help guidance
  sell selling trust integrate integrating switch use using rate score scoring debug troubleshoot reconcile plan optimise
  optimize reduce increase set choose sanity analyse analyze identify detect list show point size sizing cap try renew
  keep drop cancel upgrade downgrade replace migrate adopt pilot go proceed stop wait continue commit budget allocate
  scale expect forecast predict review sign accept trial rational reasonable sensible merit merits deserve deserves vale valer evaluar comparar verificar lohnt prufen vaut evaluer pagar merece conviene soll sollte devo dois debo answered answers fails failed refuses considering wonder avoid introduce publish reject match matches consistent ok okay safe quantify research`,
);

/** Aspects that a decision can turn on, and terms of the trade that are precise by themselves. */
const ASPECTS = wordSet(
  `price prices pricing priced cost costs trust trustworthy reliability reliable uptime latency receipt receipts refund refunds
  sla schema openapi signed signature settlement settle settles delivery delivers deliver delivered monetization monetisation
  monetize monetise friction conversion revenue compatibility compatible network base usdc eip155 mainnet testnet solana tempo
  exact upto facilitator payto challenge 402 401 403 404 409 429 500 502 503 header headers nonce idempotency retry retries
  timeout expiry validbefore redelivery drifts rational per-call break-even authorization budget cap capped limit cents cent dollar dollars usd atomic units amount idempotent fee fees
  discount overpriced cheaper cheapest cheap expensive affordable value roi breakeven median benchmark freshness coverage
  accuracy quality sample preview trial documentation docs documented support deadline account signup quota throughput
  x402 mpp bazaar mcp drift drifted redirect replay charge charged charges double metered subscription evidence proof
  signals signal provenance ownership owner operator domain tls https version release deprecated ledger witness passport
  preflight audit attribution traction funnel onboarding churn packaging tiering bundle wallet spend purchase paid unpaid
  payment payments token_metered llm gpu capped guidance risk risks safe safety legit legitimate scam credible reputation
  sdk axios fetch python typescript javascript go rust node client retries payment_declined paying spending worth worthwhile key keys auth login api-key`,
);

const QUANTITY = /^(?:[$€£]?\d[\d,]*(?:\.\d+)?(?:k|m|usd|usdc|c|ms|s|%|x)?|v\d.*)$/;
const QUANTITIES = wordSet(
  'one two three four five six seven eight ten dozen hundred thousand daily weekly monthly hourly yearly per',
);
const PATH =
  /(?:^|[\s"'(])\/[a-z][\w-]*(?:\/[\w.-]+)*|https?:\/\/|(?<![@\w.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]+)*\.(?:com|io|org|net|dev|app|xyz|example|ai|co|sh|cloud|test|json)\b|\b[a-z]+-[a-z]+-[a-z]+\b/i;
const PRICED =
  /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|美元|美分|元|块|円|ドル|セント|달러|원)|(?:usdc?|cents?|dollars?|units|euros?)\b(?<=\b\d[\d.,]*\s?(?:usdc?|cents?|dollars?|units|euros?))|\b(?:one|two|three|four|five|ten|half a) (?:cents?|dollars?)\b/i;
const UNIT_PRICE =
  /(?:[$€£]\s?\d[\d.,]*|(?:usdc?|cents?|dollars?)(?<=\b\d[\d.,]*\s?(?:usdc?|cents?|dollars?))|\b(?:one|two|three|four|five|ten|half a) cents?)\s?(?:per|each|a|an|for|\/)\s?[a-z]|\bpay(?:ing)? per [a-z]/i;

/** A price, as of something for sale. */
const UNIT_OR_COUNT =
  /[$€£¥]\s?\d|\d\s?[$€£¥]|(?:usdc?|cents?|dollars?)\b(?<=\b\d[\d.,]*\s?(?:usdc?|cents?|dollars?))/i;

const VAGUE_MODIFIERS = wordSet(
  `a an the this that these those my our your their his her its some any good best better nice great new other another same
  right certain particular specific available useful random various different cool big small old whole thing things stuff
  something anything everything it one ones me us you them please just check is are was be for to of in on at with and or
  tell about give show find do does did make get want need help can could should would will which what how why run see
  look use using used buy pay choose pick compare decide evaluate assess review audit test i we he she they if so`,
);

/** What our own checks are called: whoever names one has said what is to be decided. */
const OURS =
  /\b(?:cheapest proof|(?:light )?trust check|opportunity check|revenue audit|payment scope check)\b/i;
export const namesOurs = (text: string): boolean => OURS.test(text);

/** Evidence of scope in a request. Linear in its words. */
export function readScope(tokens: readonly IntentToken[], text: string): IntentScope {
  if (namesOurs(text)) return { object: true, verb: true, specific: true };
  let all = 0;
  let described = false;
  let specifics = 0;
  let content = 0;
  const weak = new Set<WordEntry>();
  for (const { word, text: name, head, product } of tokens) {
    const { sets } = word;
    all |= sets;
    if ((sets & WEAK_OBJECTS) !== 0) weak.add(word);
    if ((sets & (ASPECTS | QUANTITIES)) !== 0 || QUANTITY.test(name)) specifics++;
    if (head || product) described = true;
    if ((sets & VAGUE_MODIFIERS) !== 0 || name.length <= 2) continue;
    content++;
    if (product && (sets & OBJECTS) === 0) specifics++;
  }
  const strong = (all & OBJECTS) !== 0;
  let verb = (all & VERBS) !== 0;
  const priced = PRICED.test(text);
  let object = strong || weak.size >= 2 || (weak.size === 1 && priced);
  if (weak.size >= 3 || content >= 5 || (strong && weak.size >= 2)) specifics++;
  if (PATH.test(text)) {
    specifics++;
    object = true;
  }
  // A price for each of something is the price of a call, whatever the something is called.
  if (UNIT_PRICE.test(text)) object = true;
  // A question about a priced thing asks for a decision even without a verb: "402, paid, 500: retry?".
  // So does a thing to buy with its price and nothing else: "tide table endpoint, $0.02 per port, 12 ports".
  if (described && UNIT_OR_COUNT.test(text)) verb = true;
  if (text.includes('?') || text.includes('？')) verb = true;
  return { object, verb, specific: specifics > 0 && content >= 2 };
}

const VAGUE_WORDS = wordSet(
  `something anything everything stuff thing things whatever somehow useful results ideas idea best good better great nice
  help info information opportunities opportunity improve optimize optimise analyze analyse advise ok test cool money rich
  any some it this that you decide surprise me do`,
);

/** 0 (precise) to 1 (empty), two decimals: the share of words that carry nothing, less what is specific. */
export function vagueness(tokens: readonly IntentToken[], scope: IntentScope): number {
  if (tokens.length === 0) return 1;
  const empty = tokens.filter(({ word }) => (word.sets & (VAGUE_WORDS | VAGUE_MODIFIERS)) !== 0).length;
  const held = Number(scope.object) + Number(scope.verb) + Number(scope.specific);
  const brevity = Math.max(0, 1 - tokens.length / 8);
  const score = 0.5 * (empty / tokens.length) + 0.3 * brevity + 0.4 * (1 - held / 3) - (held === 3 ? 0.3 : 0);
  return Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;
}
