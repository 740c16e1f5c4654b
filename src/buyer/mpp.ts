import { Challenge, Receipt } from 'mppx';
import { Mppx, tempo } from 'mppx/client';
import { createClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { tempo as tempoChain } from 'viem/tempo/chains';
import { USDC_E_TEMPO } from '../values/assets.ts';
import { DELIVERY_RECEIPT_HEADER } from '../values/headers.ts';
import { atomicToDollars } from '../values/money.ts';
import { chainIdOf, TEMPO } from '../values/payment.ts';
import type { Quote } from './challenge.ts';
import { checkDelivery } from './evidence.ts';
import { PurchaseStopped } from './stops.ts';
import {
  type Asked,
  fingerprintOf,
  type PurchaseRequest,
  problemText,
  reasonOf,
  resourceOf,
  sellerKeys,
  sendUntilKnown,
  unpaid,
} from './wire.ts';

/**
 * The reference buyer over MPP (`tempo` charge). As over x402 it signs once: the seller sends the transaction, and a
 * lost answer is asked for again with the same one. A challenge that ran out while somebody was thinking is replaced
 * once, compared with what was agreed, and approved anew.
 */

const CHAIN_ID = chainIdOf(TEMPO);
const ASSET = USDC_E_TEMPO.asset.toLowerCase();
/** Nodes take no transaction that ends within three seconds; less than this left, and it is not begun. */
const SECONDS_TO_PAY = 10;

export interface MppBuyer {
  readonly key: () => Promise<`0x${string}`>;
  /** JSON-RPC of Tempo, which says what the transaction will cost. */
  readonly rpcUrl: string;
  readonly approve: (quote: Quote) => Promise<boolean>;
  /** Told about the signed payment before it is sent, so that it can be sent again whatever happens. */
  readonly keep?: (pending: MppPending) => Promise<void>;
  readonly now?: () => number;
}

export interface MppPurchased {
  readonly answer: unknown;
  readonly transaction: string;
  readonly receipt: Receipt.Receipt;
  readonly deliveryReceipt: string;
  readonly pending: MppPending;
}

/** What was agreed, without the challenge that said so. */
interface Deal {
  readonly amount: string;
  readonly currency: string;
  readonly recipient: string;
}
interface Agreed extends Deal {
  readonly challenge: Challenge.Challenge;
}

/** A signed transaction and what its delivery must say: enough to send it again after a crash, and to check the answer. */
export interface MppPending {
  readonly version: 1;
  readonly rail: 'mpp';
  readonly request: Asked;
  /** Value of Authorization. Whoever has it can fetch the answer; nobody can be paid twice with it. */
  readonly credential: string;
  readonly agreed: Deal;
  readonly payer: string;
}

/** Buys once over MPP. Throws `PurchaseStopped` for every way it can end before a verified delivery. */
export async function purchaseOverMpp(request: PurchaseRequest, buyer: MppBuyer): Promise<MppPurchased> {
  const agreed = await agree(request, buyer);
  const account = privateKeyToAccount(await buyer.key());
  const client = createClient({
    chain: { ...tempoChain, rpcUrls: { default: { http: [buyer.rpcUrl] } } },
    transport: http(buyer.rpcUrl),
  });
  const stock = Mppx.create({
    polyfill: false,
    methods: [
      tempo.charge({
        account,
        mode: 'pull',
        getClient: () => client as never,
        expectedChainId: CHAIN_ID,
        expectedRecipients: [agreed.recipient as `0x${string}`],
      }),
    ],
  });
  const credential = await stock
    .createCredential(
      new Response(null, {
        status: 402,
        headers: { 'www-authenticate': Challenge.serialize(agreed.challenge) },
      }),
    )
    .catch((error: unknown) => {
      throw new PurchaseStopped('no_wallet', `no transaction could be signed (${reasonOf(error)})`);
    });
  const { maxAmountAtomic: _limit, ...asked } = request;
  const { amount, currency, recipient } = agreed;
  const pending: MppPending = {
    ...{ version: 1, rail: 'mpp', request: asked, credential },
    agreed: { amount, currency, recipient },
    payer: account.address,
  };
  await buyer.keep?.(pending);
  return resumeOverMpp(pending);
}

/** Sends a kept payment, or sends it again. Signs nothing: at the most the first and only charge goes through. */
export async function resumeOverMpp(pending: MppPending): Promise<MppPurchased> {
  const response = await sendUntilKnown(pending.request, { authorization: pending.credential });
  return verified(pending, response);
}

/** A challenge whose terms were approved and that can still be paid. */
async function agree(request: PurchaseRequest, buyer: MppBuyer): Promise<Agreed> {
  const now = buyer.now ?? Date.now;
  const payable = ({ challenge }: Agreed) =>
    Date.parse(challenge.expires ?? '') - now() >= SECONDS_TO_PAY * 1_000;
  const first = await offered(request);
  await approved(first, request, buyer);
  if (payable(first)) return first;
  const fresh = await offered(request);
  for (const term of ['amount', 'recipient'] as const)
    if (fresh[term] !== first[term])
      throw new PurchaseStopped('terms_not_acceptable', `the fresh challenge has another ${term}`);
  await approved(fresh, request, buyer);
  if (payable(fresh)) return fresh;
  throw new PurchaseStopped('not_approved', 'the challenge ran out twice before it was approved');
}

async function approved(agreed: Agreed, request: PurchaseRequest, buyer: MppBuyer): Promise<void> {
  const { amount, recipient, challenge } = agreed;
  const quote: Quote = {
    method: request.method,
    resource: resourceOf(request),
    description: challenge.description ?? '',
    price: `$${atomicToDollars(BigInt(amount))}`,
    amountAtomic: amount,
    maxAmountAtomic: request.maxAmountAtomic.toString(),
    network: TEMPO,
    asset: ASSET,
    payTo: recipient,
    termsDigest: undefined,
    // What signs an MPP challenge is a secret of the seller's: a buyer can compare its terms, not its signature.
    offerVerified: false,
  };
  if (!(await buyer.approve(quote)))
    throw new PurchaseStopped('not_approved', 'the purchase was not approved');
}

/** The MPP challenge of an unpaid call, if every term of it is one that may be asked about. */
async function offered(request: PurchaseRequest): Promise<Agreed> {
  const response = await unpaid(request);
  const text = await response.text();
  const refuse = (detail: string): never => {
    throw new PurchaseStopped('terms_not_acceptable', detail);
  };
  if (response.status >= 400 && response.status < 500 && response.status !== 402)
    throw new PurchaseStopped('refused_request', `HTTP ${response.status} ${problemText(text)}`);
  if (response.status !== 402 || !response.headers.has('www-authenticate'))
    throw new PurchaseStopped('no_challenge', `HTTP ${response.status} without an MPP challenge`);
  const challenge = Challenge.fromResponse(response);
  const { amount, currency, recipient, methodDetails, ...others } = challenge.request as Record<
    string,
    unknown
  >;
  if (challenge.method !== 'tempo' || challenge.intent !== 'charge')
    refuse('the challenge is no tempo charge');
  if (challenge.realm !== new URL(request.baseUrl).hostname) refuse('the challenge is for another host');
  if (JSON.stringify(methodDetails) !== JSON.stringify({ chainId: CHAIN_ID }))
    refuse(`the network is not ${TEMPO}`);
  if (Object.keys(others).length > 0) refuse('the challenge asks for more than a plain charge');
  if (typeof currency !== 'string' || currency.toLowerCase() !== ASSET) refuse('the asset is not USDC');
  if (typeof amount !== 'string' || !/^[1-9][0-9]{0,15}$/.test(amount))
    return refuse('the amount is not a positive whole number of atomic units');
  if (BigInt(amount) > request.maxAmountAtomic)
    refuse(
      `the price $${atomicToDollars(BigInt(amount))} is above the limit $${atomicToDollars(request.maxAmountAtomic)}`,
    );
  if (
    typeof recipient !== 'string' ||
    (request.payTo && request.payTo.toLowerCase() !== recipient.toLowerCase())
  )
    return refuse('the recipient is not the expected one');
  return { challenge, amount, currency: currency as string, recipient };
}

async function verified(pending: MppPending, response: Response): Promise<MppPurchased> {
  const { request, agreed, payer } = pending;
  const { amount, currency: asset, recipient: payTo } = agreed;
  const body = new Uint8Array(await response.arrayBuffer());
  const unverified = (detail: string): never => {
    throw new PurchaseStopped('receipt_not_verified', detail);
  };
  let receipt: Receipt.Receipt | undefined;
  try {
    receipt = Receipt.fromResponse(response);
  } catch {
    // Falls through: an answer without a receipt that can be read is not a verified purchase.
  }
  if (receipt?.method !== 'tempo') return unverified('the answer carries no receipt of a tempo payment');
  const deliveryReceipt = response.headers.get(DELIVERY_RECEIPT_HEADER);
  const finding = await checkDelivery(
    deliveryReceipt,
    {
      resourceUrl: resourceOf(request),
      accepted: { scheme: 'charge', network: TEMPO, asset, payTo, amount },
      payer,
      transaction: receipt.reference,
      fingerprint: fingerprintOf(request),
      offerDigest: undefined,
      termsDigest: undefined,
      body,
    },
    await sellerKeys(request.baseUrl),
  );
  if (finding) unverified(finding);
  return {
    answer: JSON.parse(new TextDecoder().decode(body)),
    transaction: receipt.reference,
    receipt,
    deliveryReceipt: deliveryReceipt!,
    pending,
  };
}
