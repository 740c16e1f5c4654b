import { z } from 'zod';
import { COPY_EVENTS, counter } from '../../accounting/counters.ts';
import { check } from '../../declare.ts';
import { capability } from '../capability.ts';

/** Beacon of the action pack's pages: one closed word, nothing else (service spec §2.12, `buyerWalletCloseSignals`). */
export const walletCloseSignals = check({
  id: 'wallet-close-signals-record',
  path: '/api/wallet-close-signals',
  summary: 'Counts that a command was copied or a wallet is ready: one closed word, and nothing else.',
  input: z.strictObject({ event: z.enum(COPY_EVENTS) }).meta({ title: 'WalletCloseSignal' }),
  example: { event: 'copyPaidProofCommand' },
  response: z.looseObject({ recorded: z.boolean(), detail: z.string() }),
  run: ({ event }, { reach, selfProbe }) => {
    reach.counters.add(counter('copy', { event, who: selfProbe ? 'operator' : 'caller' }));
    return {
      recorded: true,
      detail: selfProbe
        ? 'Counted apart: the call carried an operator or monitor token.'
        : 'Counted in aggregate. It is not a purchase and nothing else of it is kept.',
    };
  },
});

export const walletCloseSignalsCapability = capability({
  id: 'wallet-close-signals',
  summary: 'What visitors of the action pack did there, as closed words: no text, no identity, no payment.',
  checks: [walletCloseSignals],
  never: ['says that anybody bought anything'],
});
