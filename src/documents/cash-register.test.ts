import { describe, expect, it } from 'vitest';
import { closedNames, counter } from '../accounting/counters.ts';
import { definitionOf } from '../accounting/definitions.ts';
import type { Reconciled } from '../accounting/reconcile.ts';
import type { Entry, EvidenceClass } from '../accounting/states.ts';
import { suiteClaim } from '../adapters/opened.suite.ts';
import { Stage } from '../checks/stage.suite.ts';
import { digestJson } from '../values/digest.ts';

const PATH = '/api/cash-register';

const row = (given: Partial<Entry>): Entry => ({
  ...suiteClaim(),
  bodyDigest: null,
  transaction: '0xa',
  reason: null,
  rawTransaction: null,
  settledAt: 1,
  deliveredAt: 1,
  state: 'delivered',
  ...given,
});

function sold(stage: Stage, rows: readonly Partial<Entry>[]): Stage {
  for (const given of rows) {
    const entry = row(given);
    stage.payments.set(entry.key, entry);
  }
  return stage;
}

const read = async (stage: Stage, path = PATH) => {
  const response = await stage.get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return response.json();
};

const SALES: Partial<Entry>[] = [
  { evidence: 'owner_funded_qa' },
  { evidence: 'externally_attributed', source: 'x-profile' },
  { method: 'POST', evidence: 'external_candidate_unattributed' },
  { method: null },
  { product: 'agent-revenue-audit', method: 'POST', amount: '5000000', rail: 'mpp', network: 'eip155:4217' },
  { state: 'settled' },
  { state: 'settling' },
  { state: 'claimed' },
  { state: 'released' },
  { state: 'failed' },
];

describe('the cash register', () => {
  it('counts what was delivered, and what it brought', async () => {
    const register = await read(sold(new Stage(), SALES));
    expect(register).toMatchObject({
      mode: 'public-aggregate-metrics',
      paidCompletions: 5,
      estimatedGrossRevenueUsd: '5.04',
      counters: { opportunityCheckGetProofCompletions: 2 },
    });
    expect(register.commerceAccounting).toMatchObject({
      combinedPaidCompletions: 5,
      originPaidCompletions: 5,
      edgeAuthoritativePaidCompletions: 0,
      productPaidCompletions: { 'opportunity-check': 4, 'agent-revenue-audit': 1 },
      settledNotDelivered: { payments: 1, amountUsd: '0.01' },
      unfinished: { claimed: 1, settling: 1 },
      edge: { deployed: false },
      reconciliation: { status: 'not_run', edge: 'not deployed' },
    });
    const classes: Record<EvidenceClass, { paidCompletions: number }> =
      register.commerceAccounting.evidenceClasses;
    expect(Object.values(classes).reduce((sum, { paidCompletions }) => sum + paidCompletions, 0)).toBe(5);
  });

  it('has a digest that recomputes from the document alone, and that any change breaks', async () => {
    const { commerceAccounting } = await read(sold(new Stage(), SALES));
    const { snapshotDigest, ...rest } = commerceAccounting;
    expect(digestJson(rest)).toBe(snapshotDigest);
    expect(digestJson({ ...rest, combinedPaidCompletions: 6 })).not.toBe(snapshotDigest);
  });

  it('says how journal and chain compared, as counts', async () => {
    const stage = sold(new Stage(), SALES);
    const found: Reconciled = {
      at: stage.now,
      since: null,
      networks: [
        {
          network: 'eip155:8453',
          throughBlock: '7',
          settledPayments: 5,
          settledAtomic: '50000',
          transfers: 4,
          transfersAtomic: '40000',
        },
      ],
      notCompared: ['eip155:4217'],
      differences: { row_without_transfer: 1, other_amount: 0, transfer_without_row: 0 },
    };
    stage.reconciled = found;
    const { reconciliation } = (await read(stage)).commerceAccounting;
    expect(reconciliation).toMatchObject({
      status: 'differs',
      journalAgainstChain: [
        { settledPayments: 5, settledUsd: '0.05', transfersToSeller: 4, transferredUsd: '0.04' },
      ],
      networksNotCompared: ['eip155:4217'],
      differences: { row_without_transfer: 1 },
    });
    const none = { row_without_transfer: 0, other_amount: 0, transfer_without_row: 0 };
    const status = async (other: Partial<Reconciled>) => {
      stage.reconciled = { ...found, ...other };
      return (await read(stage)).commerceAccounting.reconciliation.status;
    };
    expect(await status({ differences: none, notCompared: [] })).toBe('agrees');
    // Nothing was found to differ where something was not looked at.
    expect(await status({ differences: none })).toBe('incomplete');
  });

  it('keeps what is unpaid apart, and what the operator asked apart from that', async () => {
    const stage = new Stage();
    const product = 'opportunity-check';
    const add = (name: ReturnType<typeof counter>, times = 1) => {
      for (let i = 0; i < times; i++) stage.reach.counters.add(name);
    };
    const challenge = { product, who: 'caller', source: 'none' } as const;
    add(counter('challenge', { ...challenge, method: 'GET' }), 3);
    add(counter('challenge', { ...challenge, method: 'GET', source: 'other' }), 2);
    add(counter('challenge', { ...challenge, method: 'HEAD' }));
    add(counter('challenge', { ...challenge, method: 'POST', source: 'x-profile' }));
    add(counter('challenge', { ...challenge, method: 'GET', who: 'operator' }), 9);
    add(
      counter('decline', {
        ...challenge,
        method: 'GET',
        rail: 'x402',
        bucket: 'max_amount_too_low',
        source: 'other',
      }),
    );
    add(counter('intent', { intent: 'proof', who: 'caller' }));
    const passport = { route: 'agent-spend-passport-prepare', who: 'caller' } as const;
    add(counter('free', passport), 2);
    add(counter('tagged', { ...passport, source: 'x-profile' }), 3);
    add(counter('tagged', { ...passport, who: 'operator', source: 'x-profile' }));
    add(counter('copy', { event: 'walletReadyIntent', who: 'caller' }));
    const register = await read(stage);
    expect(register).toMatchObject({
      paidCompletions: 0,
      estimatedGrossRevenueUsd: '0.00',
      unpaid402Challenges: 7,
      counters: { opportunityCheckGetProofUnpaidChallenges: 5 },
      buyerWalletCloseSignals: { walletReadyIntent: 1, copyPaidProofCommand: 0, walletCloseIntentEvents: 1 },
      paidProofContinuationSignals: { intentLinks: { proof: 1, audit: 0 } },
      unpaid: {
        unpaidChallengesByEvidenceClass: { operator_or_monitor: 9, externally_attributed: 1, unknown: 6 },
        declinedPayments: 1,
        failureBuckets: { max_amount_too_low: 1, wrong_network: 0 },
        freeUses: { 'agent-spend-passport-prepare': 5 },
        freeUsesBySource: { 'agent-spend-passport-prepare': { 'x-profile': 3 } },
        excludedOperatorOrMonitor: { unpaidChallenges: 9, freeUses: 1 },
        products: {
          [product]: { bySource: { none: 4, other: 2, 'x-profile': 1 }, declinedByRail: { x402: 1, mpp: 0 } },
        },
      },
    });
    expect(register.counters.opportunityCheckGetProofUnpaidSourceBuckets).toMatchObject({
      none: 3,
      other: 2,
    });
  });

  it('passes over names that an earlier release has left in the table', async () => {
    const stage = new Stage();
    stage.counters.set('challenge.retired.GET.caller.none', 5);
    stage.counters.set('decline.opportunity-check.GET.x402.old_bucket.caller.none', 5);
    expect(await read(stage)).toMatchObject({ unpaid402Challenges: 0, unpaid: { declinedPayments: 0 } });
  });

  it('says of every number what it is and what it is not', async () => {
    const register = await read(sold(new Stage(), SALES));
    const undefinedFigures = numbersIn(register).filter((path) => definitionOf(path) === undefined);
    expect(undefinedFigures).toEqual([]);
    expect(register.definitions.every(({ is, isNot }: Record<string, string>) => is && isNot)).toBe(true);
  });

  it('shows no key, digest, transaction or recipient of a payment', async () => {
    const stage = sold(new Stage(), SALES);
    const text = JSON.stringify(await read(stage));
    for (const { key, fingerprint, payTo, owner } of stage.payments.values())
      for (const secret of [key, fingerprint, payTo, owner]) expect(text).not.toContain(secret);
  });
});

