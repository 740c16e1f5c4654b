import { formatTransactionReceipt, type Hex } from 'viem';
import { expect, it } from 'vitest';
import type { SignedAuthorization } from '../../values/payment.ts';
import { openFailedGas } from './failed-gas.ts';
import { WALLET_GAS } from './lane.ts';
import { openPayers } from './payers.ts';

const from: Hex = `0x${'aa'.repeat(20)}`;
const signed = { authorization: { from } } as SignedAuthorization;
/** Of which one payer has a twentieth: two whole failures. */
const BUDGET = 20 * 2 * Number(WALLET_GAS);

it.each<[string, { gasUsed?: Hex }, boolean]>([
  ['what it used', { gasUsed: '0x1' }, false],
  ['the most that it can use, where the node does not say', {}, true],
])('a transaction that failed counts with %s', async (_, said, isSpent) => {
  const gas = openFailedGas(BUDGET, () => 0);
  const payers = openPayers({ hasCode: async () => true }, { distrust: () => {} }, gas, () => 0);
  for (const hash of ['01', '02'])
    payers.failed(
      signed,
      formatTransactionReceipt({ status: '0x0', logs: [], transactionHash: `0x${hash.repeat(32)}`, ...said }),
    );
  await new Promise((resolve) => setImmediate(resolve));
  expect(gas.isSpent(from)).toBe(isSpent);
});
