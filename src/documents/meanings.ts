import { DECLINES, type DeclineReason, type FailureBucket, PROBLEMS } from '../values/problem.ts';

/** What an answer says about money. Several documents print this table; here it stands once. */
export const MONEY_BY_STATUS = {
  200: 'Paid and delivered: settlement, then this answer. The only status that is a paid completion.',
  400: 'Refused before anything was verified. Nothing was charged.',
  402: 'The expected challenge. No money moved; it is neither an outage nor revenue.',
  403: 'Refused before anything was verified. Nothing was charged.',
  409: 'The payment or its identifier belongs to another request or to somebody else. It was not charged again.',
  410: 'The free match has expired: ask for a new one. Nothing was charged.',
  413: 'The body is larger than this service reads. Nothing was charged.',
  415: 'The body is not plain JSON. Nothing was charged.',
  422: 'Policy refuses the body, before the payment is looked at. Nothing was charged.',
  428: 'A free step comes first. Nothing was charged.',
  429: 'Too many calls: wait as long as Retry-After says. Nothing was charged.',
  500: 'The answer could not be computed, so nothing was settled. Nothing was charged.',
  503: 'The answer is not available, or the outcome is not known. Send the same payment again; never sign a new one.',
} as const satisfies Record<number, string>;

const BUCKETS: Record<
  FailureBucket,
  { readonly means: string; readonly buyer: string; readonly service: string }
> = {
  wallet_not_authenticated: {
    means: 'The payment carries no signature that belongs to the payer.',
    buyer: 'Authenticate the wallet, then approve a new payment.',
    service: 'Does nothing: it neither holds nor asks for wallet secrets.',
  },
  insufficient_network_usdc: {
    means: 'The payer holds less USDC on this network than the price.',
    buyer: 'Stop.',
    service: 'Does not fund a wallet and gives no advice on funding.',
  },
  max_amount_too_low: {
    means: 'The signed or accepted amount is below the price.',
    buyer: 'Approve the exact price, or stop.',
    service: 'Does not change prices.',
  },
  wrong_network: {
    means: 'The payment is for a network that this route is not sold on.',
    buyer: 'Pay on a network of the challenge, or stop.',
    service: 'Does not switch networks or rails.',
  },
  payment_declined: {
    means: 'The payment was refused for the reason that the 402 names.',
    buyer: 'Read the reason. No retry without a new approval.',
    service: 'Does not retry.',
  },
};

/** The failure buckets with the reasons that fall into each, and what a buyer may do with the payment it holds. */
export const failureBuckets = () =>
  Object.entries(BUCKETS).map(([bucket, texts]) => ({
    bucket,
    ...texts,
    reasons: (Object.keys(DECLINES) as DeclineReason[])
      .filter((reason) => DECLINES[reason].bucket === bucket)
      .map((reason) => ({ reason, retry: DECLINES[reason].retry })),
  }));

/** Every refusal that is not a 402, with what it says about the payment that was sent along. */
export const refusals = () =>
  Object.entries(PROBLEMS).map(([error, row]) => ({
    status: row.status,
    error,
    detail: row.detail,
    retry: 'retry' in row ? row.retry : null,
  }));

export const RETRY_WORDS = {
  never:
    'Do not send this payment again and do not sign another one for the same purpose: it cannot succeed.',
  same_payment: 'Send exactly the same payment again. It is charged at most once.',
  new_approval: 'This payment is over. Another purchase needs a new approval by whoever owns the money.',
} as const;

/** What holds on every route and in every document. */
export const PRINCIPLES = [
  'An unpaid 402 is the expected challenge: no money moved.',
  'A paid completion is buyer-controlled settlement followed by HTTP 200 delivery, and nothing else is.',
  'The answer is computed before money moves; if it cannot be, nothing is charged.',
  'The service never pays, never operates a wallet, and asks for no private key, seed phrase or signature.',
  'The service calls nobody to find an answer: nothing that a caller names is fetched or resolved.',
  'No account, no API key, no cookie. No address, request or answer is stored.',
  'Answers are not trading, investment, legal, tax, lending or compliance advice.',
] as const;

/** What we owe whoever pays. Each has tests that fail when it is broken. */
export const PROMISES = [
  {
    title: 'A 402 means that no money moved.',
    text: 'If it is not known yet whether money moved, the answer is 503: send the same payment again.',
  },
  {
    title: 'The answer exists before money moves.',
    text: 'If it cannot be computed, nothing is charged.',
  },
  {
    title: 'Paid is delivered.',
    text: 'The same payment with the same request gives the same answer for 24 hours, without a second charge, also after a crash of the service.',
  },
] as const;
