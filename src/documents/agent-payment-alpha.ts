import { document } from '../declare.ts';
import { MAX_PAID_RETRIES, SESSION_CAP_USD, TICKET_SECONDS } from '../values/limits.ts';
import { paidRoutes } from './routes.ts';

/** What can go wrong between a buyer agent and a seller, what guards against it here, and how a buyer sees that for itself. */
export const agentPaymentAlpha = document({
  id: 'agent-payment-alpha',
  path: '/api/agent-payment-alpha',
  summary:
    'Payment safety packet: each hazard of paying by agent, the guard against it, and how to check the guard.',
  freshness: 'fixed',
  render: (published) => ({
    packet: 'agent-payment-alpha',
    release: published.release,
    audience: 'agents that are about to make their first payment here, and whoever answers for them',
    hazards: HAZARDS,
    caps: paidRoutes(published).map(({ path, price, maxAmountAtomicUnits }) => ({
      path,
      price,
      maxAmountAtomicUnits,
    })),
    sessionCapUsd: SESSION_CAP_USD,
    neverSendToUs: [
      'private keys, seed phrases, passwords or API keys',
      'personal data of customers',
      'a signature for anything but the payment of the challenge',
    ],
    killSwitch:
      'To stop, stop signing. An unsent authorization expires by itself within two minutes; a cancelled one (EIP-3009 cancelAuthorization) is answered with 402.',
  }),
});

const HAZARDS = [
  {
    id: 'double_charge',
    hazard: 'An answer is lost, the agent signs again and pays twice.',
    guard:
      'One payment is one journal row. The same payment again gives the same answer; an outcome that is not known is 503, never a fresh challenge.',
    checkIt: 'POST /api/settlement-status/check with the payment key before signing anything new.',
  },
  {
    id: 'paid_not_delivered',
    hazard: 'Money moves and the seller crashes.',
    guard:
      'The answer is computed before settlement, the row is durable before anything is sent, and the same payment fetches the answer after a restart.',
    checkIt: 'Send the same payment again: it is answered with X-SVC-REDELIVERY: 1.',
  },
  {
    id: 'overspend',
    hazard: 'A challenge asks more than the listing said.',
    guard: 'The amount is exact, signed in an offer, and equal in challenge, documents and description.',
    checkIt: 'POST /api/buyer-agent-payment-safety/score with the challenge and your cap.',
  },
  {
    id: 'swapped_recipient',
    hazard: 'Somebody between you and the seller changes who is paid.',
    guard: 'The offer is signed with a key published under the service’s own host, and names the recipient.',
    checkIt: 'Verify the offer’s JWS against /.well-known/jwks.json before you sign.',
  },
  {
    id: 'client_cap',
    hazard: 'A current client refuses a price above one dollar, or an old one signs anything.',
    guard: 'The challenge of such a price carries the one line that allows it and no more.',
    checkIt:
      'POST /api/client-payment-forecast/check with a client and version or a lock file, and the route.',
  },
  {
    id: 'leak',
    hazard: 'Secrets or personal data travel in a goal, a description or a payload.',
    guard:
      'Nothing that is sent is stored or logged. The free checks name the kind of finding, never its value.',
    checkIt: 'POST /api/x402-metadata-preflight/check before the paid call.',
  },
  {
    id: 'unapproved_audit',
    hazard: 'The dearest route is bought by mistake, or for another payload than was approved.',
    guard: `It asks for a ticket that admits one payload for ${TICKET_SECONDS / 60} minutes and at most ${MAX_PAID_RETRIES} paid retry.`,
    checkIt:
      'POST /api/buyer-payment-scope-check/check; a payment without a ticket is answered 428 and moves no money.',
  },
  {
    id: 'redirected_payment',
    hazard: 'A redirect carries the payment header to another host.',
    guard: 'Paid routes never redirect.',
    checkIt: 'Pay with redirect: "error".',
  },
  {
    id: 'forged_receipt',
    hazard: 'A seller, or somebody else, claims that you were served.',
    guard:
      'The delivery receipt binds request, offer, terms, transaction and the exact bytes that were delivered.',
    checkIt: 'Compare bodyDigest with the digest of what you received.',
  },
] as const;
