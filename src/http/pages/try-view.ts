import { opportunityCheckReading } from '../../catalogue.ts';
import { spendPassport } from '../../checks/agent-spend-passport/check.ts';
import { metadataPreflight } from '../../checks/x402-metadata-preflight/check.ts';
import type { Check } from '../../declare.ts';

/**
 * The checks that can be tried in the page. The server renders an answer from this table, and the script, which gets
 * the same table, an answer that it fetched: both show the same members under the same words.
 */
export interface TryView {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  readonly fields: readonly Field[];
  /** Words for the answer's `status`. */
  readonly headlines: Readonly<Record<string, string>>;
  /** Member of the answer by its path, and its name. */
  readonly rows: readonly (readonly [name: string, path: string])[];
  /** A member that is a list of sentences, and its name. */
  readonly list?: readonly [name: string, member: string];
  /** The member that a buyer would send on. */
  readonly send: readonly [name: string, member: string];
  /** Where to go on from which status. */
  readonly next?: { readonly status: string; readonly to: string; readonly text: string };
}

interface Field {
  readonly name: string;
  readonly label: string;
  /** `lines`: a list, one item a line. */
  readonly as: 'line' | 'area' | 'lines' | 'choice' | 'json';
}

export type TryId = 'passport' | 'preflight' | 'reading';

export const TRY_CHECKS: Readonly<Record<TryId, Check>> = {
  passport: spendPassport,
  preflight: metadataPreflight,
  reading: opportunityCheckReading,
};

const POLICY_ROWS = [
  ['Privacy risk', 'privacyCheck.risk'],
  ['Policy', 'policyCheck.decision'],
  ['Why', 'policyCheck.stopReason'],
  ['What would help', 'policyCheck.rewriteHint'],
] as const;

export const VIEWS: Readonly<Record<TryId, TryView>> = {
  passport: {
    title: 'Spend passport',
    lead: 'Which of our own checks fits your goal and budget? The check itself then judges the seller that you name.',
    submit: 'Find the check that fits',
    fields: [
      { name: 'goal', label: 'Goal', as: 'area' },
      { name: 'maxBudgetUsd', label: 'Budget in dollars', as: 'line' },
      { name: 'buyerType', label: 'You are', as: 'choice' },
      { name: 'intendedRoute', label: 'Route in mind', as: 'choice' },
    ],
    headlines: {
      ready_to_buy: 'One of our checks fits',
      use_cheaper_route: 'A cheaper check of ours fits',
      stop: 'Stop: nothing to buy here',
    },
    rows: [
      ['In short', 'summary'],
      ['Route', 'recommendedRoute'],
      ['Price', 'price'],
      ['Budget', 'budgetCheck.status'],
      ...POLICY_ROWS,
    ],
    send: ['Body to send', 'copyPastePayload'],
    next: {
      status: 'ready_to_buy',
      to: '/proof',
      text: 'Next: see the price, pay once, check the receipt',
    },
  },
  preflight: {
    title: 'Metadata preflight',
    lead: 'What would a payment reveal? Facilitators and listings see its metadata. The answer shows what to leave out.',
    submit: 'Check this metadata',
    fields: [
      { name: 'resourceUrl', label: 'Resource URL', as: 'line' },
      { name: 'paymentDescription', label: 'Payment description', as: 'line' },
      { name: 'reason', label: 'Reason', as: 'line' },
      { name: 'payloadPreview', label: 'Payload, as JSON', as: 'json' },
    ],
    headlines: {
      ready_to_send: 'Ready to send',
      redact_before_payment: 'Redact before paying',
      stop: 'Stop: do not send',
    },
    rows: [['Personal data', 'piiRisk'], ...POLICY_ROWS],
    send: ['Metadata that may be sent', 'sanitizedMetadata'],
  },
  reading: {
    title: 'Reading of an opportunity check',
    lead: 'How would the paid check read your words? See it before you pay. This form gives no probability.',
    submit: 'Read this',
    fields: [
      { name: 'subject', label: 'Seller', as: 'line' },
      { name: 'goal', label: 'What you want to decide', as: 'area' },
      { name: 'knownSignals', label: 'What you know, one fact a line', as: 'lines' },
      { name: 'constraints', label: 'Limits, one a line', as: 'lines' },
    ],
    headlines: {
      understood: 'All of it was understood',
      partly_understood: 'Part of it was not understood',
      refused: 'Refused: nothing was read',
    },
    rows: [
      ['Policy', 'policyCheck.decision'],
      ['Why', 'policyCheck.stopReason'],
      ['Next', 'next'],
    ],
    list: ['How it was read', 'lines'],
    send: ['Reading, as the paid answer carries it', 'reading'],
  },
};
