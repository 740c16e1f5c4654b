import { type FixId, type FixRule, FIXES as RULES } from '../ledger/fixes.ts';
import { BUILDS } from './builds.ts';
import type { Ask } from './script.ts';

/** How the lab applies a fix of the ledger's table, and to what. */
interface Remedy {
  readonly title: string;
  /** Builds that the remedy is for. */
  readonly builds: readonly string[];
  /** What the caller does otherwise: the `change` of the row, in the lab's words. */
  readonly ask: Ask;
}

/** A remedy on the buyer's side: the case runs again with it, and the pair of records is the proof. */
export interface Fix extends FixRule, Remedy {}

const V1 = ['x402-fetch-0.7.0', 'x402-fetch-1.2.0'] as const;
const UNCAPPED = ['x402-fetch-2.0.0', 'x402-fetch-2.10.0', 'x402-axios-2.11.0', 'x402-fetch-2.22.0'] as const;
const CAPPED = ['x402-fetch-2.23.0', 'x402-fetch-2.27.0'] as const;
const FETCH = [...V1, 'x402-fetch-2.0.0', 'x402-fetch-2.10.0', 'x402-fetch-2.22.0', ...CAPPED] as const;
const V2 = [...UNCAPPED, ...CAPPED] as const;
const AXIOS_V1 = 'x402-axios-0.7.2';
const MPPX = ['mppx-evm-0.8.19', 'mppx-evm-0.11.0', 'mppx-tempo-0.11.0'] as const;
const FAREMETER = 'faremeter-0.22.0';
const DEXTER = 'dexter-x402-2.0.0';
const AGENTKIT = 'agentkit-0.10.4';
const REQUESTS_V2 = ['2.0.0', '2.10.0', '2.25.0'].map((version) => `py-x402-requests-${version}`);
const GO = ['2.5.0', '2.9.0', '2.11.0'].map((version) => `go-x402-${version}`);

/** A second call pays again, whatever the client: none of them knows that it has paid. */
const RESEND = {
  title: 'Send the same credential again instead of calling again',
  builds: BUILDS.filter(({ transport }) => transport === 'http').map(({ id }) => id),
  ask: { resend: true },
} as const;
const PAY_ONCE = { title: 'Pay once per call', ask: { maxPaymentRetries: 1 } } as const;
const LAST_ANSWER = {
  title: "Read the seller's answer, not the client's word for it",
  ask: { lastAnswer: true },
} as const;

const REMEDIES: Readonly<Record<FixId, Remedy>> = {
  'FX-001': {
    title: 'Raise the default limit of $1 for a $5 answer',
    builds: CAPPED,
    ask: { cap: '5000000' },
  },
  'FX-002': {
    title: 'Raise the default limit of $0.10',
    builds: V1,
    ask: { cap: '250000' },
  },
  'FX-003': {
    title: 'Give the call a second argument',
    builds: ['x402-fetch-0.7.0', 'x402-fetch-2.0.0'],
    ask: { init: 'present' },
  },
  'FX-004': {
    title: 'Read the body into memory before the call',
    builds: [...V1, AXIOS_V1, 'x402-fetch-2.0.0', 'x402-axios-2.11.0'],
    ask: { buffer: true },
  },
  'FX-005': {
    title: 'Refuse redirects',
    builds: FETCH,
    ask: { redirect: 'error' },
  },
  'FX-006': { ...PAY_ONCE, builds: [...MPPX, FAREMETER] },
  'FX-007': {
    title: 'Choose the cheapest way to pay',
    builds: [...V1, AXIOS_V1, ...V2],
    ask: { cheapest: true },
  },
  'FX-008': {
    title: 'Pay in USDC only',
    builds: [...V1, AXIOS_V1, ...UNCAPPED],
    ask: { onlyUsdc: true },
  },
  'FX-009': {
    title: 'Compare the host of the challenge with the host that was called',
    builds: ['x402-fetch-2.0.0', 'x402-fetch-2.10.0', 'x402-fetch-2.22.0', ...CAPPED],
    ask: { sameHost: true },
  },
  'FX-010': {
    title: 'Demand a receipt',
    builds: [...FETCH, AXIOS_V1, 'x402-axios-2.11.0'],
    ask: { needReceipt: true },
  },
  'FX-011': {
    title: 'Demand a receipt that says success',
    builds: [...FETCH, AXIOS_V1, 'x402-axios-2.11.0'],
    ask: { needReceipt: true },
  },
  'FX-012': {
    title: "Look for the receipt's transaction on the chain",
    builds: [...FETCH, AXIOS_V1, 'x402-axios-2.11.0'],
    ask: { needReceipt: true, checkTransaction: true },
  },
  'FX-013': {
    title: 'Send a payment-identifier',
    builds: V2,
    ask: { identifier: true },
  },
  'FX-014': {
    title: 'Refuse authorizations that live longer than ten minutes',
    builds: [...V1, AXIOS_V1, ...V2],
    ask: { maxValiditySeconds: 600 },
  },
  'FX-015': {
    title: 'Set a limit where the client has none',
    builds: [AXIOS_V1, ...UNCAPPED],
    ask: { cap: '1000000' },
  },
  'FX-016': RESEND,
  'FX-017': {
    title: 'Allow larger header blocks',
    builds: [...V2, 'mppx-evm-0.11.0'],
    ask: { nodeOption: '--max-http-header-size=32768' },
  },
  'FX-018': {
    title: 'Verify the signed offer before paying',
    builds: V2,
    ask: { verifyOffer: true },
  },
  'FX-024': {
    title: 'Verify the signature of the offer before paying',
    builds: V2,
    ask: { verifyOffer: true },
  },
  'FX-019': {
    title: 'Register one network, not all',
    builds: UNCAPPED,
    ask: { onlyBase: true },
  },
  'FX-020': {
    title: 'Raise the limit of mppx for a $5 answer',
    builds: ['mppx-evm-0.11.0'],
    ask: { cap: '5000000' },
  },
  'FX-021': {
    title: 'Look at the amount before signing over MPP',
    builds: ['mppx-tempo-0.11.0'],
    ask: { cap: '1000000' },
  },
  'FX-022': {
    title: 'Demand a receipt over MPP',
    builds: ['mppx-tempo-0.11.0'],
    ask: { needReceipt: true },
  },
  'FX-023': { ...PAY_ONCE, builds: ['mppx-evm-0.8.19', 'mppx-evm-0.11.0', FAREMETER] },
  'FX-025': RESEND,
  'FX-026': RESEND,
  'FX-027': RESEND,
  'FX-028': { ...PAY_ONCE, builds: ['mppx-evm-0.8.19', 'mppx-evm-0.11.0', FAREMETER] },
  'FX-029': { ...PAY_ONCE, builds: ['mppx-evm-0.11.0', 'mppx-tempo-0.11.0', FAREMETER] },
  'FX-030': {
    title: 'Follow no redirect',
    builds: [...REQUESTS_V2, ...GO],
    ask: { redirect: 'error' },
  },
  'FX-031': { ...LAST_ANSWER, builds: [AGENTKIT] },
  'FX-032': { ...LAST_ANSWER, builds: [AGENTKIT, DEXTER] },
  'FX-033': { ...LAST_ANSWER, builds: [AGENTKIT] },
  'FX-034': { ...LAST_ANSWER, builds: [AGENTKIT, DEXTER] },
};

export const LAB_FIXES: readonly Fix[] = RULES.map((rule) => ({ ...rule, ...REMEDIES[rule.id] }));
