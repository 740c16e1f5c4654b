import { once } from '../../values/once.ts';
import { leadingIn } from './cases/index.ts';
import type { Cause } from './dictionary/causes.ts';
import { HOLE } from './dictionary/hole.ts';
import { entryById } from './dictionary/index.ts';
import { type CauseEvidence, mayBeSure, type Symptom, wrapped } from './evidence.ts';
import { type Facet, facetsOf } from './facets.ts';
import learnt from './learnt.artefact.json' with { type: 'json' };
import { flatten, namesPaidCalls, type Pasted } from './read.ts';
import type { Signature } from './signature.ts';
import { CAUSE_OF } from './tables/causes.ts';
import { templatesIn } from './templates.ts';
import { byRarest, heldIn, type Rarest, type Said, saying } from './vocabulary.ts';

/** What was said before, word for word: codes, templates, messages, reports. */

/** A message that is this share of a text is what was pasted. */
const ALONE = 0.6;

/** A code this long, or of these words, belongs to paid calls wherever it stands. */
const OWN_CODE = /x402|exact|evm|svm|permit2|payment|settle|facilitator|siwx|eip712|authorization|batch|upto/;
/** Codes that many causes share: they weigh less than what stands beside them, and nothing is sure by them. */
const SHARED_CODE =
  /^(?:invalid[_-](?:payload|payment|request|challenge|scheme|transaction_state)|payment[_-](?:insufficient|required|failed|rejected|error|invalid)|unexpected\w*|internal\w*|unknown\w*|(?:payment_)?verification[_-]failed|settlement[_-](?:failed|error)|transaction_failed|bad_request|not_found|unauthorized|forbidden|simulation_failed|\w*transaction_simulation_failed)$/;
const SHARED = 0.7;
/** What a runtime says of its own trouble names no cause for sure. */
const OF_RUNTIME =
  /^(?:cannot (?:read propert|convert undefined)|undefined is not|unexpected (?:token|end)|execution reverted|the string to be decoded|invalidcharactererror|failed to execute atob|incorrect padding|invalid base64|illegal base64)/;

export function groundsOf(
  symptom: Symptom,
  inContext: boolean,
  signatures: readonly Signature[],
): readonly CauseEvidence[] {
  const { pasted } = symptom;
  const said =
    pasted.flat === ''
      ? []
      : [
          ...codes(pasted, inContext),
          ...templates(pasted, inContext),
          ...messages(pasted, inContext),
          ...leading(symptom),
        ];
  return bySide(
    pasted,
    [...said, ...reports(symptom, signatures)].filter(
      ({ own, sure }) => own || inContext || (sure && pasted.trade !== 'other'),
    ),
  );
}

function codes({ codes: said, flat }: Pasted, about: boolean): CauseEvidence[] {
  return [...said].flatMap((code) => {
    const entry = entryById(code) ?? entryById(code.toUpperCase());
    if (entry?.kind !== 'code') return [];
    const alone = flat.length < code.length * 1.6;
    const own = about || OWN_CODE.test(code);
    if (!own && !alone) return [];
    const shared = SHARED_CODE.test(code);
    const weight = wrapped(entry.cause, 90 + Math.min(40, code.length)) * (shared ? SHARED : 1);
    const sure = !shared && (own || alone) && mayBeSure(entry.cause);
    return [
      {
        cause: entry.cause,
        weight,
        sure,
        own: alone || OWN_CODE.test(code),
        on: 'errorText' as const,
        entry,
      },
    ];
  });
}

/** Whether a line of our tables says by itself that it is about a paid call: asked once of each that a text has held. */
const judged = new Map<string, boolean>();
function isOwn(line: string): boolean {
  const known = judged.get(line) ?? namesPaidCalls(flatten(line));
  judged.set(line, known);
  return known;
}

