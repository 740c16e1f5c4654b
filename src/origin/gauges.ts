import { isDelivered, sum } from '../accounting/fold.ts';
import type { Reconciled } from '../accounting/reconcile.ts';
import type { Entry } from '../accounting/states.ts';
import type { Books, Journal } from '../ports.ts';
import { ASSET_DECIMALS } from '../values/money.ts';
import type { Network } from '../values/payment.ts';
import type { Words } from './conditions.ts';

/** What is read when somebody asks for metrics. */
export interface Watched {
  readonly journal: Pick<Journal, 'unfinished'>;
  readonly books: Pick<Books, 'read' | 'reconciled'>;
  /** What each account that pays fees has left, in the chain's smallest unit; none where a facilitator or the buyer pays. */
  readonly feeBalances: Readonly<Partial<Record<Network, () => Promise<bigint>>>>;
  /** Whether our own account can pay for gas. */
  readonly canPay: () => boolean;
  /** What must hold for this node to serve, as it was asked last. */
  readonly conditions: () => Promise<Words | undefined>;
  readonly now: () => number;
}

export type GaugeSample = readonly [labels: Record<string, string>, value: number];

/** A gauge that is read when somebody asks. What cannot be read is absent: an old figure would look like a new one. */
export interface ReadGauge {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  read(): Promise<readonly GaugeSample[]>;
}

/** Every figure that is read when somebody asks, a row each. */
export const gaugesOf = (watched: Watched): readonly ReadGauge[] => [
  ...journalGauges(watched),
  ...paidGauges(watched),
  ...reconciliationGauges(watched),
  feeGauge(watched),
  gasGauge(watched),
  conditionGauge(watched),
];

/** How long a payment may be settling before somebody should look. */
const UNKNOWN_MS = 120_000;

/** Rows that nobody has finished. */
function journalGauges({ journal, now }: Watched): readonly ReadGauge[] {
  const read = () => journal.unfinished(10_000);
  const isUnknown = ({ state, createdAt }: Entry) => state === 'settling' && now() - createdAt > UNKNOWN_MS;
  const figure = async (value: (rows: readonly Entry[]) => number): Promise<readonly GaugeSample[]> => [
    [{}, value(await read())],
  ];
  return [
    {
      name: 'assay_unfinished_payments',
      help: 'Journal rows that are claimed or settling.',
      read: () => figure((rows) => rows.length),
    },
    {
      name: 'assay_oldest_unfinished_seconds',
      help: 'Age of the oldest such row. Over 120 deserves a look.',
      read: () =>
        figure((rows) =>
          // A clock that was set back makes no row younger than none.
          rows.reduce((oldest, { createdAt }) => Math.max(oldest, (now() - createdAt) / 1_000), 0),
        ),
    },
    {
      name: 'assay_unknown_payments',
      help: 'Payments that are settling for more than two minutes: their outcome is not known.',
      read: () => figure((rows) => rows.filter(isUnknown).length),
    },
    {
      name: 'assay_unknown_payments_by_network',
      help: 'The same, for each network that has any.',
      labels: ['network'],
      read: async () =>
        [...Map.groupBy((await read()).filter(isUnknown), ({ network }) => network)].map(
          ([network, rows]): GaugeSample => [{ network }, rows.length],
        ),
    },
  ];
}

/** Paid figures, as the cash register has them. */
function paidGauges({ books }: Watched): readonly ReadGauge[] {
  const byProduct = async (value: (sum: { count: number; atomic: bigint }) => number) => {
    const delivered = (await books.read()).filter(isDelivered);
    return [...Map.groupBy(delivered, ({ product }) => product)].map(
      ([product, own]): GaugeSample => [{ product }, value(sum(own))],
    );
  };
  return [
    {
      name: 'assay_paid_completions',
      help: 'Delivered payments in the journal, by product; all nodes.',
      labels: ['product'],
      read: () => byProduct(({ count }) => count),
    },
    {
      name: 'assay_gross_revenue_usd',
      help: 'What they paid. Includes payments of the operator.',
      labels: ['product'],
      read: () => byProduct(({ atomic }) => Number(atomic) / 10 ** ASSET_DECIMALS),
    },
    {
      name: 'assay_settled_not_delivered',
      help: 'Payments whose answer was not fetched yet: owed.',
      read: async () => [[{}, sum(await books.read(), ({ state }) => state === 'settled').count]],
    },
  ];
}

/** What the last comparison of journal and chain found. */
function reconciliationGauges({ books, now }: Watched): readonly ReadGauge[] {
  const found = async (
    samples: (last: Reconciled) => readonly GaugeSample[],
  ): Promise<readonly GaugeSample[]> => {
    const last = await books.reconciled();
    return last ? samples(last) : [];
  };
  return [
    {
      name: 'assay_reconciliation_differences',
      help: 'What the last comparison of journal and chain found, by kind.',
      labels: ['kind'],
      read: () =>
        found(({ differences }) =>
          Object.entries(differences).map(([kind, count]): GaugeSample => [{ kind }, count]),
        ),
    },
    {
      name: 'assay_reconciliation_age_seconds',
      help: 'Since the last comparison of journal and chain.',
      read: () => found(({ at }) => [[{}, (now() - at) / 1_000]]),
    },
    {
      name: 'assay_reconciliation_networks_not_compared',
      help: 'Networks that the last comparison could not ask, or that no chain is configured for.',
      read: () => found(({ notCompared }) => [[{}, notCompared.length]]),
    },
    {
      name: 'assay_reconciliation_settled',
      help: 'Payments of the last comparison, by network: settled in the journal, arrived on the chain.',
      labels: ['network', 'says'],
      read: () =>
        found(({ networks }) =>
          networks.flatMap(({ network, settledPayments, transfers }): GaugeSample[] => [
            [{ network, says: 'journal' }, settledPayments],
            [{ network, says: 'chain' }, transfers],
          ]),
        ),
    },
  ];
}

const feeGauge = ({ feeBalances }: Watched): ReadGauge => ({
  name: 'assay_settler_balance',
  help: 'What the account that pays fees has left: wei on Base, lamports on Solana. On Tempo buyers pay fees.',
  labels: ['network'],
  read: async () => {
    // One node that cannot be asked hides no other.
    const read = Object.entries(feeBalances).map(async ([network, balance]): Promise<GaugeSample[]> => {
      const left = await balance!().catch(() => undefined);
      return left === undefined ? [] : [[{ network }, Number(left)]];
    });
    return (await Promise.all(read)).flat();
  },
});

const gasGauge = ({ canPay }: Watched): ReadGauge => ({
  name: 'assay_out_of_gas',
  help: '1 while the account of SETTLER_KEY cannot pay for the gas of one sale: payments are released, nobody is charged.',
  read: async () => [[{}, canPay() ? 0 : 1]],
});

const conditionGauge = ({ conditions }: Watched): ReadGauge => ({
  name: 'assay_condition_ok',
  help: '1 while a condition of /readyz holds, 0 while it does not: /readyz says the word for it.',
  labels: ['condition'],
  read: async () =>
    Object.entries((await conditions()) ?? {}).map(
      ([condition, word]): GaugeSample => [{ condition }, word === 'ok' ? 1 : 0],
    ),
});
