import { sourceTag } from '../../accounting/sources.ts';
import type { Form, Product } from '../../declare.ts';
import { fold } from '../../policy/normalise.ts';
import { sanitiseUrl } from '../../policy/url.ts';
import { NETWORK } from '../../values/limits.ts';
import { atomicToDollars } from '../../values/money.ts';
import { fitted, OPPORTUNITY_CHECK, REVENUE_AUDIT } from '../sold.ts';
import { cut } from '../text.ts';
import { assertedIn } from './facts.ts';
import type { PassportRequest } from './schema.ts';

export interface PreparedPayload {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Members that the goal did not name. */
  readonly placeholders: readonly string[];
}

const URL_IN_TEXT = /https?:\/\/[^\s"'<>()]{1,300}/i;
const HOST_IN_TEXT =
  /(?:^|[\s"'(])((?:[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?\.){1,4}[a-z]{2,20}(?:\/[\w./-]{0,200})?)/i;
const OWN_ROUTE = /\/api\/[a-z0-9-]{1,60}/;
/** A goal that asks is the builder's problem and no offer of anybody's: an audit of the question itself would be worth nothing. */
const ASKS =
  /\?|^\W*(?:how|what|which|where|when|why|who|should|can|could|is|are|do|does|will|would|help|tell|advise|decide|find out)\b/i;
const UNNAMED = 'The service named in the goal';
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

/** The body that the recommended route accepts, made of the goal as the policy engine read it. Only for allowed goals. */
export function prepare(
  product: Product,
  form: Form,
  input: PassportRequest,
  budget: bigint | undefined,
): PreparedPayload {
  const goal = cut(fold(input.goal).replace(CONTROL, ' ').replace(/\s+/g, ' ').trim(), 640);
  const named = subjectOf(goal);
  const asks = ASKS.test(goal);
  const tag = sourceTag(input.source);
  const common = {
    ...(input.buyerType !== undefined && { buyerType: input.buyerType }),
    ...(tag !== 'none' && tag !== 'other' && { source: tag }),
  };
  const bodies: Readonly<Record<string, () => Record<string, unknown>>> = {
    [OPPORTUNITY_CHECK]: () => ({
      subject: named ?? UNNAMED,
      goal,
      ...common,
      marketType: 'pay-per-call API',
      knownSignals: assertedIn(goal),
      constraints: [`budget $${atomicToDollars(budget ?? BigInt(product.price.amount))}`, NETWORK],
    }),
    [REVENUE_AUDIT]: () => ({
      serviceName: cut(named ?? UNNAMED, 80),
      currentOffer: asks ? 'A paid API, not described yet' : goal,
      targetBuyer: 'Buyer agents',
      ...common,
      buyerType: input.buyerType ?? 'unknown',
      currentProblem: asks ? goal : 'No paid route yet, or none that sells.',
    }),
  };
  const payload = fitted(form, bodies[product.path]!());
  const open =
    product.path === REVENUE_AUDIT ? ['targetBuyer', asks ? 'currentOffer' : 'currentProblem'] : [];
  const unnamed = product.path === REVENUE_AUDIT ? 'serviceName' : 'subject';
  return {
    payload,
    placeholders: [...(named === undefined ? [unnamed] : []), ...open].filter((name) => name in payload),
  };
}

/** What a goal names to be evaluated: a URL, a host or a route of ours. */
function subjectOf(goal: string): string | undefined {
  const url = URL_IN_TEXT.exec(goal)?.[0];
  if (url !== undefined) return sanitiseUrl(url)?.split('?')[0];
  return HOST_IN_TEXT.exec(goal)?.[1] ?? OWN_ROUTE.exec(goal)?.[0];
}
