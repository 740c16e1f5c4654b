import { evidenceClass } from '../accounting/evidence.ts';
import { sourceTag } from '../accounting/sources.ts';
import type { Entry } from '../accounting/states.ts';
import type { Form, Product } from '../declare.ts';
import type { Claim, PublishedEdition, Seal, TicketUse, Verified } from '../ports.ts';
import { sameAddress } from '../values/assets.ts';
import { type Digest, digestBytes, digestJson } from '../values/digest.ts';
import { jsonOf } from '../values/json.ts';
import { once } from '../values/once.ts';
import { buyersMark, isForOneChallenge, type Payment, proofToText } from '../values/payment.ts';
import type { Situation } from '../values/problem.ts';
import type { EpochMs } from '../values/time.ts';
import type { Terms } from './offer.ts';
import type { Rail } from './rails/rail.ts';
import { LEASE_MS } from './reconcile.ts';
import type { PaidRequest } from './request.ts';

/** What accounting may know about the caller. */
export interface Caller {
  /** The call carried a valid operator or monitor token. */
  readonly operatorToken: boolean;
  /** Raw source tag of the query; only an allow-listed one is kept. */
  readonly source: string | undefined;
  /** The edge that settled this payment says that its buyer sent it: the edge compared it with its own row. */
  readonly vouched?: boolean;
}

/** One paid request on its way through the gate. */
export interface PaidCall {
  readonly form: Form;
  readonly input: unknown;
  readonly fingerprint: string;
  readonly rail: Rail;
  readonly payment: Payment;
  readonly caller: Caller;
  /** As it came in: an edge sends it on. */
  readonly request: PaidRequest;
}

/** A credential need not name its payer: then the chain does. */
export const paidBy = (call: PaidCall, verified: Verified): PaidCall =>
  'payer' in verified && verified.payer !== undefined
    ? { ...call, payment: { ...call.payment, payer: verified.payer } }
    : call;

/** No money moved for these rows: the same payment may begin again. */
export const mayBeginAgain = ({ state }: Pick<Entry, 'state'>): boolean =>
  state === 'released' || state === 'failed';

/** Whether a row was sold on the very terms that a payment is read on. */
export const isOn = (
  { network, asset, payTo, amount }: Pick<Entry, 'network' | 'asset' | 'payTo' | 'amount'>,
  { offer }: Pick<Payment, 'offer'>,
): boolean =>
  network === offer.network &&
  sameAddress(network, asset, offer.asset) &&
  sameAddress(network, payTo, offer.payTo) &&
  amount === offer.amount;

/** What a claim is written with besides the sale itself. */
export interface Circumstances {
  readonly terms: Terms;
  readonly owners: ReadonlySet<string>;
  readonly release: string;
  readonly asOf: EpochMs;
  /** Token of the work that begins with this claim. */
  readonly owner: string;
  /** The ticket or match that admits the sale, if the product needs one. */
  readonly ticket: TicketUse | undefined;
  /** Digest of the edition that answers. */
  readonly edition: string | undefined;
  readonly seal: Seal;
}

/** The first write of a sale. What must not be stored has no place in it. */
export function claimOf(
  call: PaidCall,
  { terms, owners, release, asOf: now, owner, ticket, edition, seal }: Circumstances,
): Claim {
  const { payment, fingerprint, caller } = call;
  const { network, asset, payTo, amount } = payment.offer;
  const source = sourceTag(caller.source ?? (call.input as { source?: unknown }).source);
  return {
    key: payment.key,
    rail: payment.rail,
    product: terms.product.id,
    via: 'origin',
    method: call.form.method,
    network,
    asset,
    payTo,
    amount,
    fingerprint,
    asOf: now,
    release,
    revision: terms.product.revision,
    edition: edition ?? null,
    offerDigest: payment.offerDigest ?? null,
    buyerDigest: buyerDigestOf(payment, seal) ?? null,
    termsDigest: terms.document.digest,
    evidence: evidenceClass({
      ownerPayer: owners.has(payment.payer),
      operatorToken: caller.operatorToken,
      source,
      settled: true,
    }),
    source,
    authorization: proofToText(payment.proof),
    validBefore: payment.validBefore,
    owner,
    leaseUntil: now + LEASE_MS,
    createdAt: now,
    ...(payment.once && { once: payment.once }),
    ...(ticket !== undefined && { ticket }),
    ...(payment.identifier !== undefined && {
      identifierKey: identifierKeyOf(payment)!,
      identifierLookup: identifierLookup(payment.identifier),
    }),
  };
}

