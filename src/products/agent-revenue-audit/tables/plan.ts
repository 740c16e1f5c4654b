/**
 * The week, as work packages with an exit that a machine can check. Which seven are done, and in which order, follows
 * from the case: a seller without sales builds up, a live seller repairs, and one that lost money starts with that.
 */
export interface PlanRow {
  readonly id: string;
  readonly title: string;
  readonly task: string;
  readonly exit: string;
}

export const PLAN: readonly PlanRow[] = [
  {
    id: 'unit',
    title: 'unit and price',
    task: 'write down {unit} as {method} {path} with its two schemas and three fixtures: the example below, {emptyCase}, and {badCase}',
    exit: 'the three fixtures of {path} validate as expected and {price} is the ladder value {atomic}',
  },
  {
    id: 'challenge',
    title: 'challenge',
    task: 'serve the 402 of {path} from the snippet, with its url set and its verbs closed',
    exit: "curl -s -o /dev/null -w '%{http_code}' on {path} prints 402 and the decoded header says amount {atomic}",
  },
  {
    id: 'pay',
    title: 'pay path',
    task: 'buy one {noun} from {path} on a sandbox chain with a current @x402/fetch, then send the same payment again',
    exit: 'one 200 with PAYMENT-RESPONSE for {path}, and the replay returns the same {noun} with one settlement',
  },
  {
    id: 'failure',
    title: 'failure path',
    task: 'force {emptyCase}, a 5xx and a timeout behind {path}',
    exit: 'zero settlements on {path} in all three cases, with the codes that failureBehaviour names',
  },
  {
    id: 'documents',
    title: 'preview and machine documents',
    task: 'put up GET {previewPath}, the OpenAPI entry of {path}, /.well-known/x402 and a line on {plural} in llms.txt',
    exit: '{previewPath} has the keys of a paid {noun}, the OpenAPI entry lints clean, and its description is under 500 characters',
  },
  {
    id: 'mainnet',
    title: 'mainnet purchase and listing',
    task: 'buy one {noun} on eip155:8453 from your own wallet, labelled as owner-funded and kept out of revenue, then list {path}',
    exit: 'the settlement of {atomic} units is on chain, and listing, 402 and OpenAPI of {path} all say {price}',
  },
  {
    id: 'wire',
    title: 'wire check',
    task: 'call {path} from outside through every hop in front of it, and measure status, redirects and header size',
    exit: 'no hop answers 30x for {path} and its 402 header block stays under 12 KB',
  },
  {
    id: 'listing',
    title: 'listing check',
    task: 'compare what listing, OpenAPI and 402 say about {path}, and buy one {noun} as owner-funded QA',
    exit: 'all three say {price} for {aNoun}, and the labelled purchase of {aNoun} ended in a 200',
  },
  {
    id: 'measure',
    title: 'measure and decide',
    task: 'set challenges, payments, 2xx and refunds of {path} against each other by source',
    exit: 'a written decision on {price} for {aNoun}: keep, step down to {down}, or step up to {up}, by the rule in changeWhen',
  },
];

export const WEEK = {
  new: ['unit', 'challenge', 'pay', 'failure', 'documents', 'mainnet', 'measure'],
  live: ['challenge', 'unit', 'documents', 'wire', 'failure', 'pay', 'listing'],
  loss: ['failure', 'pay', 'unit', 'challenge', 'documents', 'mainnet', 'measure'],
} as const;
