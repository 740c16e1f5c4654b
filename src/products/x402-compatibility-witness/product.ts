import { form, product } from '../../declare.ts';
import { matchIdOf } from '../../ledger/match.ts';
import { usd } from '../../values/money.ts';
import { witness } from './answer.ts';
import { witnessInput, witnessResponse } from './schema.ts';

/** An id in the form of a real one. It was never issued, so it buys nothing. */
const EXAMPLE_MATCH = matchIdOf(
  {
    match: 'exact',
    client: '@x402/fetch',
    asked: '2.27.0',
    version: '2.27.0',
    protocol: 'x402v2',
    method: 'GET',
    priceAtomic: null,
  },
  '0'.repeat(64),
);

export const compatibilityWitness = product({
  id: 'x402-compatibility-witness',
  path: '/api/x402-compatibility-witness',
  price: usd('0.25'),
  title: 'Compatibility witness',
  description:
    'What one client build does when it pays: verdict, conditions, every observed behaviour with the digest of its case, risks to your money with a guard for each, a safe configuration, and which prices it pays by default. Needs a match from the free preflight; without evidence nothing is sold.',
  admission: {
    kind: 'match',
    parameter: 'match',
    issuer: '/api/x402-compatibility-witness/preflight',
    selectedBy: ['shape'],
  },
  response: witnessResponse,
  forms: [
    form({
      method: 'GET',
      tool: {
        name: 'buy_witness',
        title: 'Buy a compatibility witness',
        does: 'What one client build does when it pays: verdict, conditions, risks, safe settings. Needs match_client.',
      },
      summary: 'The witness for the client build of a preflight match.',
      input: witnessInput,
      example: { match: EXAMPLE_MATCH },
      run: witness,
    }),
  ],
});
