import type { Cause } from './dictionary/causes.ts';
import { BY_ID, type Entry } from './dictionary/index.ts';
import { type Facet, facetsOf } from './facets.ts';
import learnt from './learnt.artefact.json' with { type: 'json' };
import { flatten, type Pasted } from './read.ts';
import type { Signature } from './signature.ts';
import { CAUSE_OF } from './tables/causes.ts';
import { templatesIn } from './templates.ts';
import { byRarest, heldIn, type Rarest, type Said, saying } from './vocabulary.ts';

/** What of a text speaks for which cause, and how much. */

export interface Evidence {
  readonly cause: Cause;
  readonly weight: number;
  /** A code or a template: the only grounds on which an answer may be sure. */
  readonly sure: boolean;
  readonly on: 'errorText' | 'statusCode' | 'challenge';
  readonly entry?: Entry;
  readonly signature?: Signature;
  /** Told by all words together: it is added to whatever else there is. */
  readonly words?: true;
}

export interface Symptom {
  readonly pasted: Pasted;
  readonly statusCode: number | undefined;
  readonly challenge: Parameters<typeof facetsOf>[0] | undefined;
  readonly headerChars: number;
}

/**
 * Words that wrap other failures weigh less than what they wrap: "settlement failed: nonce already used" is about the
 * nonce.
 */
const WRAPS: Partial<Record<Cause, number>> = {
  upstream_error: 0.45,
  request_invalid: 0.4,
  facilitator_rejected: 0.45,
  missing_payment_header: 0.5,
  response_invalid: 0.55,
  wallet_misconfigured: 0.8,
  settlement_failed: 0.55,
  simulation_failed: 0.6,
  facilitator_unavailable: 0.75,
  server_misconfigured: 0.7,
  malformed_payment_header: 0.75,
  malformed_challenge: 0.8,
  network_timeout: 0.8,
  tls_or_dns: 0.9,
  receipt_invalid: 0.8,
  session_or_channel: 0.9,
  solana_transaction: 0.85,
  policy_refused: 0.9,
};
const wrapped = (cause: Cause, weight: number): number => weight * (WRAPS[cause] ?? 1);

/** A code this long, or of these words, belongs to paid calls wherever it stands. */
const OWN_CODE = /x402|exact|evm|svm|permit2|payment|settle|facilitator|siwx|eip712|authorization|batch|upto/;
/** Codes that many causes share: they weigh less than what stands beside them, and nothing is sure by them. */
const SHARED_CODE =
  /^(?:invalid[_-](?:payload|payment|request|challenge|scheme|transaction_state)|payment[_-](?:insufficient|required|failed|rejected|error|invalid)|unexpected\w*|internal\w*|unknown\w*|(?:payment_)?verification[_-]failed|settlement[_-](?:failed|error)|transaction_failed|bad_request|not_found|unauthorized|forbidden|simulation_failed|\w*transaction_simulation_failed)$/;
const SHARED = 0.7;
/** A cause that wraps others is never sure. */
const SURE_FROM = 0.75;
const mayBeSure = (cause: Cause): boolean => (WRAPS[cause] ?? 1) >= SURE_FROM;
/** What a runtime says of its own trouble names no cause for sure. */
const OF_RUNTIME =
  /^(?:cannot (?:read propert|convert undefined)|undefined is not|unexpected (?:token|end)|execution reverted)/;

/** Statuses that say something by themselves. */
const STATUS_CAUSE: Readonly<Record<number, Cause>> = {
  429: 'rate_limited',
  431: 'header_too_large',
  500: 'upstream_error',
  502: 'upstream_error',
  503: 'upstream_error',
  504: 'network_timeout',
  405: 'request_invalid',
  415: 'request_invalid',
  422: 'request_invalid',
};