/** Paths of all numbers and of all texts that are amounts of money. */
function numbersIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => numbersIn(child, path ? `${path}.${name}` : name));
}

describe('the traction brief', () => {
  const brief = (stage: Stage) => read(stage, '/api/agent-payment-traction-brief');

  it('says in words what the register says in figures', async () => {
    const stage = sold(new Stage(), SALES);
    const said = await brief(stage);
    const { commerceAccounting } = await read(stage);
    expect(said.snapshotDigest).toBe(commerceAccounting.snapshotDigest);
    expect(said.inWords.join(' ')).toContain('5 paid completions for $5.04 in all');
    expect(said.inWords.join(' ')).toContain('1 of them is the operator’s own; 4 are not known to be.');
    expect(said.evidence).toHaveLength(5);
  });

  it('claims nothing before anything was sold', async () => {
    const said = await brief(new Stage());
    expect(said.inWords[0]).toBe('Nothing has been sold yet.');
    expect(said.inWords.join(' ')).not.toMatch(/operator’s own/);
  });
});

describe('counter names', () => {
  it('are a closed list that every product, method, rail, bucket and source is in once', () => {
    const { catalogue } = new Stage();
    const names = closedNames(catalogue);
    const [products, free] = [
      catalogue.products.length,
      catalogue.checks.length + catalogue.documents.length,
    ];
    const sources = 17;
    const families = [...names.values()].map(({ family }) => family);
    const sizes = Object.fromEntries(
      [...new Set(families)].map((family) => [family, families.filter((each) => each === family).length]),
    );
    expect(sizes).toMatchObject({
      challenge: products * 3 * 2 * sources,
      decline: products * 3 * 2 * 5 * 2 * sources,
      free: free * 2,
      intent: 8,
      copy: 8,
      'feedback.product': products,
    });
  });
});
