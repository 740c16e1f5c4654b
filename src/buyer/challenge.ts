import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { z } from 'zod';
import { digestBytes } from '../values/digest.ts';
import { atomicToDollars } from '../values/money.ts';
import { DEFAULT_NETWORK } from '../values/networks.ts';
import { termsOf } from './evidence.ts';
import { type Precondition, preconditionsIn } from './preconditions.ts';
import {
  isOpenToOthers,
  MAX_LIVE_SECONDS,
  type PurchaseRequest,
  resourcesOf,
  sentRequestOf,
} from './request.ts';
import { PurchaseStopped } from './stops.ts';
import { PAYABLE, spelledOn } from './wallets.ts';
import { callUnpaid, reasonOf, refusalSaid, sendTo } from './wire.ts';
import { singleLine } from './words.ts';

/** What an x402 seller asks for, held against what the buyer wants, before anything is signed. */

/** What a person or a policy is asked to approve. */
export interface Quote {
  readonly method: string;
  readonly resource: string;
  /** In the seller's own words. */
  readonly description: string;
  readonly price: string;
  readonly amountAtomic: string;
  readonly maxAmountAtomic: string;
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly termsDigest: string | undefined;
  /** Seconds from the signature on in which the seller can charge it, whatever it answers. */
  readonly liveSeconds: number;
  /** http to another machine: whoever is on the way can read and change what is sent. */
  readonly isOpenToOthers: boolean;
  /** Whether the buyer has checked a signature of the seller's over these terms. */
  readonly offerVerified: boolean;
}

/** Calls unpaid and reads the 402. Throws `PurchaseStopped`: `refused_request`, or `no_challenge` where there is none. */
export async function askForChallenge(
  request: PurchaseRequest,
): Promise<{ required: PaymentRequired; preconditions: readonly Precondition[] }> {
  const answer = await callUnpaid(sentRequestOf(request));
  const header = answer.headers.get('payment-required');
  if (answer.status !== 402)
    throw new PurchaseStopped(
      answer.status >= 400 && answer.status < 500 ? 'refused_request' : 'no_challenge',
      refusalSaid(answer),
    );
  if (!header) throw new PurchaseStopped('no_challenge', 'the 402 carries no PAYMENT-REQUIRED header');
  return { required: decoded(header), preconditions: preconditionsIn(answer.text, request.baseUrl) };
}

