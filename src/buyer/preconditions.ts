import { z } from 'zod';
import { DEFAULT_NETWORK } from '../values/networks.ts';
import type { PurchaseRequest } from './request.ts';
import { PurchaseStopped } from './stops.ts';
import { PAYABLE } from './wallets.ts';
import { postTo, reasonOf } from './wire.ts';
import { sellerSays } from './words.ts';

/** A header that the paid call needs, and the free check of the seller's that gives its value. */
export interface Precondition {
  readonly header: string;
  /** Address of the check, on the seller's own origin. */
  readonly issuer: string;
}

/** No header that means something to anybody else, and none that carries a payment. */
const named = z.object({
  preconditions: z
    .array(
      z.object({
        header: z.string().regex(/^x-(?!payment$)[a-z0-9-]{1,60}$/i),
        issuer: z.string().max(2_000),
      }),
    )
    .max(4)
    .optional(),
});

/** What a challenge names. The request goes to each issuer, so none may be elsewhere than where it is bought. */
export function preconditionsIn(challengeBody: string, baseUrl: string): readonly Precondition[] {
  let body: unknown;
  try {
    body = JSON.parse(challengeBody);
  } catch {
    return [];
  }
  const parsed = named.safeParse(body ?? {});
  if (!parsed.success)
    throw new PurchaseStopped('terms_not_acceptable', 'the challenge names preconditions that cannot be met');
  return (parsed.data.preconditions ?? []).map(({ header, issuer }) => {
    const url = URL.parse(issuer, baseUrl);
    if (url?.origin !== new URL(baseUrl).origin || url.username !== '' || url.password !== '')
      throw new PurchaseStopped(
        'terms_not_acceptable',
        "the challenge names an issuer that is not on the seller's origin",
      );
    return { header, issuer: url.href };
  });
}

const ticketAnswer = z.object({
  ticket: z
    .string()
    .regex(/^[\x21-\x7e]{1,4000}$/)
    .optional(),
  checks: z
    .array(z.object({ status: z.string(), detail: z.string() }))
    .optional()
    .catch(undefined),
});

/** Gets what the paid call needs from the seller's free checks, after the approval that they ask about was given. */
export async function meet(
  preconditions: readonly Precondition[],
  request: PurchaseRequest,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { header, issuer } of preconditions) headers[header] = await ticketFrom(issuer, request);
  return headers;
}

async function ticketFrom(issuer: string, request: PurchaseRequest): Promise<string> {
  const answer = await postTo(issuer, {
    route: request.path,
    method: request.method,
    network: PAYABLE[request.network ?? DEFAULT_NETWORK].network,
    maxAmountAtomicUnits: request.maxAmountAtomic.toString(),
    buyerApproval: true,
    payload: request.body,
  }).catch((error: unknown) => {
    throw new PurchaseStopped(
      'unreachable',
      `the free scope check could not be reached (${reasonOf(error)})`,
    );
  });
  const { ticket, checks = [] } = readable(answer.text);
  if (ticket !== undefined) return ticket;
  const failed = checks.find(({ status }) => status !== 'passed');
  throw new PurchaseStopped(
    'refused_request',
    failed
      ? `the free scope check denies it: ${sellerSays(failed.detail)}`
      : `the free scope check answered HTTP ${answer.status} without a ticket`,
  );
}

function readable(text: string): z.infer<typeof ticketAnswer> {
  try {
    return ticketAnswer.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
