import { sameAddress } from '../../values/assets.ts';
import type { Json } from '../../values/challenge.ts';
import { ASSET_DECIMALS, parseBudget } from '../../values/money.ts';
import { saysTerms } from '../../values/offers.ts';
import { DAY_SECONDS, type EpochMs, unixSeconds } from '../../values/time.ts';
import { imitated, listedToken } from '../../values/tokens.ts';
import { type AcceptsEntry, isPayable, type SafetyFacts } from './facts.ts';

/** Names the rules, their points and their thresholds. */
export const RULES_VERSION = '2026-11-22.1';

/** A signature state that came from outside: verifying needs a key that only the caller can bring. */
export type SignatureState = 'valid' | 'invalid' | 'not_checked' | 'absent';

export interface SafetySeen extends SafetyFacts {
  readonly asOf: EpochMs;
  readonly signature: SignatureState;
}

/** True: it holds. False: it does not. A text: it could not be looked at, and what is missing. */
type Verdict = boolean | string;

interface Row {
  /** Taken from 100 when the rule holds; `stop` ends the matter. */
  readonly points: number | 'stop';
  readonly holds: (seen: SafetySeen) => Verdict;
  readonly why: string;
}

const NO_ENTRY = 'No entry of the challenge fits the policy.';
const NO_AMOUNT = 'The amount cannot be read.';
const NO_OFFER = 'There is no signed offer.';
const NO_URL = 'Needs observed.requestUrl and a resource URL in the challenge.';

const entry =
  (holds: (selected: AcceptsEntry, seen: SafetySeen) => Verdict) =>
  (seen: SafetySeen): Verdict =>
    seen.selected ? holds(seen.selected, seen) : NO_ENTRY;
const amount = (holds: (amount: bigint, seen: SafetySeen) => Verdict) =>
  entry((selected, seen) => (selected.amount === undefined ? NO_AMOUNT : holds(selected.amount, seen)));
const offer =
  (holds: (payload: Json, selected: AcceptsEntry, seen: SafetySeen) => Verdict) =>
  (seen: SafetySeen): Verdict =>
    seen.offer && seen.selected ? holds(seen.offer.payload ?? {}, seen.selected, seen) : NO_OFFER;
const urls =
  (holds: (resource: URL, request: URL) => Verdict) =>
  ({ resource, request }: SafetySeen): Verdict =>
    resource && request ? holds(resource, request) : NO_URL;
const listed = (holds: (amount: bigint, listed: bigint) => Verdict) =>
  amount((asked, { asked: { policy }, selected }) => {
    const token = listedToken(String(selected?.network), selected?.asset ?? '');
    if (token && !token.isDollar)
      return 'The token is not of dollars: a price in dollars says nothing of it.';
    const price = policy.listedPriceUsd === undefined ? undefined : parseBudget(policy.listedPriceUsd);
    return price === undefined ? 'Needs policy.listedPriceUsd.' : holds(asked, price);
  });

/** $1,000 in atomic units: listings at or above it were decoys. */
const DECOY_ATOMIC = 1_000_000_000n;
const DEFAULT_WINDOW_SECONDS = 600;
const SHORT_WINDOW_SECONDS = 15;
const STANDARD = new Set(['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds', 'extra']);
const V1_ONLY = ['maxAmountRequired', 'resource', 'description', 'mimeType', 'outputSchema'];
const ZERO_ADDRESS = /^0x0{40}$/;

