import { unixSeconds } from '../../values/time.ts';
import { readState } from './abi.ts';
import { BLOCKHASH_LIFE_SECONDS, finalAfter, SOLANA_FINAL_SECONDS, TEMPO_FINAL_SECONDS } from './finality.ts';
import type { ChainFound, RecoveryDecision, RecoveryPlan, RecoveryRequest } from './schema.ts';

/**
 * The state machine. Everything is decided by what was signed, when it ends, what the seller answered last, and a read
 * of the chain, in this order of strength: a read that counts, then the clock, then the seller's word. Only a read can
 * say that a payment which left the machine may be signed anew.
 */

/** A read of the chain that is good for something. */
export interface ChainSeen {
  readonly found: ChainFound;
  /** What it shows cannot be undone. */
  readonly isFinal: boolean;
  /** In that block, and in any later one, what was signed can no longer be carried out. */
  readonly isOver: boolean;
}

export interface RecoveryFacts {
  readonly phase: RecoveryRequest['phase'];
  readonly status: number | undefined;
  /** Epoch seconds. */
  readonly now: number;
  readonly startsAt: number;
  /** Infinity: it has no end of its own. */
  readonly endsAt: number;
  /** From then on a node should be able to show a final block after the end. */
  readonly readableAt: number;
  readonly seen: ChainSeen | undefined;
}

interface Rule {
  readonly state: string;
  readonly when: (facts: RecoveryFacts) => boolean;
  readonly decision: RecoveryDecision;
  readonly oldPayment: RecoveryPlan['oldPayment'];
  readonly moneyMoved: RecoveryPlan['moneyMoved'];
  readonly until?: (facts: RecoveryFacts) => number;
  readonly reason: string;
}

/** Answers that ask for the same again, whoever gives them. */
const isRetryable = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);
const isSuccess = ({ status = 0 }: RecoveryFacts): boolean => status >= 200 && status < 300;
const isRefused = ({ status = 0 }: RecoveryFacts): boolean => status >= 300 && !isRetryable(status);
const found = ({ seen }: RecoveryFacts, ...what: ChainFound[]): boolean =>
  seen !== undefined && what.includes(seen.found);