export function evidenceOf(symptom: Symptom, signatures: readonly Signature[]): readonly Evidence[] {
  const { pasted, statusCode } = symptom;
  const about =
    pasted.about || pasted.hints > 1 || statusCode !== undefined || symptom.challenge !== undefined;
  const said =
    pasted.flat === ''
      ? []
      : [...codes(pasted, about), ...templates(pasted, about), ...messages(pasted, about)];
  const grounds = bySide(pasted, [...said, ...reports(symptom, signatures)]);
  const statuses = new Set([...pasted.statuses, ...(statusCode === undefined ? [] : [statusCode])]);
  if (!tellsOfFailure(symptom, grounds)) return [];
  return [
    ...grounds,
    ...words(pasted),
    ...[...statuses].flatMap((status) => {
      const cause = STATUS_CAUSE[status];
      return cause ? [{ cause, weight: wrapped(cause, 22), sure: false, on: 'statusCode' as const }] : [];
    }),
  ];
}

/** Of words alone a text is no failure as soon as this much speaks for none. */
const NONE_BY_WORDS = 0.65;
/** Beside grounds that are not sure. */
const NONE_BESIDE_GROUNDS = 0.8;
/** Words alone, in a text that does not name paid calls, have to leave no doubt. */
const NONE_UNNAMED = 0.15;
const HALF_SURE = 0.15;
/** So does a text in which nothing is said to fail: most praise paid calls or ask about them. */
const PLAIN_CHANCE = 0.5;
const MIN_KNOWN = 2;
const FAILING =
  /error|exception|fail|reject|denied|deny|refus|invalid|cannot|unable|missing|not found|time[ds]? ?out|crash|broke|wrong|\b[45]\d\d\b|\bnever|\b(?:do|does|did|is|was|are|wo|ca|could|would|has|have)nt\b|no longer|stuck|\blost|twice|\bbug\b|bypass|unpaid|without pa|mismatch|expired|unsupported|unexpected|problem|\bnot\b|_not_|blocked|exceed|replay|why\b|malformed|false|\bno (?:\w+ ){1,3}(?:found|registered|such|implement\w*)|\bno such|terminated|hang|abort|giv\w+ up|silently|instead|[⚠❌⨯]|\bneeds?\b|regress|revert|insufficient|undefined|\bnull\b/;

/** Nothing but what every unpaid call is answered. */
const BARE = /^(?:http\/[\d.]+ )?(?:402)?:?(?: ?payment required)?$/;

/** Whether a text tells of a paid call that failed. */
function tellsOfFailure({ pasted, statusCode }: Symptom, grounds: readonly Evidence[]): boolean {
  const { none, known, of } = pasted.chances;
  if (grounds.some(({ sure, on }) => sure || on === 'challenge')) return true;
  if (grounds.length > 0) return none < NONE_BESIDE_GROUNDS;
  if (BARE.test(pasted.flat) || known < MIN_KNOWN) return false;
  if (!FAILING.test(pasted.flat) && Math.max(...of.values()) < PLAIN_CHANCE) return false;
  if (pasted.about || statusCode !== undefined) return none < NONE_BY_WORDS;
  return (
    none < NONE_UNNAMED && (pasted.hints > 1 || (pasted.hints > 0 && Math.max(...of.values()) > HALF_SURE))
  );
}

function codes({ codes: said, flat }: Pasted, about: boolean): Evidence[] {
  return [...said].flatMap((code) => {
    const entry = BY_ID.get(code) ?? BY_ID.get(code.toUpperCase());
    if (entry?.kind !== 'code') return [];
    const alone = flat.length < code.length * 1.6;
    const own = about || OWN_CODE.test(code);
    if (!own && !alone) return [];
    const shared = SHARED_CODE.test(code);
    const weight = wrapped(entry.cause, 90 + Math.min(40, code.length)) * (shared ? SHARED : 1);
    const sure = !shared && (own || alone) && mayBeSure(entry.cause);
    return [{ cause: entry.cause, weight, sure, on: 'errorText' as const, entry }];
  });
}

/** Fixed characters from which a template is said by nobody else. */
const SURE_TEMPLATE = 28;

function templates(pasted: Pasted, about: boolean): Evidence[] {
  return templatesIn(pasted)
    .slice(0, 12)
    .flatMap(({ entry, chars, whole, common }) => {
      // "Payment Required" is what every challenge says.
      if (common && entry.cause === 'missing_payment_header') return [];
      const alone = chars > pasted.flat.length * 0.6;
      if (!about && (common || !alone) && chars < 40) return [];
      const base = (whole ? 50 : 25) + Math.min(whole ? 80 : 50, chars) - (common && !alone ? 30 : 0);
      const weight = wrapped(entry.cause, base);
      const clear = whole && !common && !OF_RUNTIME.test(entry.text.toLowerCase());
      const sure = clear && (chars >= SURE_TEMPLATE || alone) && mayBeSure(entry.cause);
      return [{ cause: entry.cause, weight, sure, on: 'errorText' as const, entry }];
    });
}

