import { type Hex, keccak256, stringToHex } from 'viem';
import type { Bound } from './memo.ts';

const digits = (text: string, bytes: number): string => keccak256(stringToHex(text)).slice(2, 2 + 2 * bytes);

/** The memo of an anonymous client, put together apart from what reads it. */
export const memoFor = ({ challengeId, realm }: Bound): Hex =>
  `0x${digits('mpp', 4)}01${digits(realm, 10)}${'00'.repeat(10)}${digits(challengeId, 7)}`;
