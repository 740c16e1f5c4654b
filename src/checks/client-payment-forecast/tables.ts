import { CLIENT_CAPS, NETWORK } from '../../values/limits.ts';

/** Names the tables: a row added, changed or withdrawn changes it. */
export const FORECAST_VERSION = '2026-11-29.1';

/** Reproduced: this very build was run against a loopback seller. Reported: read in the package or its threads. */
export interface ForecastEvidence {
  readonly evidence: 'reproduced' | 'reported';
  readonly source: string;
  readonly date: string;
}

const RUN: ForecastEvidence = {
  evidence: 'reproduced',
  source: 'client build run against a loopback seller',
  date: '2026-11-21',
};
const thread = (source: string, date: string): ForecastEvidence => ({ evidence: 'reported', source, date });
const read = (source: string): ForecastEvidence => thread(source, '2026-11-21');

/** What a build does with a price when nobody configured anything. */
export type Default =
  | {
      readonly kind: 'cap';
      readonly atomic: string;
      readonly override: 'spend_controls' | 'set_spend_controls';
    }
  | { readonly kind: 'no_cap' }
  | { readonly kind: 'configured'; readonly how: string }
  | { readonly kind: 'cannot_pay'; readonly why: string; readonly instead: string };

export interface DefaultRow extends ForecastEvidence {
  readonly id: string;
  readonly client: ClientName;
  readonly versions: string;
  readonly does: Default;
}

/** Clients that the tables speak of. `also`: other names of the same package. */
export const FORECAST_CLIENTS = {
  '@x402/fetch': { protocol: 'x402 v2', also: ['x402/fetch'] },
  '@x402/axios': { protocol: 'x402 v2', also: ['x402/axios'] },
  'x402-fetch': { protocol: 'x402 v1', also: [] },
  'x402-axios': { protocol: 'x402 v1', also: [] },
  mppx: { protocol: 'mpp', also: [] },
  'x402[httpx]': { protocol: 'x402 v2', also: ['x402[requests]'] },
  '@coinbase/payments-mcp': { protocol: 'x402 v1', also: ['payments-mcp'] },
} as const satisfies Record<string, { readonly protocol: string; readonly also: readonly string[] }>;

export type ClientName = keyof typeof FORECAST_CLIENTS;

/** The client in the package `x402` of PyPI, by the name that editions of the ledger have for it. */
export const PYTHON = 'x402[httpx]' satisfies ClientName;

const V2_CLIENT = 'Use @x402/fetch 2.23.0 or later.';
const V1_CANNOT =
  'It reads version 1 challenges: short network names and maxAmountRequired. It throws on this one before it signs.';

/** One row a build range and client. A version that no row covers is not guessed. */
export const DEFAULTS: readonly DefaultRow[] = [
  {
    id: 'CF-01',
    client: '@x402/fetch',
    versions: '2.27.0',
    does: { kind: 'cap', atomic: CLIENT_CAPS.sdk_default_cap_1usd.amount, override: 'spend_controls' },
    ...RUN,
  },
  {
    id: 'CF-02',
    client: '@x402/fetch',
    versions: '2.23.0 - 2.26.x',
    does: { kind: 'cap', atomic: CLIENT_CAPS.sdk_default_cap_1usd.amount, override: 'spend_controls' },
    ...thread('https://github.com/x402-foundation/x402/pull/3124', '2026-08-13'),
  },
  {
    id: 'CF-03',
    client: '@x402/fetch',
    versions: '2.12.0 - 2.22.x',
    does: { kind: 'no_cap' },
    ...read('@x402/core of these versions: no DEFAULT_MAX_AMOUNT_PER_PAYMENT'),
  },
  { id: 'CF-04', client: '@x402/fetch', versions: '2.10.0', does: { kind: 'no_cap' }, ...RUN },
  { id: 'CF-05', client: '@x402/fetch', versions: '2.0.0', does: { kind: 'no_cap' }, ...RUN },
  {
    id: 'CF-06',
    client: 'x402-fetch',
    versions: '1.2.0',
    does: { kind: 'cannot_pay', why: V1_CANNOT, instead: V2_CLIENT },
    ...RUN,
  },
  {
    id: 'CF-07',
    client: 'x402-fetch',
    versions: '0.7.0',
    does: { kind: 'cannot_pay', why: V1_CANNOT, instead: V2_CLIENT },
    ...RUN,
  },
  {
    id: 'CF-08',
    client: 'mppx',
    versions: '0.11.0',
    does: {
      kind: 'configured',
      how: 'It pays nothing without a maximum amount; set that maximum to the price in atomic units or more.',
    },
    ...RUN,
  },
  {
    id: 'CF-09',
    client: PYTHON,
    versions: '2.20.0 - 2.25.x',
    does: { kind: 'cap', atomic: CLIENT_CAPS.sdk_default_cap_1usd.amount, override: 'set_spend_controls' },
    ...thread('x402 of these versions on PyPI: DEFAULT_MAX_AMOUNT_PER_PAYMENT', '2026-11-29'),
  },
  {
    id: 'CF-10',
    client: PYTHON,
    versions: '2.0.0 - 2.19.x',
    does: { kind: 'no_cap' },
    ...thread('x402 2.0.0, 2.3.0 and 2.19.0 on PyPI: no default cap', '2026-11-29'),
  },
  {
    id: 'CF-11',
    client: PYTHON,
    versions: '1.0.0',
    does: { kind: 'cannot_pay', why: V1_CANNOT, instead: 'Use x402 2.0.0 or later.' },
    ...thread('x402 1.0.0 on PyPI reads version 1 challenges only', '2026-11-29'),
  },
];

