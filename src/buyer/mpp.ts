import { Challenge, Receipt } from 'mppx';
import { Mppx, tempo } from 'mppx/client';
import { createClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { tempo as tempoChain } from 'viem/tempo/chains';
import { USDC_E_TEMPO } from '../values/assets.ts';
import { DELIVERY_RECEIPT_HEADER } from '../values/headers.ts';
import { atomicToDollars } from '../values/money.ts';
import { chainIdOf, TEMPO } from '../values/payment.ts';
import { isoTime } from '../values/time.ts';
import { type Quote, refuseLongLife } from './challenge.ts';
import { checkDelivery, type Keys } from './evidence.ts';
import type { Deal, MppPending } from './pending.ts';
import { type Approving, afterSending, answerIn, isTransactionOn, keptBy } from './purchase.ts';
import { isOpenToOthers, type PurchaseRequest, resourcesOf, sentRequestOf } from './request.ts';
import { type SendingOptions, sendUntilKnown } from './sending.ts';
import { PurchaseStopped } from './stops.ts';
import { callUnpaid, fingerprintOf, reasonOf, refusalSaid, sellerKeys, type WireAnswer } from './wire.ts';
import { singleLine } from './words.ts';

/**
 * The reference buyer over MPP (`tempo` charge). As over x402 it signs once: the seller sends the transaction, and a
 * lost answer is asked for again with the same one. A challenge that ran out while somebody was thinking is replaced
 * once, compared with what was agreed, and approved anew.
 */

const CHAIN_ID = chainIdOf(TEMPO);
const ASSET = USDC_E_TEMPO.asset.toLowerCase();
/** Nodes take no transaction that ends within three seconds; less than this left, and it is not begun. */
const SECONDS_TO_PAY = 10;
/** The stock client lets a transaction live for so long. */
const LIVE_SECONDS = 25;

/** Whoever pays over MPP: approves a quote, keeps what was signed, and has a key on Tempo. */
export interface MppBuyer extends Approving {
  readonly key: () => Promise<`0x${string}`>;
  /** JSON-RPC of Tempo, which says what the transaction will cost. */
  readonly rpcUrl: string;
}

/** A purchase over MPP, and what proves it. */
export interface MppPurchased {
  readonly answer: unknown;
  /** The bytes that the delivery receipt is over. */
  readonly body: Uint8Array;
  readonly transaction: string;
  readonly receipt: Receipt.Receipt;
  readonly deliveryReceipt: string;
  readonly pending: MppPending;
}

interface Agreed extends Deal {
  readonly challenge: Challenge.Challenge;
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
  const keys = await sellerKeys(request.baseUrl);
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
  const { amount, currency, recipient } = agreed;
  const pending: MppPending = {
    ...{ version: 1, rail: 'mpp', request: sentRequestOf(request), credential },
    agreed: { amount, currency, recipient },
    payer: account.address,
    liveUntil: isoTime((buyer.now ?? Date.now)() + LIVE_SECONDS * 1_000),
  };
  await keptBy(buyer, pending);
  return afterSending(pending, () => complete(pending, keys, { ...buyer, sentBefore: false }));
}

/** Sends a kept payment again. Signs nothing: at the most the first and only charge goes through. */
export const resumeOverMpp = (pending: MppPending, sending: SendingOptions = {}): Promise<MppPurchased> =>
  afterSending(pending, async () => {
    const keys = await sellerKeys(pending.request.baseUrl);
    return complete(pending, keys, { ...sending, sentBefore: true });
  });

async function complete(
  pending: MppPending,
  keys: Keys,
  { sentBefore, ...sending }: SendingOptions & { readonly sentBefore: boolean },
): Promise<MppPurchased> {
  const header = { authorization: pending.credential };
  const answer = await sendUntilKnown({ asked: pending.request, header, sentBefore }, sending);
  return verified(pending, answer, keys);
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
    resource: resourcesOf(sentRequestOf(request))[0]!,
    description: singleLine(challenge.description ?? ''),
    price: `$${atomicToDollars(BigInt(amount))}`,
    amountAtomic: amount,
    maxAmountAtomic: request.maxAmountAtomic.toString(),
    network: TEMPO,
    asset: ASSET,
    payTo: recipient,
    termsDigest: undefined,
    liveSeconds: LIVE_SECONDS,
    isOpenToOthers: isOpenToOthers(request.baseUrl),
    // What signs an MPP challenge is a secret of the seller's: a buyer can compare its terms, not its signature.
    offerVerified: false,
  };
  if (!(await buyer.approve(quote)))
    throw new PurchaseStopped('not_approved', 'the purchase was not approved');
}

/** The MPP challenge of an unpaid call, if every term of it is one that may be asked about. */
async function offered(request: PurchaseRequest): Promise<Agreed> {
  const answer = await callUnpaid(sentRequestOf(request));
  const refuse = (detail: string): never => {
    throw new PurchaseStopped('terms_not_acceptable', detail);
  };
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 402)
    throw new PurchaseStopped('refused_request', refusalSaid(answer));
  const challenge = challengeIn(answer);
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
    !/^0x[0-9a-fA-F]{40}$/.test(recipient) ||
    (request.payTo && request.payTo.toLowerCase() !== recipient.toLowerCase())
  )
    return refuse('the recipient is not the expected one');
  refuseLongLife(LIVE_SECONDS, request);
  return { challenge, amount, currency: currency as string, recipient };
}

function challengeIn({ status, headers }: WireAnswer): Challenge.Challenge {
  try {
    if (status === 402) return Challenge.fromResponse(new Response(null, { status, headers }));
  } catch {
    // Falls through: whatever it is, it is not a challenge.
  }
  throw new PurchaseStopped('no_challenge', `HTTP ${status} without an MPP challenge that can be read`);
}

async function verified(
  pending: MppPending,
  { status, headers, body, text }: WireAnswer,
  keys: Keys,
): Promise<MppPurchased> {
  const { request, agreed, payer } = pending;
  const { amount, currency: asset, recipient: payTo } = agreed;
  let receipt: Receipt.Receipt | undefined;
  try {
    receipt = Receipt.fromResponse(new Response(null, { status, headers }));
  } catch {
    // Falls through: an answer without a receipt that can be read is not a verified purchase.
  }
  if (receipt?.method !== 'tempo' || !isTransactionOn(TEMPO, receipt.reference))
    throw new PurchaseStopped('receipt_not_verified', 'the answer carries no receipt of a tempo payment');
  const deliveryReceipt = headers.get(DELIVERY_RECEIPT_HEADER);
  const finding = await checkDelivery(
    deliveryReceipt,
    {
      resourceUrls: resourcesOf(request),
      accepted: { scheme: 'charge', network: TEMPO, asset, payTo, amount },
      payer,
      transaction: receipt.reference,
      fingerprint: fingerprintOf(request),
      offerDigest: undefined,
      termsDigest: undefined,
      body,
    },
    keys,
  );
  if (finding) throw new PurchaseStopped('receipt_not_verified', finding);
  return {
    answer: answerIn(text),
    transaction: receipt.reference,
    ...{ body, receipt, pending },
    deliveryReceipt: deliveryReceipt!,
  };
}
