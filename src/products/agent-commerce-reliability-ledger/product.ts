import { form, product } from '../../declare.ts';
import { editionIn } from '../../ledger/freshness.ts';
import { LEDGER } from '../../ledger/schema.ts';
import { FILTERS, faultsOf, isWhole, partOf } from '../../ledger/selection.ts';
import { soldWhole } from '../../ledger/shared.ts';
import { usd } from '../../values/money.ts';
import { ON_EVM } from '../../values/networks.ts';
import { SOLANA, TEMPO } from '../../values/payment.ts';
import { ledgerInput, ledgerResponse } from './schema.ts';

/** The whole current edition, short or as it was signed, or the rows of it that a query chooses. */
export const reliabilityLedger = product({
  id: LEDGER,
  path: '/api/agent-commerce-reliability-ledger',
  price: usd('0.10'),
  title: 'Reliability ledger',
  description:
    "This week's evidence edition: what client builds really did when they were asked to pay. One row per build and behaviour, failure signatures with their smallest fix and what they may do to your money, and fixes with a run before and after. Signed, chained, at most seven days old. Query parameters choose rows, each with its proof. A free preview shows sample rows.",
  admission: {
    kind: 'edition',
    selectedBy: [...FILTERS, 'shape'].sort(),
    faultsOf: (chosen, edition) => faultsOf(editionIn(edition), chosen),
  },
  paidOn: [
    ...ON_EVM,
    { rail: 'x402', network: SOLANA, selectedBy: 'solana' },
    { rail: 'mpp', network: TEMPO },
  ],
  response: ledgerResponse,
  forms: [
    form({
      method: 'GET',
      tool: {
        name: 'buy_ledger',
        title: 'Buy the reliability ledger',
        does: 'What client builds did when asked to pay, and verified fixes: all rows, or those you choose.',
      },
      summary: 'The current edition of the reliability ledger, or the rows of it that the query chooses.',
      input: ledgerInput,
      example: {},
      samples: [{ client: '@x402/fetch', severity: 'double_charge' }],
      run: ({ shape, ...filter }, { edition }) => {
        if (!edition) throw new Error('the ledger is sold from an edition');
        if (!isWhole(filter)) return partOf(editionIn(edition), filter);
        return shape === 'full' ? edition.document : soldWhole(editionIn(edition));
      },
    }),
  ],
});