/** Parts of one message that stand apart. */
const APART_BY = ' … ';
const MESSAGES = byRarest(
  learnt.messages.map(([cause, text]) => ({
    cause: cause as Cause,
    said: saying(text!.split(APART_BY).map(flatten)),
  })),
);
/** A message of fewer characters is said by accident. */
const MIN_ALONE_CHARS = 16;
/** And fewer than these may be said of another cause. */
const MIN_SURE_CHARS = 22;

/** Fragments that stand anywhere in a text may belong to different failures. */
const APART = 12;

/** Messages of software that is not installed here: tokens, wallets, nodes, proxies. */
function messages(pasted: Pasted, about: boolean): Evidence[] {
  return heldIn(pasted.flat, pasted.seen, MESSAGES).flatMap(({ cause, said }) => {
    const { chars, fragments } = said;
    if (!about && chars < MIN_ALONE_CHARS) return [];
    const whole = fragments.length === 1;
    const base = 52 - (whole ? 0 : APART) + Math.min(44, chars);
    const sure = whole && chars >= MIN_SURE_CHARS && !OF_RUNTIME.test(fragments[0]!) && mayBeSure(cause);
    return [{ cause, weight: wrapped(cause, base), sure, on: 'errorText' as const }];
  });
}

/** How much the words of a text weigh beside codes and messages. */
const BY_WORDS = 20;
/** Chances below this say nothing. */
const MIN_CHANCE = 0.01;

/** What the words of a text tell, by examples. */
function words({ chances }: Pasted): Evidence[] {
  if (chances.known < MIN_KNOWN) return [];
  return [...chances.of].flatMap(([cause, chance]) =>
    chance > MIN_CHANCE
      ? [
          {
            cause,
            weight: BY_WORDS * Math.log(chance / MIN_CHANCE),
            sure: false,
            on: 'errorText' as const,
            words: true as const,
          },
        ]
      : [],
  );
}

/** Who speaks: a client that reads a challenge, or a seller or facilitator that reads a payment. */
const BUYER_SIDE =
  /wrapfetchwithpayment|fetchwithpayment|x402-(?:fetch|axios)|@x402\/(?:fetch|axios)|x402httpclient|decodepaymentrequired|getpaymentrequired|x402-?client|x402\.clients|withpaymentinterceptor/;
const SELLER_SIDE =
  /isvalid|invalidreason|invalidmessage|\/verify|\/settle|middleware|payload,signature|paymentpayload|decodepayment\b|x402\/(?:express|hono|next)|x402-(?:express|hono|next)|x402\.(?:fastapi|flask|server)|resourceserver|facilitator/;
const OTHER_SIDE = 0.62;

/** The same message means a payment when a seller prints it and a challenge when a client does. */
function bySide({ flat }: Pasted, evidence: readonly Evidence[]): readonly Evidence[] {
  const buyer = BUYER_SIDE.test(flat);
  if (buyer === SELLER_SIDE.test(flat)) return evidence;
  const not: Cause = buyer ? 'malformed_payment_header' : 'malformed_challenge';
  const but: Cause = buyer ? 'malformed_challenge' : 'malformed_payment_header';
  return evidence.map((each) => {
    if (each.cause !== not || each.entry?.kind === 'code' || each.sure) return each;
    const runtime = each.signature === undefined && each.entry === undefined && RUNTIME.test(flat);
    return { ...each, cause: runtime ? but : not, weight: each.weight * OTHER_SIDE };
  });
}
const RUNTIME = /cannot read propert|invalid_type|keyerror|attributeerror|unexpected (?:token|end)/;

type Fragment = { readonly signature: Signature; readonly said: Said };
const madeOf = new WeakMap<readonly Signature[], Rarest<Fragment>>();

