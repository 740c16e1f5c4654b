import { z } from 'zod';
import { form, product } from '../../declare.ts';
import { editionSchema, LEDGER } from '../../ledger/schema.ts';
import { usd } from '../../values/money.ts';
import { BASE, SOLANA, TEMPO } from '../../values/payment.ts';

/** The whole current edition. It is what was signed, byte for byte, so nothing is computed here. */
export const reliabilityLedger = product({
  id: LEDGER,
  path: '/api/agent-commerce-reliability-ledger',
  price: usd('0.10'),
  title: 'Reliability ledger',
  description:
    "This week's evidence edition: what client builds really did when they were asked to pay, one row per build and behaviour; failure signatures with their smallest fix and what they may do to your money; fixes with a run before and after. Signed, chained, at most seven days old. A free preview shows sample rows with proofs.",
  admission: { kind: 'edition' },
  paidOn: [
    { rail: 'x402', network: BASE },
    { rail: 'x402', network: SOLANA, selectedBy: 'solana' },
    { rail: 'mpp', network: TEMPO },
  ],
  response: z.looseObject(editionSchema.shape).meta({ title: 'ReliabilityLedgerEdition' }),
  forms: [
    form({
      method: 'GET',
      summary: 'The current edition of the reliability ledger.',
      input: z.strictObject({}),
      example: {},
      run: (_input, { edition }) => {
        if (!edition) throw new Error('the ledger is sold from an edition');
        return edition.document;
      },
    }),
  ],
});