/** The first that holds decides. The last always does. */
export const RECOVERY_RULES: readonly Rule[] = [
  {
    state: 'canceled',
    when: (facts) => found(facts, 'canceled') && facts.seen!.isFinal,
    decision: 'sign_anew_is_safe',
    ...{ oldPayment: 'cannot_settle', moneyMoved: 'no' },
    reason:
      'The token recorded in a final block that this authorization was cancelled: nobody can use it any more.',
  },
  {
    state: 'over_and_unused',
    when: (facts) => found(facts, 'unused', 'absent', 'failed') && facts.seen!.isOver,
    decision: 'sign_anew_is_safe',
    ...{ oldPayment: 'cannot_settle', moneyMoved: 'no' },
    reason:
      'A block that cannot be replaced, later than the end of what you signed, shows that it moved nothing. No block before it can change, and in no block after it can it be carried out.',
  },
  {
    state: 'moved_and_refused',
    when: (facts) => found(facts, 'transferred', 'succeeded') && isRefused(facts),
    decision: 'ask_seller',
    ...{ oldPayment: 'settled', moneyMoved: 'yes' },
    reason:
      'The chain shows that it was charged, and the seller refuses it. Many sellers call a payment that they have already charged invalid. The seller owes you the answer or the money.',
  },
  {
    state: 'moved',
    when: (facts) => found(facts, 'transferred', 'succeeded'),
    decision: 'resend_same',
    ...{ oldPayment: 'settled', moneyMoved: 'yes' },
    reason:
      'The chain shows that it was charged, so it cannot be charged again: the same payment can only fetch what it bought. If the seller refuses it, ask for a plan again with that status.',
  },
  {
    state: 'used_and_refused',
    when: (facts) => found(facts, 'used') && isRefused(facts),
    decision: 'ask_seller',
    ...{ oldPayment: 'not_known', moneyMoved: 'maybe' },
    reason:
      'The token says that it was used or cancelled, and the seller refuses it. Unless you cancelled it yourself, take it as charged; the call `authorization_events` tells which.',
  },
  {
    state: 'used',
    when: (facts) => found(facts, 'used'),
    decision: 'resend_same',
    ...{ oldPayment: 'not_known', moneyMoved: 'maybe' },
    reason:
      'The token says that it was used or cancelled. Unless you cancelled it yourself, take it as charged: the same payment fetches what it bought and cannot be charged twice. The call `authorization_events` tells which.',
  },
  {
    state: 'never_sent',
    when: ({ phase, now, endsAt }) => phase === 'not_sent' && now < endsAt,
    decision: 'resend_same',
    ...{ oldPayment: 'can_settle', moneyMoved: 'no' },
    reason: 'Nobody but you has it and it is still good: send it, rather than sign another one.',
  },
  {
    state: 'never_sent_and_over',
    when: ({ phase }) => phase === 'not_sent',
    decision: 'sign_anew_is_safe',
    ...{ oldPayment: 'cannot_settle', moneyMoved: 'no' },
    reason:
      'Nobody but you ever had it, and its time is over. Delete it first. If it may have left your machine, say `sent` instead.',
  },
  {
    state: 'answered',
    when: isSuccess,
    decision: 'resend_same',
    ...{ oldPayment: 'not_known', moneyMoved: 'maybe' },
    reason:
      'The seller answered. If you have the answer, you need no plan; if its body was lost, the same payment is how to ask for it again.',
  },
  {
    state: 'no_end',
    when: ({ endsAt }) => endsAt === Number.POSITIVE_INFINITY,
    decision: 'ask_seller',
    ...{ oldPayment: 'can_settle', moneyMoved: 'maybe' },
    reason:
      'What you signed has no end of its own: whoever has it can carry it out at any time, so no waiting makes a new payment safe.',
  },
  {
    state: 'read_due',
    when: ({ now, readableAt }) => now >= readableAt,
    decision: 'read_chain',
    ...{ oldPayment: 'not_known', moneyMoved: 'maybe' },
    reason:
      'Its time is over and the chain now knows for good whether it was used. The clock alone does not: it may have been used in time.',
  },
  {
    state: 'over_and_not_final',
    when: ({ now, endsAt }) => now >= endsAt,
    decision: 'wait_until',
    ...{ oldPayment: 'not_known', moneyMoved: 'maybe' },
    until: ({ readableAt }) => readableAt,
    reason:
      'Its time is over, but the blocks of that time can still be replaced. Read the chain when they no longer can.',
  },
  {
    state: 'not_yet_valid',
    when: ({ now, startsAt }) => now <= startsAt,
    decision: 'wait_until',
    ...{ oldPayment: 'can_settle', moneyMoved: 'no' },
    until: ({ startsAt }) => startsAt + 1,
    reason: 'It is not valid yet: the token refuses it until its time begins. Send the same one then.',
  },
  {
    state: 'conflict',
    when: ({ status }) => status === 409,
    decision: 'ask_seller',
    ...{ oldPayment: 'can_settle', moneyMoved: 'maybe' },
    reason:
      'The seller says that this payment or its identifier belongs to another request. It may have charged it, and until it ends it still can.',
  },
  {
    state: 'refused',
    when: isRefused,
    decision: 'wait_until',
    ...{ oldPayment: 'can_settle', moneyMoved: 'maybe' },
    until: ({ readableAt }) => readableAt,
    reason:
      "The seller refused it, and that is the seller's word only: it holds what you signed and can charge it until it ends. Then the chain can be asked.",
  },
  {
    state: 'open',
    when: () => true,
    decision: 'resend_same',
    ...{ oldPayment: 'can_settle', moneyMoved: 'maybe' },
    reason:
      'It may have been charged and it is still good. The same payment cannot be charged twice; a new one can be a second charge.',
  },
];

export const ruleFor = (facts: RecoveryFacts): Rule => RECOVERY_RULES.find(({ when }) => when(facts))!;

/** When what was signed begins and ends, and when the chain can be asked about it. */
export function windowOf(input: RecoveryRequest): Pick<RecoveryFacts, 'startsAt' | 'endsAt' | 'readableAt'> {
  const { kind, network, validAfter = 0, signedAt = 0 } = input;
  const { validBefore = NEVER } = input;
  if (kind === 'solana_transaction') {
    const endsAt =
      input.lifetime === 'recent_blockhash' ? signedAt + BLOCKHASH_LIFE_SECONDS : Number.POSITIVE_INFINITY;
    return { startsAt: 0, endsAt, readableAt: endsAt + SOLANA_FINAL_SECONDS };
  }
  const final = kind === 'eip3009' ? finalAfter(network) : TEMPO_FINAL_SECONDS;
  const endsAt = validBefore < NEVER ? validBefore : Number.POSITIVE_INFINITY;
  return { startsAt: validAfter, endsAt, readableAt: endsAt + final };
}

