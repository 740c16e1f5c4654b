import type { OpportunityRequest } from '../schema.ts';

/** Requests that show three ways an answer can go. Their results are computed, never written down. */
export const WORKED_EXAMPLES: readonly {
  readonly id: string;
  readonly shows: string;
  readonly input: OpportunityRequest;
}[] = [
  {
    id: 'E1',
    shows: 'Everything free looks good: worth one probing call, not the whole order.',
    input: {
      subject: 'https://api.weather.example/v1',
      goal: 'Decide on $0.01 per call for 500 calls',
      knownSignals: [
        ...[
          'challenge_valid_402',
          'price_visible',
          'network_asset_match',
          'openapi_published',
          'listed_in_discovery',
        ],
        'long_listed',
      ],
    },
  },
  {
    id: 'E2',
    shows: 'A paid call of your own succeeded and the receipt verified: scale within the cap.',
    input: {
      subject: 'https://api.weather.example/v1',
      goal: 'Scale to 500 calls at $0.01 per call worth $0.04',
      knownSignals: [
        'challenge_valid_402',
        'price_visible',
        'prior_paid_200',
        'signed_receipt_verified',
        'payto_stable',
      ],
      constraints: ['budget $5', 'eip155:8453'],
    },
  },
  {
    id: 'E3',
    shows: 'The recipient changed: no probability outweighs that.',
    input: {
      subject: 'https://api.weather.example/v1',
      goal: 'Pay $0.01 per call',
      knownSignals: ['challenge_valid_402', 'prior_paid_200', 'payto_changed'],
    },
  },
];
