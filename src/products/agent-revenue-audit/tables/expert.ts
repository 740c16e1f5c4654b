import type { SentencePart } from '../parts.ts';

/** What figures of the text mean for this price: at most two are said, the ones that matter most first. */
export const DIAGNOSIS: readonly SentencePart[] = [
  'one in a hundred of {volume} would bring {onePercent} a month at {price}',
  '{worth} makes {price} {ofWorth} of what one {noun} is worth',
  '{free} already shows what is sold, so {price} has to begin where it ends',
  'judge the week by {problem}',
];

/** One thing that an expert would add, with what it can say in the order of what is known. */
export interface TopicRow {
  readonly id: string;
  readonly most: number;
  /** Said only where one of these slots is known; always when absent. */
  readonly when?: readonly string[];
  readonly parts: readonly SentencePart[];
}

export const MOST_TOPICS = 5;
/** The most particular first. */
export const TOPICS: readonly TopicRow[] = [
  {
    id: 'which_endpoint_first',
    most: 1,
    parts: [
      'Open {endpointNear} before {otherEndpoints}: by its name it gives {unit}. One priced endpoint shows whether {buyer} pay {price}; the others keep their present door.',
      'Open {endpointFirst} before {otherEndpoints}: you name it first, and nothing you sent ranks them. Count calls of each for a week before a second one costs {price}.',
      'Put {path} in front of {endpoint}, which returns {returns} already: only the step that asks {atomic} is new.',
      'Put {path} in front of {endpoint}: only asking {atomic} is new.',
    ],
  },
  {
    id: 'review_of_x402',
    most: 3,
    when: ['crypto'],
    parts: [
      {
        say: 'Sign offers and receipts (offer-receipt extension), so that {buyer} can prove {price} was asked.',
        unless: ['signedOutput'],
      },
      {
        say: 'Take the payment-identifier extension: a retry after a lost answer then brings its {noun}, not a second {atomic}.',
        unless: ['replays'],
      },
      {
        say: 'Declare method, input and an example of {path} in extensions.bazaar; a listing without them gets calls that end in 400.',
        unless: ['listing'],
      },
      'Hold {listing} against the live 402 once a week: an index keeps the price of the last settlement.',
      {
        say: 'Settle only after the {noun} is stored, and answer 503 instead of a new 402 once {atomic} may have moved.',
        unless: ['terms'],
      },
      'Keep one network and one asset first in accepts: clients sign the first that they can, not the cheapest.',
    ],
  },
  {
    id: 'migration',
    most: 1,
    when: ['crypto'],
    parts: [
      'Leave {endpoint} at {today} while {path} opens at {price} under the same recipient; move callers when {path} has ten paid answers, and keep the old address answering 402, never a redirect.',
      'Leave what sells at {today} as it is while {path} opens at {price} under the same recipient, and never redirect the old address: clients carry payment headers along.',
    ],
  },
  {
    id: 'free_units',
    most: 1,
    when: ['free'],
    parts: [
      'A new wallet costs nothing, so nobody can count {free} by wallet. Keep them behind an account, and show agents {previewPath}.',
    ],
  },
  {
    id: 'slow_answers',
    most: 1,
    when: ['wait', 'window', 'beyondWindow'],
    parts: [
      '{wait} is longer than many clients wait. Answer 202 with an id and Retry-After, offer a window of {window}, settle {atomic} once the result is stored, and give it again for the same payment for 24 hours.',
      '{wait} is too long for a signed payment. Accept the work, settle {atomic}, and answer 202 with an id. Make reads of that id free for seven days. Send {price} back if the work fails.',
    ],
  },
  {
    id: 'rights',
    most: 1,
    when: ['licence'],
    parts: [
      'You must keep {licence}, and so must {buyer}. Name it in the description and in a field of every {noun}. If it forbids single sales at {price}, sell what you compute from the data.',
    ],
  },
  {
    id: 'named_alternatives',
    most: 1,
    when: ['others'],
    parts: [
      '{buyer} see {others} beside you. Say what they cannot get there without an account: {returns} for {price}, once, {emptyCase} free.',
      '{buyer} see {others} beside you. Put three numbers next to theirs: {price} without a plan, the age of an answer, and what {emptyCase} costs, which is nothing.',
    ],
  },
  {
    id: 'abuse_without_accounts',
    most: 1,
    parts: [
      'Without {gate} you cannot count {quota} by account. Count payer addresses. Answer 429, not 402, above {hourCap} {plural} an hour: that is {hourSpend} from one wallet.',
      'Count {quota} by payer address, and check it before the 402. {hourCap} {plural} an hour come to {hourSpend} from one wallet.',
      'Without {gate} you know only the payer address. Above {hourCap} {plural} an hour ({hourSpend}), answer it 429, not 402. Limit unpaid calls by network address.',
      'Know {buyer} by payer address alone: above {hourSpend} an hour ({hourCap} {plural}) answer 429 instead of a 402.',
    ],
  },
  {
    id: 'refunds',
    most: 1,
    parts: [
      'End {charged}: a buyer cannot take {price} back from your wallet. Settle only after success. If you charged a payer wrongly, send {atomic} units to the address that paid.',
      '{terms} is a promise that the settlement order has to keep: {emptyCase} ends before {atomic} is settled, so there is nothing to refund.',
      'No chargeback exists: settle nothing for {emptyCase}, and return {atomic} units to whoever paid for a wrong {noun}.',
    ],
  },
];

/** Hosted services that verify and settle on the network of the offer. Few words each: they are the same for everybody. */
export interface FacilitatorRow {
  readonly name: string;
  readonly url: string;
  readonly networks: readonly string[];
  readonly needs: string;
  readonly fee: string;
  readonly source: string;
  readonly read: string;
}

const BASE = 'eip155:8453';
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

export const FACILITATORS: readonly FacilitatorRow[] = [
  {
    name: 'Coinbase CDP',
    url: 'https://api.cdp.coinbase.com/platform/v2/x402',
    networks: [BASE, SOLANA],
    needs: 'CDP API keys',
    fee: '1,000 a month free, then $0.001',
    source: 'docs.cdp.coinbase.com/x402/seller/facilitator',
    read: '2026-11-23',
  },
  {
    name: 'PayAI',
    url: 'https://facilitator.payai.network',
    networks: [BASE, SOLANA],
    needs: 'no key named',
    fee: 'not read',
    source: 'deepwiki.com/coinbase/x402/8.2-public-facilitators',
    read: '2026-11-23',
  },
];