/** "Failed to create payment: …": what stands in its place at the end is the failure. */
const PASSED_ON = /^(?:failed|unable|could not|error|cannot) .*[: ]$/i;
const wraps = (text: string, flat: string): boolean =>
  text.endsWith(HOLE) && PASSED_ON.test(text.slice(0, text.indexOf(HOLE))) && flat.length > text.length + 12;

/** Fixed characters from which a template is said by nobody else. */
const SURE_TEMPLATE = 28;

/** A message that guesses at its own reason names more than one cause. */
const GUESSES = /\b(?:make sure|did you|have you|perhaps|maybe|might|may be|possibly|either|ensure)\b/i;

function templates(pasted: Pasted, about: boolean): CauseEvidence[] {
  return templatesIn(pasted)
    .slice(0, 12)
    .flatMap(({ entry, chars, whole, common }) => {
      // "Payment Required" is what every challenge says.
      if (common && entry.cause === 'missing_payment_header') return [];
      const alone = chars > pasted.flat.length * ALONE;
      if (!about && (common || !alone) && chars < 40) return [];
      const base = (whole ? 50 : 25) + Math.min(whole ? 80 : 50, chars) - (common && !alone ? 30 : 0);
      const weight = wrapped(entry.cause, base);
      const clear =
        whole && !common && !OF_RUNTIME.test(entry.text.toLowerCase()) && !wraps(entry.text, pasted.flat);
      const told = (chars >= SURE_TEMPLATE || alone) && !GUESSES.test(entry.text);
      const own = (alone && (about || !OF_EVERYBODY.has(entry.cause))) || isOwn(entry.text);
      const sure =
        clear && told && mayBeSure(entry.cause) && (own || about || !OF_EVERYBODY.has(entry.cause));
      return [{ cause: entry.cause, weight, sure, own, on: 'errorText' as const, entry }];
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

/** What servers say of any request, paid or not: it needs more than itself to be about a payment. */
const OF_EVERYBODY: ReadonlySet<Cause> = new Set([
  'header_too_large',
  'tls_or_dns',
  'network_timeout',
  'rate_limited',
  'gas_or_settler',
  'wallet_rejected',
  'rpc_unavailable',
]);

/** Messages of software that is not installed here: tokens, wallets, nodes, proxies. */
function messages(pasted: Pasted, about: boolean): CauseEvidence[] {
  return heldIn(pasted.flat, pasted.seen, MESSAGES).flatMap(({ cause, said }) => {
    const { chars, fragments } = said;
    if (!about && chars < MIN_ALONE_CHARS) return [];
    const whole = fragments.length === 1;
    const base = 52 - (whole ? 0 : APART) + Math.min(44, chars);
    const sure = whole && chars >= MIN_SURE_CHARS && !OF_RUNTIME.test(fragments[0]!) && mayBeSure(cause);
    const alone = chars > pasted.flat.length * ALONE && (about || !OF_EVERYBODY.has(cause));
    const own = alone || isOwn(fragments.join(' '));
    return [
      {
        cause,
        weight: wrapped(cause, base),
        sure: sure && (own || about || !OF_EVERYBODY.has(cause)),
        own,
        on: 'errorText' as const,
      },
    ];
  });
}

/** More than the code or message that stands beside it. */
const LEADS = 150;
/** Less when the words of the text tell of something else: then one detail led. */
const LEADS_ALONE = 70;
const CHANCE_OF_LEAD = 0.04;

/** What says more than any code: `invalid_payload` beside a revert is about the revert. */
const leading = ({ pasted: { hints, chances }, reading }: Symptom): CauseEvidence[] =>
  leadingIn(reading).map(({ of: [cause], leads = true }) => ({
    cause,
    weight: (chances.of.get(cause) ?? 0) >= CHANCE_OF_LEAD ? LEADS : LEADS_ALONE,
    sure: false,
    own: hints > 0 || leads === 'alone',
    on: 'errorText',
    leads,
  }));

/** Who speaks: a client that reads a challenge, or a seller or facilitator that reads a payment. */
const BUYER_SIDE =
  /wrapfetchwithpayment|fetchwithpayment|x402-(?:fetch|axios)|@x402\/(?:fetch|axios)|x402httpclient|decodepaymentrequired|getpaymentrequired|x402-?client|x402\.clients|withpaymentinterceptor/;
const SELLER_SIDE =
  /isvalid|invalidreason|invalidmessage|\/verify|\/settle|middleware|payload,signature|paymentpayload|decodepayment\b|x402\/(?:express|hono|next)|x402-(?:express|hono|next)|x402\.(?:fastapi|flask|server)|resourceserver|facilitator/;
const OTHER_SIDE = 0.62;

/** The same message means a payment when a seller prints it and a challenge when a client does. */
export function bySide({ flat }: Pasted, evidence: readonly CauseEvidence[]): readonly CauseEvidence[] {
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
const RUNTIME =
  /cannot read propert|invalid_type|keyerror|attributeerror|unexpected (?:token|end)|to be decoded is not|invalidcharactererror|incorrect padding|illegal base64/;

type Fragment = { readonly signature: Signature; readonly said: Said };

/** What signatures say, in the form that is searched for. Made before a text is read, which knows no later words. */
export const learnReports = once(
  (signatures: readonly Signature[]): Rarest<Fragment> =>
    byRarest(
      signatures.flatMap((signature) =>
        signature.says.map((fragments) => ({ signature, said: saying(fragments.map(flatten)) })),
      ),
    ),
);

/** Fragments of this many characters together are hardly said by accident. */
const STRONG_CHARS = 18;
/** A report that is most of a text outweighs what single words of it tell. */
const WORD_FOR_WORD = 110;
/** What any failure of a payment is wrapped in names no cause for sure. */
const SHELL = /^(?:\w+ )?(?:payment|request|call|settlement|verification) (?:failed|error|rejected)\W*$/;
const causeOf = ({ id, causeId }: Signature): Cause | undefined => causeId ?? CAUSE_OF[id];

function reports(symptom: Symptom, signatures: readonly Signature[]): CauseEvidence[] {
  const { flat, seen } = symptom.pasted;
  const held = Map.groupBy(heldIn(flat, seen, learnReports(signatures)), ({ signature }) => signature);
  const told = [...held].flatMap(([signature, own]): CauseEvidence[] => {
    const cause = causeOf(signature);
    if (!cause) return [];
    const best = Math.max(...own.map(({ said }) => said.chars));
    const whole = own.some(
      ({ said: { fragments, chars } }) =>
        fragments.length === 1 && chars >= STRONG_CHARS && !OF_RUNTIME.test(fragments[0]!),
    );
    const alone = own.some(({ said: { chars } }) => chars > flat.length * ALONE);
    const weight =
      wrapped(cause, (whole ? 48 : 20) + Math.min(50, best) + 5 * (own.length - 1)) +
      (alone ? WORD_FOR_WORD : 0);
    const shell = own.every(({ said: { fragments } }) => SHELL.test(fragments.join(' ')));
    const sure = whole && !shell && mayBeSure(cause);
    const speaks = alone || own.some(({ said: { fragments } }) => isOwn(fragments.join(' ')));
    return [{ cause, weight, sure, own: speaks, on: 'errorText', signature }];
  });
  return [...told, ...byChallenge(symptom, signatures)];
}

function byChallenge({ challenge, headerChars }: Symptom, signatures: readonly Signature[]): CauseEvidence[] {
  if (challenge === undefined && headerChars === 0) return [];
  const facets: ReadonlySet<Facet> = facetsOf(challenge ?? { unread: true }, headerChars);
  return signatures.flatMap((signature): CauseEvidence[] => {
    const cause = causeOf(signature);
    const shown = signature.challenge.filter((facet) => facets.has(facet)).length;
    return cause && shown > 0
      ? [{ cause, weight: 20 * shown, sure: false, own: true, on: 'challenge', signature }]
      : [];
  });
}
