import type { Cause } from './dictionary/causes.ts';
import { BY_ID, type Entry } from './dictionary/index.ts';
import { type Facet, facetsOf } from './facets.ts';
import { OTHERS } from './others.ts';
import type { Told } from './prose.ts';
import { flatten, type Pasted } from './read.ts';
import type { Signature } from './signature.ts';
import { CAUSE_OF } from './tables/causes.ts';
import { templatesIn } from './templates.ts';
import { type Said, saying, says } from './vocabulary.ts';

/** What of a text speaks for which cause, and how much. */

export interface Evidence {
  readonly cause: Cause;
  readonly weight: number;
  /** A code or a template: the only grounds on which an answer may be sure. */
  readonly sure: boolean;
  readonly on: 'errorText' | 'statusCode' | 'challenge';
  readonly entry?: Entry;
  readonly signature?: Signature;
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
const OF_RUNTIME = /^(?:cannot read propert|undefined is not|unexpected (?:token|end)|execution reverted)/;

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
  const texts =
    pasted.flat === ''
      ? []
      : [
          ...codes(pasted, about),
          ...templates(pasted, about),
          ...others(pasted, about),
          ...prose(pasted, about),
        ];
  const found = bySide(pasted, [...texts, ...reports(symptom, signatures)]);
  const statuses = new Set([...pasted.statuses, ...(statusCode === undefined ? [] : [statusCode])]);
  // A status code supports a match and never makes one.
  if (found.length === 0 && !(pasted.about && pasted.statuses.size > 0)) return [];
  return [
    ...found,
    ...[...statuses].flatMap((status) => {
      const cause = STATUS_CAUSE[status];
      return cause ? [{ cause, weight: wrapped(cause, 22), sure: false, on: 'statusCode' as const }] : [];
    }),
  ];
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
      const sure = whole && !common && (chars >= SURE_TEMPLATE || alone) && mayBeSure(entry.cause);
      return [{ cause: entry.cause, weight, sure, on: 'errorText' as const, entry }];
    });
}

const OTHER_SAID = OTHERS.map((other) => ({ ...other, said: other.says.map(saying) }));
/** A message of fewer characters is said by accident. */
const MIN_ALONE_CHARS = 16;
/** And fewer than these may be said of another cause. */
const MIN_SURE_CHARS = 22;

/** Fragments that stand anywhere in a text may belong to different failures. */
const APART = 12;

function others(pasted: Pasted, about: boolean): Evidence[] {
  return OTHER_SAID.flatMap(({ cause, message, anywhere, said }) => {
    if (!about && !anywhere) return [];
    const held = said.filter((each) => says(pasted.flat, pasted.seen, each));
    const best = Math.max(0, ...held.map(({ chars }) => chars));
    if (best === 0) return [];
    if (!about && best < MIN_ALONE_CHARS) return [];
    const base =
      (message ? (anywhere ? 52 : 46) : 16) -
      (message && held.every(({ fragments }) => fragments.length > 1) ? APART : 0) +
      Math.min(message ? 44 : 20, best) +
      6 * Math.min(3, held.length - 1);
    const whole = held.some(
      ({ fragments: [only, more], chars }) =>
        more === undefined && chars >= MIN_SURE_CHARS && !OF_RUNTIME.test(only!),
    );
    const sure = message && anywhere && whole && mayBeSure(cause);
    return [{ cause, weight: wrapped(cause, base), sure, on: 'errorText' as const }];
  });
}

/** Of one cause no more ways of saying it than this count. */
const MAX_TOLD = 3;
/** Below what any words of a report weigh that stand together. */
const LOOSELY = 16;
/** What any program may fail of is meant only in a text that surely speaks of paid calls. */
const ANY_PROGRAM: ReadonlySet<Cause> = new Set<Cause>([
  'network_timeout',
  'tls_or_dns',
  'cors_or_browser',
  'dependency_missing',
  'client_version_mismatch',
  'request_invalid',
  'response_invalid',
  'upstream_error',
  'server_misconfigured',
  'rate_limited',
  'authorization_expired',
  'mcp_payment_dialect',
  'session_or_channel',
  'policy_refused',
]);

const heard =
  (hints: number) =>
  ({ cause, concepts, plain, loose }: Told): boolean => {
    if (loose) return false;
    if (hints === 0) return false;
    return plain ? concepts > 1 : concepts > 1 && !ANY_PROGRAM.has(cause);
  };

function prose({ told, hints, about: surely }: Pasted, about: boolean): Evidence[] {
  const meant = about
    ? told.filter(({ loose, concepts }) => !loose || (surely && concepts > 1))
    : told.filter(heard(hints));
  return [...Map.groupBy(meant, ({ cause }) => cause)].flatMap(([cause, own]) =>
    own
      .map(({ concepts, plain, loose }) => (loose ? LOOSELY : 14 + 9 * concepts) + (plain ? 24 : 0))
      .sort((a, b) => b - a)
      .slice(0, MAX_TOLD)
      .map((base) => {
        // A person says what happened: less of it is wrapping than in a log.
        const weight = (wrapped(cause, base) + base) / 2;
        return { cause, weight, sure: false, on: 'errorText' as const };
      }),
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

const madeOf = new WeakMap<Signature, readonly Said[]>();

/** What a signature says, in the form that is searched for. Made before a text is read, which knows no later words. */
export function saidBy(signature: Signature): readonly Said[] {
  const known = madeOf.get(signature);
  if (known) return known;
  const made = signature.says.map((fragments) => saying(fragments.map(flatten)));
  madeOf.set(signature, made);
  return made;
}

/** Fragments of this many characters together are hardly said by accident. */
const STRONG_CHARS = 18;

function reports({ pasted, challenge, headerChars }: Symptom, signatures: readonly Signature[]): Evidence[] {
  const facets: ReadonlySet<Facet> =
    challenge === undefined && headerChars === 0
      ? new Set()
      : facetsOf(challenge ?? { unread: true }, headerChars);
  return signatures.flatMap((signature) => {
    const cause = signature.causeId ?? CAUSE_OF[signature.id];
    if (!cause) return [];
    const held = saidBy(signature).filter((each) => says(pasted.flat, pasted.seen, each));
    const best = Math.max(0, ...held.map(({ chars }) => chars));
    const shown = signature.challenge.filter((facet) => facets.has(facet)).length;
    const whole = held.some(
      ({ fragments: [only, more], chars }) =>
        more === undefined && chars >= STRONG_CHARS && !OF_RUNTIME.test(only!),
    );
    return [
      ...(best > 0
        ? [
            {
              cause,
              weight: wrapped(cause, (whole ? 48 : 20) + Math.min(50, best) + 5 * (held.length - 1)),
              sure: whole && mayBeSure(cause),
              on: 'errorText' as const,
              signature,
            },
          ]
        : []),
      ...(shown > 0 ? [{ cause, weight: 20 * shown, sure: false, on: 'challenge' as const, signature }] : []),
    ];
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
      const further = sorted.slice(1).reduce((sum, { weight }) => sum + weight, 0);
      return {
        cause,
        weight: sorted[0]!.weight + FURTHER * Math.min(further, 120),
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
  return causes.map((each, i) => ({ ...each, sure: i === 0 && each.sure && alone }));
}
