import { foldJournal, isDelivered, merge, sum, type Tally } from '../../src/accounting/fold.ts';
import { sqlBooks } from '../../src/adapters/sql/books.ts';
import type { Store } from '../../src/adapters/sql/store.ts';
import { arrivalsOf, type PaidOnChains } from '../../src/origin/arrivals.ts';
import { digestJson } from '../../src/values/digest.ts';
import { atomicToDollars } from '../../src/values/money.ts';
import { call } from './calls.ts';
import type { ServiceNode } from './nodes.ts';

/** Calls that move no money, as they come between purchases: for counters that must not mistake them. */

const JSON_HEADERS = { 'content-type': 'application/json' };
const junk = Buffer.from(JSON.stringify({ x402Version: 2, payload: 'junk' })).toString('base64');

interface Unpaid {
  readonly target: string;
  readonly init?: RequestInit;
}
const CALLS: readonly Unpaid[] = [
  { target: '/api/opportunity-check' },
  { target: '/api/opportunity-check?src=x-profile' },
  { target: '/api/opportunity-check?src=someone-elses-tag' },
  { target: '/api/opportunity-check', init: { method: 'HEAD' } },
  { target: '/api/agent-revenue-audit', init: { method: 'POST' } },
  { target: '/api/opportunity-check', init: { headers: { 'payment-signature': junk } } },
  { target: '/api/opportunity-check', init: { headers: { 'payment-signature': 'not base64' } } },
  { target: '/action-pack/go/proof', init: { redirect: 'manual' } },
  { target: '/api/cash-register' },
  {
    target: '/api/wallet-close-signals',
    init: { method: 'POST', headers: JSON_HEADERS, body: '{"event":"copyPaidProofCommand"}' },
  },
  {
    target: '/api/agent-spend-passport/prepare',
    init: { method: 'POST', headers: JSON_HEADERS, body: '{"goal":"worth paying for api.example.com?"}' },
  },
];

/** One of each kind: what a killed node had counted and not flushed is lost, so that figures begin here. */
async function visitOnce(url: string): Promise<void> {
  for (const { target, init } of CALLS) await (await call(url + target, init)).arrayBuffer();
}

/** Makes unpaid calls until told to stop; answers how many were answered. A node that is down answers none. */
export async function windowShop(pick: () => string, shopping: () => boolean): Promise<number> {
  let answered = 0;
  while (shopping()) {
    const { target, init } = CALLS[Math.floor(Math.random() * CALLS.length)]!;
    try {
      const response = await call(pick() + target, init);
      await response.arrayBuffer();
      answered++;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
  }
  return answered;
}

interface Register {
  readonly paidCompletions: number;
  readonly estimatedGrossRevenueUsd: string;
  readonly unpaid402Challenges: number;
  readonly counters: {
    readonly opportunityCheckGetProofUnpaidSourceBuckets: Readonly<Record<string, number>>;
  };
  readonly unpaid: { readonly declinedPayments: number };
  readonly commerceAccounting: Readonly<Record<string, unknown>> & {
    readonly snapshotDigest: string;
    readonly combinedPaidCompletions: number;
    readonly reconciliation: {
      readonly status: string;
      readonly at?: string;
      readonly networksNotCompared?: readonly string[];
      readonly journalAgainstChain?: readonly {
        readonly network: string;
        readonly settledPayments: number;
        readonly transfersToSeller: number;
      }[];
    };
  };
}

const registerOf = async (url: string): Promise<Register> =>
  (await (await call(`${url}/api/cash-register`)).json()) as Register;

/** What the published figures say, against every row of the journal and everything that arrived on each chain. */
async function auditBooks(register: Register, store: Store, chains: PaidOnChains): Promise<string[]> {
  const books = sqlBooks(store);
  let tallies: Tally[] = [];
  for (let after = ''; ; ) {
    const page = await books.page(after, 500);
    tallies = merge([...tallies, ...foldJournal(page)]);
    if (page.length < 500) break;
    after = page.at(-1)!.key;
  }
  const full = sum(tallies, isDelivered);
  const held = await books.read();
  const { snapshotDigest, ...rest } = register.commerceAccounting;
  const faults: string[] = [];
  const hold = (condition: boolean, fault: string) => void (condition || faults.push(fault));
  hold(JSON.stringify(held) === JSON.stringify(tallies), 'the checkpoint is not the fold of the rows');
  hold(
    register.paidCompletions === full.count &&
      register.commerceAccounting.combinedPaidCompletions === full.count,
    `the register says ${register.paidCompletions}, a full fold ${full.count}`,
  );
  hold(
    register.estimatedGrossRevenueUsd === atomicToDollars(full.atomic),
    `the register says $${register.estimatedGrossRevenueUsd}, a full fold $${atomicToDollars(full.atomic)}`,
  );
  for (const { network, count, atomic } of await arrivedOn(chains)) {
    const settled = sum(
      tallies.filter((tally) => tally.network === network),
      ({ state }) => state === 'settled' || state === 'delivered',
    );
    hold(
      count === settled.count && atomic === settled.atomic,
      `${network} shows ${count} transfers of ${atomic}, the journal ${settled.count} of ${settled.atomic}`,
    );
    const compared = register.commerceAccounting.reconciliation.journalAgainstChain?.find(
      (each) => each.network === network,
    );
    hold(
      compared?.settledPayments === settled.count && compared.transfersToSeller === count,
      `the reconciliation of ${network} is ${JSON.stringify(compared)}`,
    );
  }
  hold(digestJson(rest) === snapshotDigest, 'snapshotDigest does not recompute from the document');
  hold(register.unpaid402Challenges > 0, 'no challenge was counted');
  hold(register.unpaid.declinedPayments > 0, 'no declined payment was counted');
  hold(
    (register.counters.opportunityCheckGetProofUnpaidSourceBuckets.other ?? 0) > 0,
    'an unlisted tag was not counted as other',
  );
  hold(
    register.commerceAccounting.reconciliation.status === 'agrees',
    `the reconciliation is ${JSON.stringify(register.commerceAccounting.reconciliation)}`,
  );
  return faults;
}

async function arrivedOn(chains: PaidOnChains) {
  return Promise.all(
    arrivalsOf(chains, 'sandbox').map(async ({ network, since }) => {
      let count = 0;
      let atomic = 0n;
      for await (const { transfers } of since(0)) {
        count += transfers.length;
        for (const { amount } of transfers) atomic += BigInt(amount);
      }
      return { network, count, atomic };
    }),
  );
}

/** The last node starts once more and compares journal and chain as it does; then what every node says is checked. */
export async function checkBooks(
  nodes: readonly ServiceNode[],
  store: Store,
  chains: PaidOnChains,
): Promise<string[]> {
  const last = nodes.at(-1)!;
  const quietSince = Date.now();
  await last.stop();
  await last.start();
  for (const { url } of nodes) await visitOnce(url);
  const registers = await comparedRegisters(nodes, quietSince);
  return (await Promise.all(registers.map((register) => auditBooks(register, store, chains)))).flat();
}

const COMPARED_MS = 60_000;

/** Waits for a comparison that began after the last sale to be published. */
async function comparedRegisters(nodes: readonly ServiceNode[], quietSince: number): Promise<Register[]> {
  for (const until = Date.now() + COMPARED_MS; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    const registers = await Promise.all(nodes.map(({ url }) => registerOf(url)));
    const isNew = ({ commerceAccounting: { reconciliation } }: Register) =>
      Date.parse(reconciliation.at ?? '') >= quietSince;
    if (registers.every(isNew) || Date.now() > until) return registers;
  }
}
