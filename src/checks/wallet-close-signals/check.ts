import { z } from 'zod';
import { COPY_EVENTS, counter } from '../../accounting/counters.ts';
import { check } from '../../declare.ts';
import { capability } from '../capability.ts';

/** Beacon of the action pack's pages: one closed word, nothing else (service spec §2.12, `buyerWalletCloseSignals`). */
export const walletCloseSignals = check({
  id: 'wallet-close-signals-record',
  tool: {
    name: 'record_intent',
    title: 'Record an intent',
    does: 'Counts that a wallet is ready or a command was copied.',
    counts: 'again',
  },
  path: '/api/wallet-close-signals',
  summary:
    'Counts that a command was copied or a wallet is ready: one word from a closed list, and nothing else.',
  input: z.strictObject({ event: z.enum(COPY_EVENTS) }).meta({ title: 'WalletCloseSignal' }),
  example: { event: 'copyPaidProofCommand' },
  response: z.looseObject({ recorded: z.boolean(), detail: z.string() }),
  run: ({ event }, { reach, selfProbe }) => {
    reach.counters.add(counter('copy', { event, who: selfProbe ? 'operator' : 'caller' }));
    return {
      recorded: true,
      detail: selfProbe
        ? 'Counted separately: the call carried an operator or monitor token.'
        : 'Counted in aggregate. It is not a purchase, and nothing else about it is kept.',
    };
  },
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  walletCloseSignals,
  capability({
    id: 'wallet-close-signals',
    summary:
      'What visitors of the action pack did there, in words from a closed list: no text, no identity, no payment.',
    checks: [walletCloseSignals],
    never: ['says that anybody bought anything'],
  }),
];
