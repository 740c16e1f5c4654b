import { numberToHex, pad, toEventSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import type { Payment, SignedAuthorization } from '../../values/payment.ts';
import type { Chain } from '../evm/chain.ts';
import { malformed, NO_ANSWERS } from '../malformed.testing.ts';
import { facilitatorSettler } from './settler.ts';

const NOW = 1_800_000_000;
const payer = `0x${'1a'.repeat(20)}` as const;
const payTo = `0x${'5e'.repeat(20)}` as const;
const { network, asset, extra } = USDC_BASE_TERMS;
const offer = { scheme: 'exact', network, asset, amount: '10000', payTo, maxTimeoutSeconds: 120, extra };
const proof: SignedAuthorization = {
  kind: 'eip3009',
  authorization: {
    ...{ from: payer, to: payTo, value: '10000', validAfter: '0', validBefore: String(NOW + 120) },
    nonce: `0x${'0c'.repeat(32)}`,
  },
  signature: `0x${'22'.repeat(65)}`,
};
const payment = { offer, payer, proof } as unknown as Payment<SignedAuthorization>;
const transaction = `0x${'c3'.repeat(32)}`;

const USED = toEventSelector('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)');
const TRANSFER = toEventSelector('event Transfer(address indexed from, address indexed to, uint256 value)');

type Step = 'verify' | 'settle' | 'resolve';
/** Of a node on which the payment can be made, and once it is settled, was made by the transaction that is named. */
const receipt = {
  status: 'success',
  transactionHash: transaction,
  logs: [
    { topics: [USED, pad(payer), proof.authorization.nonce] },
    { topics: [TRANSFER, pad(payer), pad(payTo)], data: numberToHex(10_000, { size: 32 }) },
  ].map((log, logIndex) => ({ address: offer.asset, data: '0x', logIndex, ...log })),
};
const chain = {
  look: async () => ({ used: false, balance: 10n ** 9n, revert: undefined }),
  sight: async () => ({ used: false, time: 0n, isBehind: false }),
  receipt: async () => receipt,
} as unknown as Chain;

async function outcomeOf(step: Step, body: string): Promise<string> {
  const settler = facilitatorSettler({
    url: 'https://facilitator.example',
    chain,
    clock: { now: () => NOW * 1_000, sleep: async () => {} },
    fetch: async () => new Response(body),
    recover: async () => payer,
  });
  if (step === 'verify') return (await settler.verify(payment)).kind;
  if (step === 'settle') return (await settler.settle(payment, async () => true)).kind;
  return (await settler.resolve({ ...payment, rawTransaction: '0x', since: NOW * 1_000 } as never)).kind;
}

/** A yes instead of a no is another answer, not a malformed one. */
const isVerdict = (answer: unknown) =>
  typeof (answer as { isValid?: unknown } | null | undefined)?.isValid === 'boolean' &&
  (answer as { payer?: unknown }).payer === payer;
const YES = { isValid: true, payer };
const NO = { isValid: false, invalidReason: 'invalid_payload', payer };
const SETTLED = { success: true, transaction, network, payer };
const REFUSED = { success: false, errorReason: 'insufficient_funds', transaction: '', network, payer };

const ROWS: readonly [Step, string, object, string, readonly string[]][] = [
  ['verify', 'a yes', YES, 'valid', ['unreachable']],
  ['verify', 'a no', NO, 'declined', ['unreachable']],
  ['settle', 'a yes', SETTLED, 'settled', ['unknown']],
  ['settle', 'a no before anything was sent', REFUSED, 'failed', ['unknown']],
  ['resolve', 'a yes', SETTLED, 'settled', ['unknown']],
  ['resolve', 'a no', REFUSED, 'unknown', []],
];

describe.each(ROWS)('%s: %s', (step, _what, good, well, otherwise) => {
  it(`is "${well}" as it should be written, and that or not known otherwise`, async () => {
    expect(await outcomeOf(step, JSON.stringify(good))).toBe(well);
    const wrong: string[] = [];
    for (const { name, answer } of malformed(good, isVerdict)) {
      const kind = await outcomeOf(step, JSON.stringify(answer) ?? '');
      if (kind !== well && !otherwise.includes(kind)) wrong.push(`${name}: ${kind}`);
    }
    for (const body of NO_ANSWERS) {
      const kind = await outcomeOf(step, body);
      if (!['unreachable', 'unknown'].includes(kind)) wrong.push(`${body.slice(0, 80)}: ${kind}`);
    }
    expect(wrong).toEqual([]);
  });
});
