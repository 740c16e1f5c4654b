import type { Entry, State } from '../../accounting/states.ts';
import { type Context, check } from '../../declare.ts';
import { digestJson } from '../../values/digest.ts';
import { DAY_MS, type EpochMs } from '../../values/time.ts';
import { capability } from '../capability.ts';
import {
  requestSchema,
  responseSchema,
  SETTLEMENT_STATUSES,
  type SettlementStatus,
  type StatusRequest,
} from './schema.ts';

export const settlementStatus = check({
  id: 'settlement-status-check',
  tool: {
    name: 'check_settlement',
    title: 'Check a settlement',
    does: 'The status of a payment sent to this service, and whether to send it again.',
  },
  path: '/api/settlement-status/check',
  summary:
    'What became of a payment that you sent, and whether to send it again. For buyers whose answer was lost.',
  input: requestSchema,
  example: { paymentKey: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c' },
  response: responseSchema,
  run: async (input, context) => {
    const status = await statusOf(input, context);
    return { status, next: SETTLEMENT_STATUSES[status] };
  },
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  settlementStatus,
  capability({
    id: 'settlement-status',
    summary: 'The state of one payment, in one word, and the only safe next step.',
    checks: [settlementStatus],
    never: ['reveals a transaction, a product, an amount, a payer or a time', 'moves or retries a payment'],
  }),
];

const STATUS_OF = {
  claimed: 'pending',
  settling: 'pending',
  settled: 'settled_not_delivered',
  delivered: 'delivered',
  released: 'not_charged',
  failed: 'not_charged',
} as const satisfies Record<State, SettlementStatus>;

/** After this long without a word from the chain, "pending" would promise more than is known. */
const PENDING_MS = DAY_MS;

async function statusOf(input: StatusRequest, { reach, asOf }: Context): Promise<SettlementStatus> {
  try {
    if (input.paymentKey !== undefined) {
      const key = input.paymentKey.toLowerCase().replace(/^0x/, '');
      return stateOf(await reach.payments.get(key), 'never_seen', asOf);
    }
    // Several payers may have used one identifier, and it is forgotten after a day: not finding it proves nothing.
    const entry = await reach.payments.byIdentifier(digestJson([input.paymentIdentifier]), asOf);
    return stateOf(entry, 'unknown', asOf);
  } catch {
    return 'unknown';
  }
}

function stateOf(entry: Entry | undefined, absent: SettlementStatus, asOf: EpochMs): SettlementStatus {
  if (entry === undefined) return absent;
  const status = STATUS_OF[entry.state];
  return status === 'pending' && asOf - entry.createdAt > PENDING_MS ? 'unknown' : status;
}
