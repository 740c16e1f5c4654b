import { z } from 'zod';
import type { CounterName } from '../accounting/counters.ts';
import { foldJournal } from '../accounting/fold.ts';
import type { Reconciled } from '../accounting/reconcile.ts';
import type { Entry } from '../accounting/states.ts';
import { type Catalogue, type Check, type Context, form, product } from '../declare.ts';
import { catalogueOf } from '../declare-catalogue.ts';
import { actionPack } from '../documents/action-pack.ts';
import { agentPaymentTractionBrief } from '../documents/agent-payment-traction-brief.ts';
import { agentRevenueAuditPreview } from '../documents/agent-revenue-audit-preview.ts';
import { calibration } from '../documents/calibration.ts';
import { cashRegister } from '../documents/cash-register.ts';
import { passportSignalHealth } from '../documents/passport-signal-health.ts';
import { type App, createApp } from '../http/app.ts';
import { attestsWith, type PublishedEdition, type Reach, type Tickets } from '../ports.ts';
import { agentRevenueAudit } from '../products/agent-revenue-audit/product.ts';
import { auditReader } from '../products/agent-revenue-audit/reader.ts';
import { opportunityCheck } from '../products/opportunity-check/product.ts';
import { opportunityReader } from '../products/opportunity-check/reading.ts';
import { SIGNALS } from '../products/opportunity-check/tables/index.ts';
import { EXAMPLE_AS_OF } from '../rehearsal.ts';
import { usd } from '../values/money.ts';
import { auditBuilder } from './agent-revenue-audit-builder/check.ts';
import { feedbackOutcome, feedbackOutcomeCapability } from './feedback-outcome/check.ts';
import { FREE_CHECKS } from './index.derived.ts';
import { opportunityReading, opportunityReadingCapability } from './opportunity-reading/check.ts';

export const reading = opportunityReading(opportunityCheck, opportunityReader);

export const builder = auditBuilder(auditReader);

export const outcome = feedbackOutcome({
  product: opportunityCheck,
  signals: SIGNALS.map(({ id }) => id),
});

/** Every check, and every document beside them, as the catalogue lists them. */
export const FREE = [
  ...FREE_CHECKS,
  reading,
  opportunityReadingCapability(reading),
  builder.prepare,
  builder.actionPack,
  builder.capability,
  outcome,
  feedbackOutcomeCapability(outcome),
  agentRevenueAuditPreview,
  passportSignalHealth,
  cashRegister,
  calibration,
  agentPaymentTractionBrief,
  ...actionPack,
] as const;

export const CHECKS: readonly Check[] = FREE.filter((entry) => entry.kind === 'check');

const field = (max: number) => z.string().min(1).max(max).regex(/\S/);

/** Stands for the audit wherever its engine does not matter: the members of service spec §2.3 and its price. */
export const fakeAudit = product({
  id: 'agent-revenue-audit',
  path: '/api/agent-revenue-audit',
  price: usd('5.00'),
  title: 'Revenue audit',
  description: 'First paid route, its price and a seven-day plan.',
  revision: 'test',
  response: z.looseObject({ summary: z.string() }),
  forms: [
    form({
      method: 'POST',
      summary: 'Audit one offer.',
      input: z.strictObject({
        serviceName: field(80),
        currentOffer: field(1_800),
        targetBuyer: field(320),
        currentPaymentRail: field(160).optional(),
        riskTolerance: field(40).optional(),
        source: field(80).optional(),
        buyerType: field(80).optional(),
        currentProblem: field(1_200).optional(),
        facts: auditReader.given.optional(),
      }),
      example: {
        serviceName: 'Example Weather API',
        currentOffer: 'Forecasts by city, $29 per month for 10,000 calls',
        targetBuyer: 'Buyer agents',
      },
      judge: agentRevenueAudit.forms[0]!.judge!,
      run: ({ serviceName }, { release }) => ({ summary: `${serviceName} audited`, release }),
    }),
  ],
});

