import type { Product } from '../../declare.ts';
import type { StopReason } from '../../policy/policy.ts';
import { REVENUE_AUDIT } from '../sold.ts';
import type { Passport } from './schema.ts';

/** What a passport judged and what it did not: it chooses among our own routes, and judges no other seller. */

const STOPPED: Readonly<Record<StopReason, string>> = {
  sensitiveData: 'the goal holds credentials or personal data',
  unsafeAdvice: 'the goal asks for something that no answer is given about',
  outreachOrScrapingRequest: 'the goal asks to write to people or to collect data',
  vagueRequest: 'the goal does not say what is to be decided',
  belowBudget: 'the budget is below the price of every check',
};

interface Chosen {
  readonly status: Passport['status'];
  readonly stopReason: StopReason | null;
  readonly product: Product | undefined;
  readonly withBudget: boolean;
  /** What the goal names, as it stands in the prepared body. */
  readonly subject: unknown;
  /** Members of that body that the goal did not name. */
  readonly placeholders: readonly string[];
  readonly isAboutClients: boolean;
}

export function summaryOf({
  status,
  stopReason,
  product,
  withBudget,
  subject,
  placeholders,
  isAboutClients,
}: Chosen): string {
  if (status === 'stop' || product === undefined)
    return `Stop: ${stopReason ? STOPPED[stopReason] : 'no check fits'}. Nothing was judged, and there is nothing to pay.`;
  const named = !placeholders.includes('subject') && !placeholders.includes('serviceName');
  const what = named && typeof subject === 'string' ? subject : 'What the goal is about';
  const kind = product.path === REVENUE_AUDIT ? 'audit' : 'check';
  const fits = withBudget ? 'this goal and budget' : 'this goal';
  const cheaper = status === 'use_cheaper_route' ? ' The audit costs more than may be spent.' : '';
  const clients = isAboutClients
    ? ' What a client does when it pays, the free preflight of the witness tells.'
    : '';
  return `Assay's own ${kind} for ${product.price.label} fits ${fits}.${cheaper} ${what} was not judged: whether to pay for it is what the ${kind} answers.${clients}`;
}
