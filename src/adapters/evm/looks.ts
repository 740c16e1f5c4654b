import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToString,
  multicall3Abi,
  type PublicClient,
  prepareEncodeFunctionData,
} from 'viem';
import { MULTICALL3 } from '../../values/assets.ts';
import { Failure } from '../../values/failure.ts';
import type { Offer, SignedAuthorization } from '../../values/payment.ts';
import { TOKEN_ABI, transferCall } from './eip3009.ts';
import { isOutOfGas } from './gas.ts';
import { isNodes, nodesOwn } from './node-errors.ts';

/** What the chain says about one authorization before money moves. */
export interface Look {
  readonly used: boolean;
  readonly balance: bigint;
  /** Undefined: the transfer would go through now. */
  readonly revert: string | undefined;
}

/** Instead of what a transfer reverts with: it needs more gas than it would be given. */
export const OUT_OF_GAS = 'out of gas';

/** The very transaction that would be sent: who pays, how much gas it has, what that costs. */
export interface SentAs {
  readonly account: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** `shared`: the payer's account runs no code, so that its look may be one question with others of the same moment. */
export type LookAs = 'shared' | 'alone' | SentAs;

/** Cap on what a simulation may burn on our node: a wallet contract decides how expensive its signature check is. */
const SIMULATION_GAS = 600_000n;
/** For a balance and the state of a nonce. */
const READ_GAS = 200_000n;
/** For each look of an ordinary account, among others. */
const SHARED_GAS = 150_000n;
/** Few enough for what nodes allow a call to burn. */
const MAX_TOGETHER = 24;

/** With their selectors, which viem would hash anew for every call. */
const CALLS = {
  balance: prepareEncodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf' }),
  state: prepareEncodeFunctionData({ abi: TOKEN_ABI, functionName: 'authorizationState' }),
  together: prepareEncodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3' }),
};

interface Question {
  readonly asset: Hex;
  readonly signed: SignedAuthorization;
}
/** The newest block of whichever node is asked, or one that was named. */
interface At {
  readonly blockNumber?: bigint;
}
interface Waiting {
  readonly question: Question;
  readonly resolve: (look: Look) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks at authorizations: balance, state of the nonce and a simulation, in one `eth_call`. Those that come at the same
 * moment share one; nobody waits in order to share. A payer whose signature runs code sees in it what it would see in
 * the transaction, so that its look is that transaction: `SentAs`.
 */
export function openLooks(client: Pick<PublicClient, 'call' | 'getBlockNumber'>) {
  let waiting: Waiting[] = [];

  return (terms: Pick<Offer, 'asset'>, signed: SignedAuthorization, as: LookAs): Promise<Look> => {
    const question = { asset: terms.asset as Hex, signed };
    if (typeof as === 'object') return asSent(question, as);
    if (as === 'alone') return alone(question);
    return new Promise((resolve, reject) => {
      // What one event of the loop brings is here by the time that its microtasks have run.
      if (waiting.length === 0) queueMicrotask(begin);
      waiting.push({ question, resolve, reject });
      if (waiting.length >= MAX_TOGETHER) begin();
    });
  };

  function begin(): void {
    const group = waiting;
    waiting = [];
    if (group.length > 0) void answer(group);
  }

  async function alone(question: Question): Promise<Look> {
    try {
      const [look] = await ask([question], SIMULATION_GAS);
      return look!;
    } catch (error) {
      if (!isOutOfGas(error)) throw error;
      return { ...(await readsOf(question)), revert: OUT_OF_GAS };
    }
  }

  /** Both at one block: an older node's "unused" with the "expired" of a newer one would be a no to a payment that was mined. */
  async function asSent(question: Question, sentAs: SentAs): Promise<Look> {
    const blockNumber = await client.getBlockNumber();
    const [reads, revert] = await Promise.all([
      readsOf(question, { blockNumber }),
      revertOf(question, sentAs, { blockNumber }),
    ]);
    return { ...reads, revert };
  }

  async function readsOf(question: Question, at: At = {}): Promise<Pick<Look, 'balance' | 'used'>> {
    const [balance, state] = await together(readCalls(question), READ_GAS, at);
    return readsIn(balance, state);
  }

  async function revertOf({ asset, signed }: Question, sentAs: SentAs, at: At): Promise<string | undefined> {
    try {
      await client.call({ ...sentAs, ...at, to: asset, data: transferCall(signed) });
      return undefined;
    } catch (error) {
      if (isOutOfGas(error)) return OUT_OF_GAS;
      const { data, details } = nodesOwn(error) ?? {};
      if (revertedWith(data) !== undefined) return revertText(revertedWith(data)!);
      if (details !== undefined && /revert/i.test(details)) return details;
      throw error;
    }
  }

  async function answer(group: readonly Waiting[]): Promise<void> {
    const questions = group.map(({ question }) => question);
    const extra = SHARED_GAS * BigInt(group.length - 1);
    let looks: readonly (Look | undefined)[];
    try {
      looks = await ask(questions, SIMULATION_GAS + extra);
    } catch (error) {
      if (!isNodes(error) || (group.length === 1 && !isOutOfGas(error))) {
        for (const { reject } of group) reject(error);
        return;
      }
      looks = group.map(() => undefined);
    }
    for (const [i, { question, resolve, reject }] of group.entries()) {
      const look = looks[i];
      // A simulation that fails among others may have failed because of them: a no is always a look of its own.
      if (look && (group.length === 1 || look.revert === undefined)) resolve(look);
      else alone(question).then(resolve, reject);
    }
  }

  /** All reads come before all simulations, so that they show the chain and not what a simulation before them did. */
  async function ask(questions: readonly Question[], gas: bigint): Promise<Look[]> {
    const simulations = questions.map(({ asset, signed }) => call(asset, transferCall(signed)));
    const results = await together([...questions.flatMap(readCalls), ...simulations], gas);
    return questions.map((_, i) =>
      lookIn(results[2 * i], results[2 * i + 1], results[2 * questions.length + i]),
    );
  }

  async function together(calls: readonly Call[], gas: bigint, at: At = {}): Promise<readonly Result[]> {
    const { data } = await client.call({
      to: MULTICALL3,
      data: encodeFunctionData({ ...CALLS.together, args: [calls] }),
      gas,
      ...at,
    });
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: data! });
  }
}

