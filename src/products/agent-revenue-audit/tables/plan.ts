import type { SentencePart } from '../parts.ts';

/**
 * The week, as work packages with an exit that can be run. Which seven are done, and in which order, follows from the
 * case: a seller without sales builds up, one that agents can pay already repairs, and one that lost money starts with
 * that. A part is said only where all that it names is known, so a day names what this seller wrote.
 */
export interface PlanRow {
  readonly id: string;
  readonly title: string;
  /** Hours of the package itself, before what it closes. */
  readonly hours: number;
  readonly task: readonly SentencePart[];
  readonly exit: readonly SentencePart[];
  /** An extra day is held only where this slot is known. */
  readonly when?: readonly string[];
  /** The day that does its work too when an extra day takes its place. */
  readonly into?: string;
}

export const PLAN: readonly PlanRow[] = [
  {
    id: 'unit',
    title: 'price',
    hours: 3,
    task: [
      'sell {unit} at {price} from {path} beside {plan}: the plan stays cheaper from {planPoint} {plural} a month on',
      'put {packSize} units behind {price}, since {today} is too little to settle alone',
      'keep {today} for customers with an account and ask {price} on {path}, {ofToday} of it',
      'write {price} on {path} where {offer} leaves the price open',
    ],
    exit: [
      '{badCase} gets 400 from {endpoint}; {atomic} stands once in the code',
      '{badCase} gets 400; {atomic} stands once in the code',
    ],
  },
  {
    id: 'challenge',
    title: 'challenge',
    hours: 2,
    into: 'unit',
    task: [
      'let a payment of {price} replace {gate} in front of {endpoint}; {gate} stays for subscribers',
      'let a payment of {price} replace {gate} on {path}; whoever has {gate} keeps it',
      'put a 402 that asks {atomic} before {endpoint}',
      'meet {buyer} with a 402 that asks {atomic}',
    ],
    exit: ['`sh check.sh` without {gate} prints 402 and {atomic}', '`sh check.sh` prints 402 and {atomic}'],
  },
  {
    id: 'pay',
    title: 'pay path',
    hours: 4,
    task: [
      'let buyer.mjs pay {price}, then repeat it: {replays} has to hold for payments too',
      'let buyer.mjs pay {price} beside {rail}, twice with one signature',
      'let buyer.mjs pay {price} for {buyer}, twice with one signature',
    ],
    exit: [
      'both answers are equal, {atomic} moved once, and {rail} still works',
      'both answers are equal, {atomic} moved once',
    ],
  },
  {
    id: 'failure',
    title: 'failure path',
    hours: 4,
    into: 'pay',
    task: [
      'end {charged} for payers: force {emptyCase} and a 5xx',
      'hold {path} to {terms}: force {emptyCase} and a 5xx',
      'force {emptyCase} and a 5xx behind {endpoint}, and a call longer than {wait}',
      'force {emptyCase} and a 5xx behind {endpoint}',
      'force {emptyCase}, a 5xx, and a call longer than {wait}',
      'force {emptyCase} and a 5xx before {buyer} meet them',
    ],
    exit: ['404 and 503 leave {atomic} unsettled; the next {price} buys'],
  },
  {
    id: 'documents',
    title: 'documents',
    hours: 3,
    into: 'mainnet',
    task: [
      'merge openapi.json into {docs}; describe it as {returns} for {price}',
      'merge openapi.json into {docs}; show {buyer} {previewPath}',
      'publish openapi.json, described as {returns} for {price}',
      'publish openapi.json, described as {offer} for {price}',
    ],
    exit: ['{previewPath} has every key that {price} buys, and openapi.json lints clean'],
  },
  {
    id: 'mainnet',
    title: 'mainnet',
    hours: 2,
    task: ['with FACILITATOR_URL set, spend {price} of your own; then search as {buyer} do'],
    exit: ['{atomic} units arrive, marked as yours; index and 402 say {price}'],
  },
  {
    id: 'wire',
    title: 'wire check',
    hours: 2,
    into: 'review',
    task: [
      'call {endpoint} from outside through every hop, and read status, redirects and header size of its 402',
      'call {path} from outside through every hop, and read status, redirects and header size of its 402',
    ],
    exit: ['`curl -si` shows no 30x before {price} is asked and under 12 KB of headers'],
  },
  {
    id: 'listing',
    title: 'listing check',
    hours: 2,
    into: 'measure',
    task: [
      'compare {listing}, {docs} and the live 402',
      'compare {listing} with the live 402 for {buyer}',
      'set FACILITATOR_URL, list {path}, and hold listing, OpenAPI and 402 against each other',
    ],
    exit: ['all three say {price} and {atomic}, and name {returns}', 'all three say {price} and {atomic}'],
  },
  {
    id: 'review',
    title: 'review of what sells',
    hours: 3,
    when: ['crypto'],
    task: [
      'decode the 402 behind {crypto}: amount, asset, recipient, window {window}, and one offer for {today}',
      'decode the 402 behind {crypto}: amount, asset, recipient, window, and one offer for {today}',
      'decode the 402 behind {crypto}: amount, asset, recipient and window',
    ],
    exit: ['`parsePaymentRequired` of @x402/core takes it, and the amount is {atomic}'],
  },
  {
    id: 'async',
    title: 'slow answers',
    hours: 6,
    when: ['wait'],
    task: [
      'answer {path} with 202, an id and Retry-After where {wait} is the rule; settle only once the result is stored, within {window}',
      'answer {path} with 202, an id and Retry-After where {wait} is the rule; settle on acceptance and send {price} back when the work fails',
    ],
    exit: ['a client that leaves after 5 s reads its {noun} later by id, having paid {atomic} once'],
  },
  {
    id: 'rights',
    title: 'rights to results',
    hours: 2,
    when: ['licence'],
    task: [
      'put {licence} into the description of {path}, and ask whoever owns the data whether sales at {price} to {buyer} are covered',
    ],
    exit: ['the 402 shows {licence}, and the answer of the owner is on file'],
  },
  {
    id: 'limits',
    title: 'limits without accounts',
    hours: 4,
    when: ['quota'],
    task: [
      'count {quota} by payer address, and answer 429 before the 402 once {hourCap} {plural} an hour are reached',
    ],
    exit: ['call {hourCap} plus one gets 429 with Retry-After and no challenge'],
  },
  {
    id: 'compare',
    title: 'comparison',
    hours: 2,
    when: ['others'],
    task: [
      'set {price}, age and failure terms of {path} beside the public prices of {others}, in one table that {buyer} can fetch',
    ],
    exit: ['a line for each of {others} with its price and the day it was read'],
  },
  {
    id: 'measure',
    title: 'decision',
    hours: 2,
    task: [
      'count challenges and payments by source, and beat {asked} with {paid}',
      'count challenges and payments against {problem}',
      'count challenges and payments, {buyer} apart from {account}',
      'count challenges and payments of {buyer} apart',
    ],
    exit: ['{price} stays; {down} after 200 unpaid challenges, {up} after 20 paid'],
  },
];

export const WEEK = {
  new: ['unit', 'challenge', 'pay', 'failure', 'documents', 'mainnet', 'measure'],
  live: ['review', 'unit', 'documents', 'wire', 'failure', 'pay', 'listing', 'measure'],
  loss: ['failure', 'pay', 'unit', 'challenge', 'documents', 'mainnet', 'measure'],
} as const;

/** Days that a case may add, the most pressing first, and whose place they take. */
export const EXTRA = ['async', 'rights', 'limits', 'compare'] as const;
export const GIVES_WAY = ['wire', 'challenge', 'failure', 'documents', 'listing', 'mainnet'] as const;
/** Frictions that have a day of their own where it is held. */
export const OWN_DAY: Readonly<Record<string, string>> = { F22: 'async', F37: 'rights', F36: 'limits' };
