import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { digestBytes } from '../values/digest.ts';
import { atomicToDollars } from '../values/money.ts';
import { termsOf } from './evidence.ts';
import { PurchaseStopped } from './stops.ts';
import { NETWORKS, spelledOn } from './wallets.ts';
import { type PurchaseRequest, postTo, problemText, reasonOf, resourceOf, sendTo, unpaid } from './wire.ts';

/** What an x402 seller asks for, held against what the buyer wants, before anything is signed. */

/** What a person or a policy is asked to approve. */
export interface Quote {
  readonly method: string;
  readonly resource: string;
  readonly description: string;
  readonly price: string;
  readonly amountAtomic: string;
  readonly maxAmountAtomic: string;
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly termsDigest: string | undefined;
  /** Whether the buyer has checked a signature of the seller's over these terms. */
  readonly offerVerified: boolean;
}

export async function challengeOf(
  request: PurchaseRequest,
): Promise<{ required: PaymentRequired; preconditions: readonly Precondition[] }> {
  const response = await unpaid(request);
  const text = await response.text();
  const header = response.headers.get('payment-required');
  if (response.status !== 402)
    throw new PurchaseStopped(
      response.status >= 400 && response.status < 500 ? 'refused_request' : 'no_challenge',
      `HTTP ${response.status} ${problemText(text)}`,
    );
  if (!header) throw new PurchaseStopped('no_challenge', 'the 402 carries no PAYMENT-REQUIRED header');
  try {
    return { required: decodePaymentRequiredHeader(header), preconditions: preconditionsIn(text) };
  } catch {
    throw new PurchaseStopped('no_challenge', 'the PAYMENT-REQUIRED header cannot be decoded');
  }
}

/** A header that the paid call needs, and the free check that gives its value. */
interface Precondition {
  readonly header: string;
  readonly issuer: string;
}

function preconditionsIn(challengeBody: string): readonly Precondition[] {
  try {
    const { preconditions } = JSON.parse(challengeBody) as { preconditions?: Precondition[] };
    return preconditions ?? [];
  } catch {
    return [];
  }
}

/** Gets what the paid call needs from the seller's free checks, after the approval that they ask about was given. */
export async function meet(
  preconditions: readonly Precondition[],
  request: PurchaseRequest,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { header, issuer } of preconditions) {
    const response = await postTo(request.baseUrl + issuer, {
      route: request.path,
      method: request.method,
      network: NETWORKS[request.network ?? 'base'].network,
      maxAmountAtomicUnits: request.maxAmountAtomic.toString(),
      buyerApproval: true,
      payload: request.body,
    });
    const answer = (await response.json()) as {
      ticket?: string;
      checks?: { id: string; status: string; detail: string }[];
    };
    if (!answer.ticket) {
      const failed = answer.checks?.find((each) => each.status !== 'passed');
      throw new PurchaseStopped(
        'refused_request',
        failed
          ? `the free scope check denies it: ${failed.detail}`
          : `the free scope check answered ${response.status}`,
      );
    }
    headers[header] = answer.ticket;
  }
  return headers;
}

/** The one entry that matches what was asked for, or a stop that says which term does not. */
export function acceptable(required: PaymentRequired, request: PurchaseRequest): PaymentRequirements {
  const refuse = (detail: string): never => {
    throw new PurchaseStopped('terms_not_acceptable', detail);
  };
  if (required.x402Version !== 2) refuse('the challenge is not x402 version 2');
  const { network, asset } = NETWORKS[request.network ?? 'base'];
  if (required.resource.url !== resourceOf(request))
    refuse(`the challenge is for ${required.resource.url}, not for what was asked`);
  const offered = required.accepts.filter((each) => each.scheme === 'exact' && each.network === network);
  const [accepted] = offered;
  if (!accepted) return refuse(`nothing is offered on ${network}`);
  if (offered.length > 1) refuse(`the challenge offers more than one price on ${network}`);
  if (accepted.asset.toLowerCase() !== asset.toLowerCase()) refuse('the asset is not USDC');
  if (!/^[1-9][0-9]{0,15}$/.test(accepted.amount))
    refuse('the amount is not a positive whole number of atomic units');
  if (BigInt(accepted.amount) > request.maxAmountAtomic)
    refuse(
      `the price $${atomicToDollars(BigInt(accepted.amount))} is above the limit $${atomicToDollars(request.maxAmountAtomic)}`,
    );
  if (request.payTo && spelledOn(network, request.payTo) !== spelledOn(network, accepted.payTo))
    refuse('the recipient is not the expected one');
  return accepted;
}

/** The exact bytes behind the advertised digest, from the seller's own address. */
export async function checkTerms(required: PaymentRequired, baseUrl: string): Promise<string | undefined> {
  const terms = termsOf(required);
  if (!terms) return undefined;
  if (!terms.url.startsWith(`${baseUrl}/`))
    throw new PurchaseStopped('offer_not_verified', 'the terms document is at another address');
  const bytes = await sendTo(terms.url)
    .then((response) => response.arrayBuffer())
    .catch((error: unknown) => {
      throw new PurchaseStopped(
        'offer_not_verified',
        `the terms document could not be read (${reasonOf(error)})`,
      );
    });
  if (digestBytes(new Uint8Array(bytes)) !== terms.sha256)
    throw new PurchaseStopped(
      'offer_not_verified',
      'the terms document is not the one that the challenge names',
    );
  return terms.sha256;
}

export function quoteOf(
  required: PaymentRequired,
  accepted: PaymentRequirements,
  request: PurchaseRequest,
  termsDigest: string | undefined,
): Quote {
  return {
    method: request.method,
    resource: required.resource.url,
    description: required.resource.description ?? '',
    price: `$${atomicToDollars(BigInt(accepted.amount))}`,
    amountAtomic: accepted.amount,
    maxAmountAtomic: request.maxAmountAtomic.toString(),
    network: accepted.network,
    asset: accepted.asset,
    payTo: accepted.payTo,
    termsDigest,
    offerVerified: true,
  };
}