/** What signatures say, in the form that is searched for. Made before a text is read, which knows no later words. */
export function learnReports(signatures: readonly Signature[]): Rarest<Fragment> {
  const known = madeOf.get(signatures);
  if (known) return known;
  const made = byRarest(
    signatures.flatMap((signature) =>
      signature.says.map((fragments) => ({ signature, said: saying(fragments.map(flatten)) })),
    ),
  );
  madeOf.set(signatures, made);
  return made;
}

/** Fragments of this many characters together are hardly said by accident. */
const STRONG_CHARS = 18;
const causeOf = ({ id, causeId }: Signature): Cause | undefined => causeId ?? CAUSE_OF[id];

function reports(symptom: Symptom, signatures: readonly Signature[]): Evidence[] {
  const { flat, seen } = symptom.pasted;
  const held = Map.groupBy(heldIn(flat, seen, learnReports(signatures)), ({ signature }) => signature);
  const told = [...held].flatMap(([signature, own]): Evidence[] => {
    const cause = causeOf(signature);
    if (!cause) return [];
    const best = Math.max(...own.map(({ said }) => said.chars));
    const whole = own.some(
      ({ said: { fragments, chars } }) =>
        fragments.length === 1 && chars >= STRONG_CHARS && !OF_RUNTIME.test(fragments[0]!),
    );
    const weight = wrapped(cause, (whole ? 48 : 20) + Math.min(50, best) + 5 * (own.length - 1));
    return [{ cause, weight, sure: whole && mayBeSure(cause), on: 'errorText', signature }];
  });
  return [...told, ...byChallenge(symptom, signatures)];
}

function byChallenge({ challenge, headerChars }: Symptom, signatures: readonly Signature[]): Evidence[] {
  if (challenge === undefined && headerChars === 0) return [];
  const facets: ReadonlySet<Facet> = facetsOf(challenge ?? { unread: true }, headerChars);
  return signatures.flatMap((signature): Evidence[] => {
    const cause = causeOf(signature);
    const shown = signature.challenge.filter((facet) => facets.has(facet)).length;
    return cause && shown > 0 ? [{ cause, weight: 20 * shown, sure: false, on: 'challenge', signature }] : [];
  });
}

/** A cause with all that speaks for it, the weightiest first. */
export interface Ranked {
  readonly cause: Cause;
  readonly weight: number;
  readonly sure: boolean;
  readonly evidence: readonly Evidence[];
}

/** More than one trace of a cause speaks for it, each further one less. */
const FURTHER = 0.18;
/** Below this nothing is called a match. */
const MIN_WEIGHT = 12;
/** A cause that another one nearly equals is not sure. */
const MARGIN = 0.72;
/** Grounds of this weight make another cause possible, however much there is for the first. */
const GROUNDS = 45;
const HALF = 0.6;

export function ranked(evidence: readonly Evidence[]): readonly Ranked[] {
  const causes = [...Map.groupBy(evidence, ({ cause }) => cause)]
    .map(([cause, own]) => {
      const sorted = own.toSorted((a, b) => b.weight - a.weight);
      const byWords = own.find((each) => each.words)?.weight ?? 0;
      const [first = 0, ...others] = sorted.filter((each) => !each.words).map((each) => each.weight);
      const further = others.reduce((sum, weight) => sum + weight, 0);
      return {
        cause,
        weight: first + FURTHER * Math.min(further, 120) + byWords,
        sure: sorted.some(({ sure }) => sure),
        evidence: sorted,
      };
    })
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((a, b) => b.weight - a.weight || (a.cause < b.cause ? -1 : 1));
  const [best, ...rest] = causes;
  const alone = rest.every(
    ({ weight, evidence: own }) =>
      weight < best!.weight * MARGIN &&
      own.every((each) => !each.sure || each.weight < Math.max(GROUNDS, best!.weight * HALF)),
  );
  const isSure = best !== undefined && best.sure && alone;
  // Beside what is sure, what only the words of the text might mean is noise.
  const kept = isSure ? causes.filter(({ evidence: own }) => own.some(({ words: told }) => !told)) : causes;
  return kept.map((each) => ({ ...each, sure: isSure && each === best }));
}