const SOLD: Catalogue = catalogueOf([opportunityCheck, fakeAudit, ...FREE]);
export const WITHOUT_AUDIT: Catalogue = catalogueOf([opportunityCheck, ...FREE]);

/** In-memory stores, and what a test wants to see of them. */
export class Stage {
  /** Tickets by what the caller was shown. */
  readonly issued = new Map<string, Parameters<Tickets['issue']>[0]>();
  readonly counters = new Map<CounterName, number>();
  readonly payments = new Map<string, Entry>();
  readonly identifiers = new Map<string, string>();
  readonly catalogue: Catalogue;
  now = EXAMPLE_AS_OF;
  operator = false;
  edition: PublishedEdition | undefined;
  storesDown = false;
  reconciled: Reconciled | undefined;
  /** What we have signed, by its compact JWS. */
  readonly signed = new Map<string, object>();
  readonly reported = new Set<string>();
  #drawn = 0;
  #app: App | undefined;

  constructor(catalogue: Catalogue = SOLD) {
    this.catalogue = catalogue;
  }

  get reach(): Reach {
    const up = () => {
      if (this.storesDown) throw new Error('the store is down');
    };
    return {
      payments: {
        get: async (key) => {
          up();
          return this.payments.get(key);
        },
        byIdentifier: async (lookup) => {
          up();
          return this.payments.get(this.identifiers.get(lookup) ?? '');
        },
      },
      tickets: {
        // Nothing is stored; a test sees what was issued.
        issue: async (bound, before = '') => {
          const text = before + (++this.#drawn).toString(16).padStart(64, '0');
          this.issued.set(text, bound);
          return text;
        },
        find: async () => undefined,
      },
      editions: {
        latest: async () => {
          up();
          return this.edition;
        },
      },
      counters: {
        add: (name) => void this.counters.set(name, (this.counters.get(name) ?? 0) + 1),
        read: async () => {
          up();
          return Object.fromEntries(this.counters);
        },
      },
      signed: { verify: async (jws) => this.signed.get(jws) },
      attest: attestsWith({
        sign: async (payload) => {
          const jws = `jws.${++this.#drawn}`;
          this.signed.set(jws, payload);
          return jws;
        },
      }),
      reported: {
        once: async (digest) => {
          up();
          return this.reported.size < this.reported.add(digest).size;
        },
      },
      books: {
        read: async () => {
          up();
          return foldJournal(this.payments.values());
        },
        reconciled: async () => this.reconciled,
      },
      entropy: { hex: (bytes) => (++this.#drawn).toString(16).padStart(bytes * 2, '0') },
    };
  }

  get context(): Context {
    const { catalogue, operator: selfProbe, now: asOf, reach } = this;
    const published = {
      catalogue,
      publicUrl: 'https://assay.example',
      release: 'v0.0.0-test',
      mode: 'production',
    } as const;
    const { edition } = this;
    return { asOf, release: published.release, ...(edition && { edition }), published, reach, selfProbe };
  }

  /** Made once: it renders every fixed document. */
  get app(): App {
    const { published, reach } = this.context;
    this.#app ??= createApp({
      catalogue: this.catalogue,
      published,
      gates: [],
      clock: { now: () => this.now, sleep: async () => {} },
      reach,
      isOperator: () => this.operator,
    });
    return this.#app;
  }

  /** Asks a check as its HTTP route would, without HTTP. */
  async ask(check: Check, body: unknown): Promise<Record<string, unknown>> {
    return (await check.run(check.input.parse(body), this.context)) as Record<string, unknown>;
  }

  async post(path: string, body: unknown): Promise<Response> {
    return this.app.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  }

  async get(path: string): Promise<Response> {
    return this.app.fetch(
      new Request(`http://127.0.0.1${path}`, { headers: { accept: 'application/json' } }),
    );
  }
}