/** Every rule, in the order in which findings are listed. */
export const SAFETY_RULES = {
  challenge_unreadable: {
    points: 'stop',
    holds: ({ challenge }) => challenge === undefined,
    why: 'The challenge is not base64 of a JSON object, so nobody can say what would be signed.',
  },
  unsupported_version: {
    points: 'stop',
    holds: ({ challenge }) => (challenge ? challenge.x402Version !== 2 : 'The challenge cannot be read.'),
    why: 'The challenge is not x402 version 2.',
  },
  no_offers: {
    points: 'stop',
    holds: ({ challenge, entries }) => (challenge ? entries.length === 0 : 'The challenge cannot be read.'),
    why: 'The challenge offers no way to pay.',
  },
  wrong_network: {
    points: 'stop',
    holds: ({ entries, networks }) =>
      entries.length > 0
        ? !entries.some(({ network }) => typeof network === 'string' && networks.includes(network))
        : 'The challenge offers no way to pay.',
    why: 'No entry is on a network that the policy allows. Do not switch networks for a seller.',
  },
  wrong_scheme: {
    points: 'stop',
    holds: ({ entries, networks, selected }) => {
      const allowed = entries.some(
        ({ network }) => typeof network === 'string' && networks.includes(network),
      );
      return allowed ? selected === undefined : 'No entry is on an allowed network.';
    },
    why: 'The entries on an allowed network are not of scheme exact, so the amount is not fixed.',
  },
  already_signed: {
    points: 'stop',
    holds: ({ asked: { observed } }) =>
      observed?.authorizationsSigned === undefined
        ? 'Needs observed.authorizationsSigned.'
        : observed.authorizationsSigned > 0,
    why: 'A payment was already signed for this task. A second signature can be a second charge: send the first one again, or ask what became of it.',
  },
  asset_not_allowed: {
    points: 'stop',
    holds: entry((selected, { asked: { policy } }) =>
      policy.assets === undefined ? 'Needs policy.assets.' : !isPayable(selected, policy),
    ),
    why: 'The policy names the tokens that may be paid with, and this is none of them.',
  },
  asset_missing: {
    points: 'stop',
    holds: entry(({ asset }) => asset === undefined || asset === ''),
    why: 'The entry names no token.',
  },
  imitated_asset: {
    points: 'stop',
    holds: entry(({ network, asset, extra }, { asked: { policy } }) =>
      asset === undefined || policy.assets
        ? 'The policy names the tokens, or the entry names none.'
        : imitated(String(network), asset, [extra.name, extra.symbol, asset]) !== undefined,
    ),
    why: 'The token carries the name of a known stablecoin of this network at another address, or an address that begins and ends like its address.',
  },
  unknown_asset: {
    points: 30,
    holds: entry((selected, { asked: { policy } }) =>
      policy.assets
        ? 'The policy names the tokens.'
        : selected.asset !== undefined && !isPayable(selected, policy),
    ),
    why: 'The token is unknown here: no SDK takes it by itself, and its issuer is not in our table. It may be sound; nobody here knows what it is worth. If you know it, name it in policy.assets.',
  },
  amount_malformed: {
    points: 'stop',
    holds: entry((selected) => selected.amount === undefined),
    why: 'The amount is not a whole number of atomic units in a string. Clients that guess the unit pay the wrong sum.',
  },
  amount_in_other_units: {
    points: 'stop',
    holds: entry(({ network, asset }) => {
      const token = asset === undefined ? undefined : listedToken(String(network), asset);
      return token ? token.decimals !== ASSET_DECIMALS : 'The decimals of this token are not known here.';
    }),
    why: 'This token does not count in millionths, so the amounts of the policy do not compare with it.',
  },
  amount_over_cap: {
    points: 'stop',
    holds: amount((asked, seen) => asked > BigInt(seen.asked.policy.maxAmountAtomicUnits)),
    why: 'The amount is above the cap of the policy.',
  },
  decoy_price: {
    points: 'stop',
    holds: amount((asked) => asked >= DECOY_ATOMIC),
    why: 'The amount is $1,000 or more for one call. Old clients without a cap sign that.',
  },
  price_unit_confusion: {
    points: 'stop',
    holds: listed((asked, price) => isPowerOfTen(asked, price)),
    why: 'Amount and listed price differ by a power of ten: dollars, cents and atomic units were mixed up.',
  },
  price_above_listing: {
    points: 40,
    holds: listed((asked, price) => asked > price && !isPowerOfTen(asked, price)),
    why: 'The challenge asks more than the listed price.',
  },
  price_below_listing: {
    points: 5,
    holds: listed((asked, price) => asked < price && !isPowerOfTen(asked, price)),
    why: 'The challenge asks less than the listed price: the listing is stale, or this is another product.',
  },
  recipient_malformed: {
    points: 'stop',
    holds: entry(({ network, payTo }) => !isAddress(String(network), payTo)),
    why: 'The recipient is not an address of that network.',
  },
  recipient_unspendable: {
    points: 'stop',
    holds: entry(({ network, payTo, asset }) =>
      payTo === undefined
        ? 'There is no recipient.'
        : ZERO_ADDRESS.test(payTo) || (asset !== undefined && sameAddress(String(network), payTo, asset)),
    ),
    why: 'The recipient is the zero address or the token itself: money sent there is lost.',
  },
  recipient_changed: {
    points: 'stop',
    holds: entry(({ network, payTo }, { asked: { policy } }) =>
      policy.knownRecipient === undefined || payTo === undefined
        ? 'Needs policy.knownRecipient, the recipient known from before.'
        : !sameAddress(String(network), policy.knownRecipient, payTo),
    ),
    why: 'The recipient is not the one known from before. Ask the seller through another channel.',
  },
  host_mismatch: {
    points: 'stop',
    holds: urls((resource, request) => resource.host !== request.host),
    why: 'The challenge names a resource on another host than the one that was called. Clients do not check this.',
  },
  cross_origin_redirect: {
    points: 'stop',
    holds: ({ asked: { observed } }) =>
      observed?.redirect === undefined ? 'Needs observed.redirect.' : observed.redirect === 'cross_origin',
    why: 'The call was redirected to another origin. Stock clients send the payment header along: use redirect "error".',
  },
  resource_unsafe: {
    points: 'stop',
    holds: ({ challenge, resource }) =>
      resource
        ? !/^https?:$/.test(resource.protocol) || resource.username !== '' || resource.password !== ''
        : challenge
          ? 'The challenge names no resource URL.'
          : 'The challenge cannot be read.',
    why: 'The resource URL is not http(s) or carries user info.',
  },
  offer_missing: {
    points: 'stop',
    holds: ({ offer: signed, selected, asked: { policy } }) =>
      selected ? policy.requireSignedOffer === true && signed === undefined : NO_ENTRY,
    why: 'The policy asks for a signed offer and there is none for this entry.',
  },
  offer_mismatch: {
    points: 'stop',
    holds: offer((payload, selected, { challenge }) => !saysTerms(payload, selected.raw, challenge)),
    why: 'The signed offer says other terms than the entry that would be signed.',
  },
  offer_expired: {
    points: 'stop',
    holds: offer(({ validUntil }, _selected, { asOf }) =>
      typeof validUntil === 'number' ? validUntil < unixSeconds(asOf) : 'The offer has no validUntil.',
    ),
    why: 'The signed offer has expired. Fetch one fresh challenge and compare it again.',
  },
  offer_signature_invalid: {
    points: 'stop',
    holds: ({ signature }) =>
      signature === 'absent'
        ? NO_OFFER
        : signature === 'not_checked'
          ? 'Needs sellerJwk.'
          : signature === 'invalid',
    why: 'The signature of the offer does not verify under the key that you brought.',
  },
  offer_unsigned: {
    points: 10,
    holds: ({ offer: signed, selected }) => (selected ? signed === undefined : NO_ENTRY),
    why: 'There is no signed offer: nobody can be held to these terms afterwards.',
  },
  offer_not_verified: {
    points: 5,
    holds: ({ signature }) => (signature === 'absent' ? NO_OFFER : signature === 'not_checked'),
    why: 'The fields of the signed offer match, but its signature was not checked: bring the key of the seller.',
  },
  offer_key_elsewhere: {
    points: 20,
    holds: ({ offer: signed, resource }) => {
      const host = didHost(signed?.kid);
      return host === undefined || resource === undefined
        ? 'Needs a did:web key id and a resource URL.'
        : host !== resource.host;
    },
    why: 'The offer is signed under the name of another host than the resource.',
  },
  decoy_accepts: {
    points: 20,
    holds: amount((asked, { entries, selected, asked: { policy } }) =>
      entries.some(
        (other) =>
          other !== selected &&
          other.scheme === 'exact' &&
          other.network === selected!.network &&
          isPayable(other, policy) &&
          other.amount !== undefined &&
          other.amount < asked,
      ),
    ),
    why: 'A cheaper entry on the same network stands behind the one that clients take: they sign the first, not the cheapest.',
  },
  asset_domain_wrong: {
    points: 30,
    holds: entry(({ network, asset, extra }) => {
      const domain = asset === undefined ? undefined : listedToken(String(network), asset)?.domain;
      if (!domain) return 'The signing domain of this token is not known here.';
      return extra.name !== domain.name || extra.version !== domain.version;
    }),
    why: 'extra.name or extra.version is not the signing domain of this token: the signature will not verify.',
  },
  v1_fields_mixed: {
    points: 15,
    holds: entry(({ raw }) => V1_ONLY.some((name) => name in raw)),
    why: 'The entry carries fields of x402 version 1.',
  },
  non_standard_fields: {
    points: 15,
    holds: entry(({ raw }, { asked: { observed } }) =>
      observed?.challengeFrom === 'body'
        ? 'The challenge was read from the body, where display fields are usual.'
        : Object.keys(raw).some((name) => !STANDARD.has(name) && !V1_ONLY.includes(name)),
    ),
    why: 'The entry carries fields beside the standard ones: the echoed payment may match no requirement.',
  },
  charged_before_answer: {
    points: 15,
    holds: entry(({ extra }) => extra.paymentFlow === 'upfront'),
    why: 'The payment flow is upfront: a failing answer is charged too.',
  },
  resource_missing: {
    points: 10,
    holds: ({ challenge, resource }) =>
      challenge ? resource === undefined : 'The challenge cannot be read.',
    why: 'The challenge names no resource URL, so nothing ties the payment to this call.',
  },
  resource_not_https: {
    points: 20,
    holds: ({ resource }) =>
      resource ? resource.protocol === 'http:' : 'The challenge names no resource URL.',
    why: 'The resource URL is not https.',
  },
  resource_differs: {
    points: 10,
    holds: urls(
      (resource, request) => resource.host === request.host && resource.pathname !== request.pathname,
    ),
    why: 'The challenge names another path than the one that was called.',
  },
  same_origin_redirect: {
    points: 10,
    holds: ({ asked: { observed } }) =>
      observed?.redirect === undefined ? 'Needs observed.redirect.' : observed.redirect === 'same_origin',
    why: 'The call was redirected. A paid route should answer where it is called.',
  },
  header_over_16k: {
    points: 40,
    holds: ({ headerBytes }) =>
      headerBytes === undefined ? 'Needs observed.headerBytes.' : headerBytes > 16_384,
    why: 'The headers exceed 16 KiB: Node clients fail before they can read the challenge.',
  },
  header_over_8k: {
    points: 10,
    holds: ({ headerBytes }) =>
      headerBytes === undefined
        ? 'Needs observed.headerBytes.'
        : headerBytes > 8_190 && headerBytes <= 16_384,
    why: 'The headers exceed 8 KiB: Python clients and common proxies cut there.',
  },
  window_over_a_day: {
    points: 30,
    holds: entry(({ seconds }) =>
      seconds === undefined ? 'There is no time limit.' : seconds >= DAY_SECONDS,
    ),
    why: 'The signature would stay usable for a day or longer.',
  },
  window_over_policy: {
    points: 15,
    holds: entry(({ seconds }, { asked: { policy } }) =>
      seconds === undefined
        ? 'There is no time limit.'
        : seconds < DAY_SECONDS && seconds > (policy.maxAuthorizationSeconds ?? DEFAULT_WINDOW_SECONDS),
    ),
    why: 'The signature would stay usable for longer than the policy allows.',
  },
  window_short: {
    points: 10,
    holds: entry(({ seconds }) =>
      seconds === undefined ? 'There is no time limit.' : seconds < SHORT_WINDOW_SECONDS,
    ),
    why: 'The time to pay is so short that approval or a slow clock makes the payment expire.',
  },
  window_missing: {
    points: 10,
    holds: entry(({ seconds }) => seconds === undefined),
    why: 'The entry has no maxTimeoutSeconds: the client chooses how long the signature lives.',
  },
} as const satisfies Record<string, Row>;

export type RuleId = keyof typeof SAFETY_RULES;

function isPowerOfTen(a: bigint, b: bigint): boolean {
  const [large, small] = a > b ? [a, b] : [b, a];
  if (small === 0n || large === small || large % small !== 0n) return false;
  let ratio = large / small;
  while (ratio % 10n === 0n) ratio /= 10n;
  return ratio === 1n;
}

function isAddress(network: string, address: string | undefined): boolean {
  if (address === undefined) return false;
  if (network.startsWith('eip155:')) return /^0x[0-9a-fA-F]{40}$/.test(address);
  if (network.startsWith('solana:')) return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address);
  return address.length > 0;
}

/** Host of a did:web key id: `did:web:host%3Aport#key`. */
function didHost(kid: string | undefined): string | undefined {
  const host = /^did:web:([^#:/]+)/.exec(kid ?? '')?.[1];
  return host?.replace(/%3a/i, ':').toLowerCase();
}