/** What is looked at below; the rest is echoed as it is. */
const requiredSchema = z.object({
  x402Version: z.number(),
  resource: z.object({ url: z.string(), description: z.string().optional() }),
  accepts: z.array(z.object({ scheme: z.string(), network: z.string() })),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

function decoded(header: string): PaymentRequired {
  try {
    const required = decodePaymentRequiredHeader(header);
    if (requiredSchema.safeParse(required).success) return required;
  } catch {
    // Falls through: whatever it is, it is not a challenge.
  }
  throw new PurchaseStopped('no_challenge', 'the PAYMENT-REQUIRED header cannot be read');
}

/** What is signed. Anything but an EIP-3009 authorization would be good for more than one transfer. */
const acceptedSchema = z.object({
  asset: z.string(),
  amount: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.int().positive(),
  extra: z.looseObject({ assetTransferMethod: z.literal('eip3009').optional() }).nullish(),
});
const ADDRESS = { eip155: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ } as const;

/** The one entry that matches what was asked for, or a stop that says which term does not. */
export function acceptable(required: PaymentRequired, request: PurchaseRequest): PaymentRequirements {
  const refuse = (detail: string): never => {
    throw new PurchaseStopped('terms_not_acceptable', detail);
  };
  if (required.x402Version !== 2) refuse('the challenge is not x402 version 2');
  const { network, asset } = PAYABLE[request.network ?? DEFAULT_NETWORK];
  if (!resourcesOf(sentRequestOf(request)).includes(required.resource.url))
    refuse('the challenge is for another address than what was asked');
  const offered = required.accepts.filter((each) => each.scheme === 'exact' && each.network === network);
  const [accepted] = offered;
  if (!accepted) return refuse(`nothing is offered on ${network}`);
  if (offered.length > 1) refuse(`the challenge offers more than one price on ${network}`);
  if (!acceptedSchema.safeParse(accepted).success) refuse('an entry of the challenge is not as x402 has it');
  if (accepted.asset.toLowerCase() !== asset.toLowerCase()) refuse('the asset is not USDC');
  if (!/^[1-9][0-9]{0,15}$/.test(accepted.amount))
    refuse('the amount is not a positive whole number of atomic units');
  if (BigInt(accepted.amount) > request.maxAmountAtomic)
    refuse(
      `the price $${atomicToDollars(BigInt(accepted.amount))} is above the limit $${atomicToDollars(request.maxAmountAtomic)}`,
    );
  if (!ADDRESS[network.startsWith('eip155:') ? 'eip155' : 'solana'].test(accepted.payTo))
    refuse(`the recipient is no address on ${network}`);
  if (request.payTo && spelledOn(network, request.payTo) !== spelledOn(network, accepted.payTo))
    refuse('the recipient is not the expected one');
  refuseLongLife(Math.max(liveSeconds(accepted), accepted.maxTimeoutSeconds), request);
  return accepted;
}

/**
 * A transaction on Solana is good for 150 blocks after the block that it names, which is about a minute; this is what
 * that takes on a very slow day.
 */
const SOLANA_LIVE_SECONDS = 300;

/** How long what is signed can be charged for. */
export const liveSeconds = ({ network, maxTimeoutSeconds }: PaymentRequirements): number =>
  network.startsWith('eip155:') ? maxTimeoutSeconds : SOLANA_LIVE_SECONDS;

/** Until it runs out a signed payment can be charged, whatever the seller answered. */
export function refuseLongLife(
  seconds: number,
  { maxLiveSeconds = MAX_LIVE_SECONDS }: PurchaseRequest,
): void {
  if (seconds > maxLiveSeconds)
    throw new PurchaseStopped(
      'terms_not_acceptable',
      `what is signed could be charged for ${seconds} seconds, and your limit is ${maxLiveSeconds}`,
    );
}

/** The exact bytes behind the advertised digest, from the seller's own address. */
export async function checkTerms(required: PaymentRequired, baseUrl: string): Promise<string | undefined> {
  const terms = termsOf(required);
  if (!terms) return undefined;
  if (!terms.url.startsWith(`${baseUrl}/`))
    throw new PurchaseStopped('offer_not_verified', 'the terms document is at another address');
  const { body } = await sendTo(terms.url).catch((error: unknown) => {
    throw new PurchaseStopped(
      'offer_not_verified',
      `the terms document could not be read (${reasonOf(error)})`,
    );
  });
  if (digestBytes(body) !== terms.sha256)
    throw new PurchaseStopped(
      'offer_not_verified',
      'the terms document is not the one that the challenge names',
    );
  return terms.sha256;
}

/**
 * What a person is shown before anything is signed: the price in dollars, who is paid, on which network, and for what.
 */
export function quoteOf(
  required: PaymentRequired,
  accepted: PaymentRequirements,
  request: PurchaseRequest,
  termsDigest: string | undefined,
): Quote {
  return {
    method: request.method,
    resource: required.resource.url,
    description: singleLine(required.resource.description ?? ''),
    price: `$${atomicToDollars(BigInt(accepted.amount))}`,
    amountAtomic: accepted.amount,
    maxAmountAtomic: request.maxAmountAtomic.toString(),
    network: accepted.network,
    asset: accepted.asset,
    payTo: accepted.payTo,
    termsDigest,
    liveSeconds: liveSeconds(accepted),
    isOpenToOthers: isOpenToOthers(request.baseUrl),
    offerVerified: true,
  };
}
