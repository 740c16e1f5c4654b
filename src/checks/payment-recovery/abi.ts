import { MULTICALL3 } from '../../values/assets.ts';

/** The few calls that a buyer makes of an EVM chain, as bytes. By hand: nothing else here needs an ABI library. */

const SELECTORS = {
  aggregate3: '82ad56cb',
  getChainId: '3408e470',
  getBlockNumber: '42cbb15c',
  getCurrentBlockTimestamp: '0f28c97d',
  authorizationState: 'e94a0102',
} as const;

/** First topic of the token's events, each with the authorizer and the nonce as its second and third. */
export const TOKEN_EVENTS = {
  AuthorizationUsed: '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
  AuthorizationCanceled: '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81',
} as const;

const WORD = 64;
const word = (value: number | string): string =>
  (typeof value === 'number' ? value.toString(16) : value.replace(/^0x/, '').toLowerCase()).padStart(
    WORD,
    '0',
  );

/** An address as an event's topic. */
export const topicOf = (address: string): string => `0x${word(address)}`;

export const authorizationState = (payer: string, nonce: string): string =>
  `0x${SELECTORS.authorizationState}${word(payer)}${word(nonce)}`;

/**
 * One call that says which chain and which block it was run on, and what the token says there. Two calls may be
 * answered by two nodes behind one address, of which one stopped minutes ago.
 */
export function stateAtOneBlock(asset: string, payer: string, nonce: string): string {
  const own = [SELECTORS.getChainId, SELECTORS.getBlockNumber, SELECTORS.getCurrentBlockTimestamp];
  const calls = [
    ...own.map((selector) => [MULTICALL3, selector] as const),
    [asset, authorizationState(payer, nonce).slice(2)] as const,
  ].map(([to, data]) => callOf(to, data));
  let offset = calls.length * 32;
  const heads = calls.map((call) => {
    const head = word(offset);
    offset += call.length / 2;
    return head;
  });
  return `0x${SELECTORS.aggregate3}${word(32)}${word(calls.length)}${heads.join('')}${calls.join('')}`;
}

/** `(address target, bool allowFailure, bytes callData)`. It may fail alone, so that the block is told anyway. */
function callOf(to: string, data: string): string {
  const padded = data.padEnd(Math.ceil(data.length / WORD) * WORD, '0');
  return word(to) + word(1) + word(96) + word(data.length / 2) + padded;
}

/** What {@link stateAtOneBlock} answered. `state` is undefined where the token did not answer with a boolean. */
export interface StateAtOneBlock {
  readonly chainId: number;
  readonly blockNumber: number;
  readonly blockTime: number;
  readonly state: boolean | undefined;
}

/** Undefined for anything but the answer to that very call. */
export function readState(result: string): StateAtOneBlock | undefined {
  const hex = result.slice(2);
  const at = (byte: number): number | undefined => {
    const text = hex.slice(byte * 2, byte * 2 + WORD);
    const value = text.length === WORD ? Number(`0x${text}`) : Number.NaN;
    return Number.isSafeInteger(value) ? value : undefined;
  };
  /** Each of them is `(bool success, bytes returnData)`, of which we read the one word. */
  const returned = (i: number): number | undefined => {
    const start = at(64 + i * 32);
    if (start === undefined) return undefined;
    const [success, data, size] = [at(64 + start), at(96 + start), at(128 + start)];
    return success === 1 && data === 64 && size === 32 ? at(160 + start) : undefined;
  };
  if (at(0) !== 32 || at(32) !== 4) return undefined;
  const [chainId, blockNumber, blockTime, state] = [returned(0), returned(1), returned(2), returned(3)];
  if (chainId === undefined || blockNumber === undefined || blockTime === undefined) return undefined;
  return { chainId, blockNumber, blockTime, state: state === 0 || state === 1 ? state === 1 : undefined };
}