/** Undefined where the rail needs none. */
function buyerDigestOf(payment: Payment, seal: Seal): string | undefined {
  const mark = buyersMark(payment);
  return mark && seal(mark.text);
}

/**
 * Whether a payment comes from the same buyer as at first, by the digest of its row. Undefined if that is not known:
 * the row has no digest, or the key that made it is gone. Then the signature decides, for as long as `delivery.ts`
 * allows.
 */
export function isFromBuyer({ buyerDigest }: Pick<Entry, 'buyerDigest'>, payment: Payment, seal: Seal) {
  const shown = buyerDigest === null ? undefined : buyerDigestOf(payment, seal);
  return shown === undefined || keyOf(shown) !== keyOf(buyerDigest!) ? undefined : shown === buyerDigest;
}

/**
 * Why a payment may not start its row again: it may be somebody else's money. A comparison that cannot be made counts
 * like one that fails. Undefined: the payment is the buyer's, or its row is of a release that kept no digest.
 */
export function strangerTo(
  row: Pick<Entry, 'buyerDigest'>,
  payment: Payment,
  seal: Seal,
): Extract<Situation, 'not_its_buyer' | 'buyer_untold'> | undefined {
  const isBuyers = row.buyerDigest === null || isFromBuyer(row, payment, seal);
  if (isBuyers) return undefined;
  return isBuyers === false ? 'not_its_buyer' : 'buyer_untold';
}

/**
 * Whether an edge made the digest of a row, with a key that only the edge has. A restore can bring such a row here. Then
 * only that edge can say whose payment it is.
 */
export const isSealedByEdge = (
  row: Pick<Entry, 'buyerDigest' | 'via'>,
  payment: Payment,
  seal: Seal,
): boolean => row.via === 'edge' && row.buyerDigest !== null && isFromBuyer(row, payment, seal) === undefined;

/** Seals begin with the name of their key. */
const keyOf = (sealed: string): string => sealed.split(':', 1)[0]!;

/** The key of a payment identifier. It includes the payer, because an identifier belongs to one. Undefined without one. */
export const identifierKeyOf = ({ payer, identifier }: Payment): string | undefined =>
  identifier === undefined ? undefined : digestJson([payer, identifier]);

/**
 * Why a payment whose money has already moved is not sold now. Undefined: it may be sold.
 *
 * Every payment that we verified has a row from before its transfer. If the transfer is on the chain at our first look,
 * the payment was used elsewhere, perhaps by another service with our recipient. If our own key sent it, we sold for it
 * before the journal was rolled back. A row that was given up counts as our first look: a later transfer was for that
 * row's request, unless we sent it after a rollback. A transfer that names its challenge can be for no other sale.
 */
export function usedBefore(
  verified: Verified,
  { payment, fingerprint }: PaidCall,
  seen: Entry | undefined,
): Extract<Situation, 'record_lost' | 'used_elsewhere'> | undefined {
  if (verified.kind !== 'paid') return undefined;
  const own = seen?.key === payment.key && seen.fingerprint === fingerprint ? seen.state : undefined;
  if (verified.ours) return own === 'failed' ? undefined : 'record_lost';
  return own !== undefined || isForOneChallenge(payment.proof) ? undefined : 'used_elsewhere';
}

/** The key by which the free status check finds a payment. */
const identifierLookup = (identifier: string): string => digestJson([identifier]);

/** An answer's exact bytes, and their digest. */
export interface AnswerBytes {
  readonly text: string;
  readonly digest: Digest;
  /** The same for whoever buys it: made of nothing that a caller sent. */
  readonly isForAll?: true;
}

/**
 * The answer's exact bytes. Pure: the same row and edition give the same bytes, so a redelivery needs no stored body.
 * Undefined when the product throws, or when the row was sold at another revision (revision.ts).
 */
export function compute(
  product: Product,
  form: Form,
  input: unknown,
  { revision, asOf, release }: Entry,
  edition?: PublishedEdition,
): AnswerBytes | undefined {
  const run = product.forms.find(({ method }) => method === form.method)?.run;
  if (!run || revision !== product.revision) return undefined;
  try {
    return answerOf(run(input, { asOf, release, ...(edition && { edition }) }));
  } catch {
    return undefined;
  }
}

/** Answers that cannot change are serialised once, however often they are sold. */
const answerOf = once((answer: object): AnswerBytes => {
  const text = jsonOf(answer);
  return { text, digest: digestBytes(text), ...(Object.isFrozen(answer) && { isForAll: true }) };
}, Object.isFrozen);