export interface NoteRow extends ForecastEvidence {
  readonly id: string;
  readonly client: ClientName;
  readonly versions: string;
  /** A condition decides whether the call works; a risk is what the client does not guard. */
  readonly kind: 'condition' | 'risk';
  /** Method that it applies to, when not to both. */
  readonly method?: 'GET' | 'POST';
  readonly says: string;
  readonly remedy: string;
}

const EVERY_RUN = ['2.0.0', '2.10.0', '2.27.0'] as const;
const note = (row: NoteRow): NoteRow => row;
const everyV2 = (id: string, kind: NoteRow['kind'], says: string, remedy: string): NoteRow[] =>
  EVERY_RUN.map((versions) => note({ id, client: '@x402/fetch', versions, kind, says, remedy, ...RUN }));

/** What else was seen of these builds on a route like ours. */
export const FORECAST_NOTES: readonly NoteRow[] = [
  note({
    id: 'CN-01',
    client: '@x402/fetch',
    versions: '2.0.0',
    kind: 'condition',
    method: 'GET',
    says: 'fetch(url) without a second argument throws.',
    remedy: 'Pass an init object, even an empty one: pay(url, {}).',
    ...RUN,
  }),
  note({
    id: 'CN-02',
    client: '@x402/fetch',
    versions: '2.0.0',
    kind: 'condition',
    method: 'POST',
    says: 'A streamed body cannot be sent a second time with the payment.',
    remedy: 'Send the body as text: JSON.stringify(…).',
    ...RUN,
  }),
  ...everyV2(
    'CN-03',
    'risk',
    'A retry by the caller after a lost answer signs a new nonce: two payments for one purchase.',
    'Do not retry the wrapped call. Keep the payment header and send that one again, or send a payment-identifier.',
  ),
  ...everyV2(
    'CN-04',
    'risk',
    'The payment header is sent along when a redirect changes the origin.',
    "Call with redirect: 'error'. This service never redirects a paid route.",
  ),
  ...everyV2(
    'CN-05',
    'risk',
    'A 200 without a settlement raises no error.',
    'Decode PAYMENT-RESPONSE, require success and keep the receipts.',
  ),
  ...['2.0.0', '2.10.0'].map((versions) =>
    note({
      id: 'CN-06',
      client: '@x402/fetch',
      versions,
      kind: 'risk',
      says: 'It signs any amount and any token: $1,000 in a test, and a token that only calls itself USDC.',
      remedy: 'Use 2.23.0 or later, or select entries by network, asset and amount in a policy of your own.',
      ...RUN,
    }),
  ),
  note({
    id: 'CN-07',
    client: '@x402/fetch',
    versions: '2.12.0 - 2.22.x',
    kind: 'risk',
    says: 'There is no default cap.',
    remedy: 'Use 2.23.0 or later, or select entries by amount in a policy of your own.',
    ...read('@x402/core of these versions: no DEFAULT_MAX_AMOUNT_PER_PAYMENT'),
  }),
  note({
    id: 'CN-08',
    client: 'mppx',
    versions: '0.11.0',
    kind: 'risk',
    says: 'It signs up to three payments when a seller keeps answering 402.',
    remedy:
      'Keep the first credential and stop after one. This service answers a payment in doubt with 503, not 402.',
    ...RUN,
  }),
  note({
    id: 'CN-09',
    client: 'mppx',
    versions: '0.10.1',
    kind: 'condition',
    says: 'It refuses when the URL in the challenge differs from the one that it called, query included.',
    remedy: 'Call the route without a query, or use a later version.',
    ...thread('https://github.com/wevm/mppx/issues/906', '2026-09-18'),
  }),
  note({
    id: 'CN-10',
    client: '@coinbase/payments-mcp',
    versions: '1.2.0',
    kind: 'condition',
    says: 'It reads payment requirements from the JSON body only and expects version 1 there.',
    remedy: 'Use a client that reads PAYMENT-REQUIRED.',
    ...thread('https://github.com/coinbase/payments-mcp/issues/22', '2026-01-14'),
  }),
];

/** The whole call that lets a current client sign for this price and for no more. Run as it stands with 2.27.0. */
export const spendControlsCall = (label: string): string =>
  `wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: '${NETWORK}', client: new ExactEvmScheme(signer) }], spendControls: { maxAmountPerPayment: "${label}" } })`;

/** The same in Python. */
export const setSpendControlsCall = (label: string): string =>
  `client.set_spend_controls({"max_amount_per_payment": "${label}"})`;
