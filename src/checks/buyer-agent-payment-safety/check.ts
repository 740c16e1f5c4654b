import { type Context, check } from '../../declare.ts';
import { USDC } from '../../values/assets.ts';
import { LARGE_BODY_MAX_BYTES } from '../../values/limits.ts';
import { isJwsOf } from '../../values/offers.ts';
import { capability } from '../capability.ts';
import { readSafetyFacts, type SafetyFacts } from './facts.ts';
import { PREFLIGHT_RECORD, recordOf } from './record.ts';
import { RULES_VERSION, type RuleId, SAFETY_RULES, type SafetySeen, type SignatureState } from './rules.ts';
import { requestSchema, responseSchema, type SafetyAnswer, type SafetyRequest } from './schema.ts';

/** A challenge as it stands in its header. */
const EXAMPLE_HEADER = btoa(
  JSON.stringify({
    x402Version: 2,
    error: 'payment_required',
    resource: { url: 'https://api.weather.example/v1/forecast', mimeType: 'application/json' },
    accepts: [
      {
        scheme: 'exact',
        network: USDC.base.network,
        amount: '10000',
        asset: USDC.base.asset,
        payTo: '0x1111111111111111111111111111111111111111',
        maxTimeoutSeconds: 120,
        extra: USDC.base.domain,
      },
    ],
  }),
);

export const paymentSafety = check({
  id: 'buyer-agent-payment-safety-score',
  tool: {
    name: 'score_challenge',
    title: 'Score a 402 challenge',
    does: "Should a seller's 402 be signed? Score by your policy, hard stops, reasons.",
  },
  path: '/api/buyer-agent-payment-safety/score',
  summary:
    'Should this challenge be signed? Paste the 402 of a seller and your policy; get a score from 0 to 100, every hard stop and every reason.',
  input: requestSchema,
  example: {
    challenge: EXAMPLE_HEADER,
    policy: { maxAmountAtomicUnits: '10000', listedPriceUsd: '0.01' },
    observed: {
      requestUrl: 'https://api.weather.example/v1/forecast',
      redirect: 'none',
      authorizationsSigned: 0,
    },
  },
  maxBodyBytes: LARGE_BODY_MAX_BYTES,
  response: responseSchema,
  run: (input, context) => {
    const facts = readSafetyFacts(input);
    const seen = { ...facts, asOf: context.asOf, signature: signatureOf(input, facts) };
    return input.record ? recorded(seen, input, context) : score(seen);
  },
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  paymentSafety,
  capability({
    id: 'buyer-agent-payment-safety',
    summary:
      'Reads a payment challenge against your policy before anything is signed, by a published table of rules.',
    checks: [paymentSafety],
    never: ['fetches a challenge or a key: you bring both', 'asks for a wallet'],
  }),
];

/** A signed offer is verified only under a key that the caller brings. */
function signatureOf({ sellerJwk }: SafetyRequest, { offer }: SafetyFacts): SignatureState {
  if (offer === undefined) return 'absent';
  if (sellerJwk === undefined || offer.jws === undefined) return 'not_checked';
  return isJwsOf(offer.jws, sellerJwk) ? 'valid' : 'invalid';
}

async function recorded(
  seen: SafetySeen,
  { policy }: SafetyRequest,
  { release, reach }: Context,
): Promise<SafetyAnswer> {
  const answer = score(seen);
  const says = recordOf(seen, answer, policy, release);
  return { ...answer, record: says ? { jws: await reach.attest(PREFLIGHT_RECORD, says), says } : null };
}

function score(seen: SafetySeen): SafetyAnswer {
  const hardStops: SafetyAnswer['hardStops'] = [];
  const reasons: SafetyAnswer['reasons'] = [];
  const notChecked: SafetyAnswer['notChecked'] = [];
  const passed: RuleId[] = [];
  for (const id of Object.keys(SAFETY_RULES) as RuleId[]) {
    const { holds, points, why } = SAFETY_RULES[id];
    const verdict = holds(seen);
    if (typeof verdict === 'string') notChecked.push({ id, why: verdict });
    else if (!verdict) passed.push(id);
    else if (points === 'stop') hardStops.push({ id, why });
    else reasons.push({ id, points, why });
  }
  const left = Math.max(0, 100 - reasons.reduce((sum, { points }) => sum + points, 0));
  return {
    score: hardStops.length > 0 ? 0 : left,
    decision: decisionFor(hardStops.length, left),
    hardStops,
    reasons,
    passed,
    notChecked,
    selectedAccept: seen.selected?.index ?? null,
    signature: seen.signature,
    rulesVersion: RULES_VERSION,
  };
}

/** Scores from which a payment is within the policy, or at least worth asking about. */
const PAY_FROM = 80;
const ASK_FROM = 50;

function decisionFor(stops: number, points: number): SafetyAnswer['decision'] {
  if (stops > 0 || points < ASK_FROM) return 'do_not_pay';
  return points >= PAY_FROM ? 'pay_within_policy' : 'ask_operator';
}
