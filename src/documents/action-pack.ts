import type { CopyEvent, IntentPage } from '../accounting/counters.ts';
import { document, type FreeDocument, intent, type Product, type Published } from '../declare.ts';
import { curlGet, curlPost } from '../values/command.ts';
import { buyCommandLine, cheapest, lookCommand, receiptCommand } from './routes.ts';

/** A page that helps to buy and never spends: JSON here, HTML by http/pages. */
export interface ActionPack {
  readonly title: string;
  readonly lead: string;
  readonly spends: false;
  readonly steps: readonly ActionStep[];
  readonly never: readonly string[];
}
interface ActionStep {
  readonly title: string;
  readonly text: string;
  /** Something to copy into a terminal, and the event that copying it counts as. */
  readonly command?: string;
  readonly event?: CopyEvent;
}

const NEVER = [
  'this page pays nothing, signs nothing and asks for no key',
  'no paid route is called when you open it',
  'opening it moves one aggregate counter; nothing about you is kept',
];

const AUDIT = '/api/agent-revenue-audit';
const BUILDER = '/api/agent-revenue-audit-builder';
const SCOPE = '/api/buyer-payment-scope-check/check';
const SAFETY = '/api/buyer-agent-payment-safety/score';

/** A step for a route, where this instance has that route. */
const look = (published: Published, product: Product | undefined): ActionStep[] =>
  product
    ? [
        {
          title: 'See the price without paying',
          text: 'The unpaid call answers 402 with the terms. That is the expected challenge: no money moves.',
          command: lookCommand(product, published),
        },
      ]
    : [];

/** Asks a free check its own example, for the reader to put its own words in. */
function ask(published: Published, path: string, step: Omit<ActionStep, 'command'>): ActionStep[] {
  const check = published.catalogue.checks.find((each) => each.path === path);
  return check ? [{ ...step, command: curlPost(published.publicUrl + path, check.example) }] : [];
}

const buy = (
  published: Published,
  product: Product | undefined,
  options: string,
  event?: CopyEvent,
): ActionStep[] =>
  product
    ? [
        {
          title: `Buy one answer, capped at ${product.price.label}`,
          text: 'The reference buyer verifies the signed offer, shows what it would pay, and asks. Your own wallet signs one payment.',
          command: buyCommandLine(product, published, options),
          ...(event && { event }),
        },
        {
          title: 'Check the receipt offline',
          text: 'The receipt binds what was asked, paid and delivered. Check it against the published keys.',
          command: receiptCommand(published),
          event: 'copyReceiptBoundCommand',
        },
      ]
    : [];

const scope = (published: Published): ActionStep[] =>
  ask(published, SCOPE, {
    title: 'Get the scope approved first',
    text: 'The free scope check compares route, method, network and amount with your approval, and issues the ticket that the audit needs. Set buyerApproval to true only when whoever owns the money has approved.',
    event: 'walletReadyIntent',
  });

const PROOF_OPTIONS = '--subject api.example.com/v1 --goal "Worth one call?" ';

/** What each page says, given what is sold here. */
const PACKS: Readonly<
  Record<IntentPage, (published: Published) => Pick<ActionPack, 'title' | 'lead' | 'steps'>>
> = {
  proof: (published) => ({
    title: 'Buy one paid proof',
    lead: 'One small answer, one payment, one receipt: the cheapest way to see the whole exchange work.',
    steps: [
      ...look(published, cheapest(published)),
      ...buy(published, cheapest(published), PROOF_OPTIONS, 'copyPaidProofCommand'),
    ],
  }),
  audit: (published) => {
    const audit = published.catalogue.products.find(({ path }) => path === AUDIT);
    return {
      title: 'Prepare a revenue audit',
      lead: 'The audit is bought with a ticket for exactly one body. Prepare and approve it for free before anything is signed.',
      steps: [
        ...ask(published, `${BUILDER}/prepare`, {
          title: 'Prepare the body',
          text: 'The free builder validates and redacts your draft. Put your own offer in, and save auditBody of the answer as audit.json.',
        }),
        ...scope(published),
        ...look(published, audit),
        ...buy(published, audit, '--body audit.json '),
      ],
    };
  },
  'agentic-trading': (published) => ({
    title: 'Before an agent pays for market data or tools',
    lead: 'Trust and terms of a paid service, never what to trade: this service gives no trading or investment advice.',
    steps: [
      ...ask(published, SAFETY, {
        title: 'Score the challenge that you were shown',
        text: 'The free safety check compares a decoded challenge with your own policy: hard stops first.',
      }),
      ...look(published, cheapest(published)),
      ...buy(published, cheapest(published), PROOF_OPTIONS, 'copyPaidProofCommand'),
    ],
  }),
  scope: (published) => ({
    title: 'Agree on what may be paid',
    lead: 'Route, method, network and amount, approved by a person before a wallet signs.',
    steps: [
      ...scope(published),
      {
        title: 'Read how the paid calls went so far',
        text: 'The public books: paid completions as a fold of the journal, with a digest that recomputes.',
        command: curlGet(`${published.publicUrl}/api/cash-register`),
      },
    ],
  }),
};

const page = (name: IntentPage, summary: string): FreeDocument =>
  document({
    id: `action-pack-${name}`,
    path: `/action-pack/${name}`,
    summary,
    freshness: 'fixed',
    page: true,
    render: (published): ActionPack => ({ ...PACKS[name](published), spends: false, never: NEVER }),
  });

const SUMMARIES: Readonly<Record<IntentPage, string>> = {
  proof: 'How to buy one proof, step by step. Spends nothing.',
  audit: 'How to prepare, approve and buy a revenue audit. Spends nothing.',
  'agentic-trading':
    'What to check before an agent pays for market data or tools. Spends nothing, advises on no trade.',
  scope: 'How to agree on what a wallet may pay. Spends nothing.',
};
const NAMES = Object.keys(SUMMARIES) as IntentPage[];

/** The pages, and the links that count an intent and lead to them. */
export const actionPack = [
  ...NAMES.map((name) => page(name, SUMMARIES[name])),
  ...NAMES.map((name) =>
    intent({
      id: `action-pack-go-${name}`,
      path: `/action-pack/go/${name}`,
      to: `/action-pack/${name}`,
      intent: name,
      summary: `Counts one intent and redirects to /action-pack/${name}. Pays nothing, prepares nothing.`,
    }),
  ),
];