const readCalls = ({ asset, signed: { authorization } }: Question) => [
  call(asset, encodeFunctionData({ ...CALLS.balance, args: [authorization.from as Hex] })),
  call(
    asset,
    encodeFunctionData({ ...CALLS.state, args: [authorization.from as Hex, authorization.nonce as Hex] }),
  ),
];

type Call = ReturnType<typeof call>;
const call = (target: Hex, callData: Hex) => ({ target, allowFailure: true, callData });

type Result = { readonly success: boolean; readonly returnData: Hex };

function lookIn(balance: Result | undefined, state: Result | undefined, transfer: Result | undefined): Look {
  if (!transfer) throw notAToken();
  return {
    ...readsIn(balance, state),
    revert: transfer.success ? undefined : revertText(transfer.returnData),
  };
}

function readsIn(balance: Result | undefined, state: Result | undefined): Pick<Look, 'balance' | 'used'> {
  if (!balance?.success || !state?.success) throw notAToken();
  return {
    balance: decodeFunctionResult({ abi: TOKEN_ABI, functionName: 'balanceOf', data: balance.returnData }),
    used: decodeFunctionResult({
      abi: TOKEN_ABI,
      functionName: 'authorizationState',
      data: state.returnData,
    }),
  };
}

/** What a call reverted with, as nodes say it; Nethermind and OpenEthereum put a word before it. Other texts are no revert. */
const revertedWith = (data: unknown): Hex | undefined =>
  typeof data === 'string' ? (/^(?:Reverted )?(0x[0-9a-f]+)$/i.exec(data)?.[1] as Hex) : undefined;

const notAToken = () => new Failure('the asset does not answer as an EIP-3009 token', 'NO_EIP3009');

/** `Error(string)` as text; anything else as its selector. Used to choose a reason, never shown to a caller. */
function revertText(data: Hex): string {
  if (!data.startsWith('0x08c379a0') || data.length < 138) return data.slice(0, 10);
  const length = Number.parseInt(data.slice(74, 138), 16);
  return hexToString(`0x${data.slice(138, 138 + Math.min(length, 200) * 2)}`);
}