/** The year 5138, and what milliseconds look like: no buyer waits for that. */
const NEVER = 100_000_000_000;

/** How far a chain's clock and ours may be apart. A block from later than that was not read: it was made up, or misread. */
const CLOCK_DOUBT_SECONDS = 120;

export type JudgedRead = { readonly seen: ChainSeen } | { readonly why: string };

/** What an answer is good for, or why for nothing. */
export function judgeAnswer(input: RecoveryRequest, now: number): JudgedRead | undefined {
  const { answer, network, kind } = input;
  if (!answer) return undefined;
  const read = answer.result === undefined ? answer : decoded(answer.result, network);
  if (typeof read === 'string') return { why: read };
  const time = read.blockTime!;
  const what = read.found!;
  if (time > now + CLOCK_DOUBT_SECONDS)
    return { why: 'Its block is from the future. Give the time of the block itself, in epoch seconds.' };
  const isFinal = answer.block === 'finalized';
  const isOver = isOverAt(input, time, isFinal);
  // That something happened is good news from any block; that nothing did is one only when nothing can any more.
  if (what === 'canceled' && !isFinal)
    return { why: 'A cancellation counts once its block is final: ask about the finalized block.' };
  if (['unused', 'absent', 'failed'].includes(what) && !isOver) return { why: NOT_OVER[kind] };
  return { seen: { found: what, isFinal, isOver } };
}

const NOT_OVER = {
  eip3009:
    'Its block is not called final by the node, or is not later than validBefore: what was unused there can have been used since. Ask again, about the finalized block.',
  solana_transaction:
    'It shows no final slot, seven minutes and more after you signed, at which the block hash was over and the transaction missing.',
  tempo_transaction:
    'It shows no finalized block after validBefore, or not every block of the window was looked at, or `sponsored` is not false: a receipt that one node does not have proves nothing.',
} as const;

/** Whether in a block of this time nothing that was signed can be carried out, now and for good. */
function isOverAt(input: RecoveryRequest, time: number, isFinal: boolean): boolean {
  const { kind, answer, signedAt = 0 } = input;
  const { endsAt } = windowOf(input);
  if (kind === 'solana_transaction')
    return (
      isFinal &&
      input.lifetime === 'recent_blockhash' &&
      answer?.blockhashValid === false &&
      // A node that has not seen the block hash yet calls it invalid as well.
      time > signedAt + BLOCKHASH_SEEN_SECONDS
    );
  // A sponsored transaction is mined under another hash: that one is missing says nothing.
  if (kind === 'tempo_transaction')
    return isFinal && time >= endsAt && answer?.everyBlock === true && input.sponsored === false;
  // A node may be behind, or on a branch that dies: only a block that it calls final shows that nothing was used.
  return isFinal && time >= endsAt;
}

/** The life of a block hash, and what the clock of a buyer may be wrong by. */
const BLOCKHASH_SEEN_SECONDS = BLOCKHASH_LIFE_SECONDS + 300;

type Read = Pick<NonNullable<RecoveryRequest['answer']>, 'found' | 'blockTime'>;

function decoded(result: string, network: string): Read | string {
  const read = readState(result);
  if (!read)
    return 'It is not what the call answers. `0x`: this chain has no Multicall3, so take the two calls below it.';
  if (network !== `eip155:${read.chainId}`) return 'It comes from another chain than the payment.';
  if (read.state === undefined)
    return 'The asset does not answer authorizationState: it is no EIP-3009 token of this chain.';
  return { found: read.state ? 'used' : 'unused', blockTime: read.blockTime };
}

export function recoveryFactsOf(
  input: RecoveryRequest,
  asOf: number,
): RecoveryFacts & { readonly judged: JudgedRead | undefined } {
  const now = unixSeconds(asOf);
  const judged = judgeAnswer(input, now);
  return {
    phase: input.phase,
    status: input.phase === 'answered' ? input.lastStatus : undefined,
    now,
    ...windowOf(input),
    judged,
    seen: judged && 'seen' in judged ? judged.seen : undefined,
  };
}
