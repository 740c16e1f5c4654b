import { check } from '../../declare.ts';
import { LARGE_BODY_MAX_BYTES } from '../../values/limits.ts';
import { capability } from '../capability.ts';
import { failureCodes, failures } from './codes.ts';
import { match } from './match.ts';
import { requestSchema, responseSchema } from './schema.ts';

export const failureSignature = check({
  id: 'failure-signature-match',
  tool: {
    name: 'match_failure',
    title: 'Match a failure',
    does: 'Cause, smallest fix and risk to money for an error text, status or challenge.',
  },
  path: '/api/failure-signature/match',
  summary:
    'Has this failure been seen before? Compares an error text, a status code or a challenge with published failures: source, cause, smallest fix, and what it may have done to your money.',
  input: requestSchema,
  example: {
    errorText:
      'All payment requirements were rejected by spendControls.maxAmountPerPayment ($1, including USDC)',
    statusCode: 402,
  },
  maxBodyBytes: LARGE_BODY_MAX_BYTES,
  response: responseSchema,
  run: (input, { edition }) => match(input, edition),
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  failureSignature,
  capability({
    id: 'failure-signature',
    summary: 'Matches a failed paid call with published failure signatures, reported or reproduced.',
    checks: [failureSignature],
    never: [
      'guesses: without a published signature the answer is no_match',
      'asks a chain or a seller: it says what a failure of this kind can have done to money, not what it did',
    ],
  }),
  failureCodes,
  failures,
];
