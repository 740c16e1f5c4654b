import { custom, encodeAbiParameters, encodeEventTopics, type Hex, type TransactionReceipt } from 'viem';
import { describe, expect, it } from 'vitest';
import type { SignedAuthorization } from '../../values/payment.ts';
import { Busy } from './busy.ts';
import { inCommon, openChain, paidUs } from './chain.ts';
import { ERC_1271_MAGIC, TOKEN_ABI } from './eip3009.ts';

const ASSET = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const SELLER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAYER = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const OTHER = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';
const NONCE: Hex = `0x${'0c'.repeat(32)}`;
const ANOTHER: Hex = `0x${'0d'.repeat(32)}`;

const terms = { network: 'eip155:8453', asset: ASSET, amount: '10000', payTo: SELLER } as const;
const signed: SignedAuthorization = {
  kind: 'eip3009',
  authorization: {
    from: PAYER,
    to: SELLER.toLowerCase(),
    value: '10000',
    validAfter: '0',
    validBefore: '1',
    nonce: NONCE,
  },
  signature: '0x',
};

type Piece = { readonly topics: readonly Hex[]; readonly data: Hex; readonly address: string };
const used = (nonce: Hex = NONCE, authorizer: string = PAYER, address = ASSET): Piece => ({
  address,
  topics: encodeEventTopics({
    abi: TOKEN_ABI,
    eventName: 'AuthorizationUsed',
    args: { authorizer: authorizer as Hex, nonce },
  }) as Hex[],
  data: '0x',
});
const transfer = (value = 10_000n, to: string = SELLER, from: string = PAYER, address = ASSET): Piece => ({
  address,
  topics: encodeEventTopics({
    abi: TOKEN_ABI,
    eventName: 'Transfer',
    args: { from: from as Hex, to: to as Hex },
  }) as Hex[],
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
});
/** An event of the token that we do not know, as another standard may add. */
const unknown: Piece = { address: ASSET, topics: [`0x${'ee'.repeat(32)}`], data: '0x' };

const receipt = (pieces: readonly Piece[], status: 'success' | 'reverted' = 'success') =>
  ({
    status,
    logs: pieces.map((piece, logIndex) => ({ ...piece, logIndex })),
  }) as unknown as TransactionReceipt;
const paid = (...pieces: Piece[]) => paidUs(receipt(pieces), terms, signed);

describe('paidUs', () => {
  it('is true for this authorization and its own transfer', () => {
    expect(paid(used(), transfer())).toBe(true);
  });

  it('is true in a transaction that does other things too', () => {
    expect(
      paid(used(ANOTHER, OTHER), transfer(7n, OTHER, OTHER), used(), transfer(), transfer(1n, PAYER, SELLER)),
    ).toBe(true);
  });

  it.each<[string, Piece[]]>([
    ['nothing happened', []],
    ['there is a transfer but no authorization', [transfer()]],
    ['the authorization was used but moved nothing', [used()]],
    ['another authorization of the same payer paid us in the same transaction', [used(ANOTHER), transfer()]],
    ['this one moved nothing and another one paid us', [used(), used(ANOTHER), transfer()]],
    ['another payer paid us in the same transaction', [used(), transfer(10_000n, SELLER, OTHER)]],
    ['the transfer came before the authorization', [transfer(), used()]],
    [
      'this one paid somebody else, and another one paid us',
      [used(), transfer(10_000n, OTHER), used(ANOTHER), transfer()],
    ],
    ['it moved less', [used(), transfer(9_999n)]],
    ['it moved more', [used(), transfer(10_001n)]],
    ['another token says so', [used(NONCE, PAYER, OTHER), transfer(10_000n, SELLER, PAYER, OTHER)]],
    ['the transfer is of another token', [used(), transfer(10_000n, SELLER, PAYER, OTHER), transfer()]],
    ['something of the token stands between them', [used(), unknown, transfer()]],
  ])('is false when %s', (_what, pieces) => {
    expect(paid(...pieces)).toBe(false);
  });

  it('is false when the transaction was reverted, whatever its logs say', () => {
    expect(paidUs(receipt([used(), transfer()], 'reverted'), terms, signed)).toBe(false);
  });
});

describe('questions that signatures of anybody’s making bring about', () => {
  it('are sixteen at once, of wallet contracts and of what may be one; a good payment’s is always asked', async () => {
    const waiting: (() => void)[] = [];
    const node = custom({
      request: ({ method }: { method: string }) =>
        new Promise((resolve) => {
          waiting.push(() =>
            resolve(method === 'eth_getCode' ? '0x60' : `${ERC_1271_MAGIC}${'0'.repeat(56)}`),
          );
        }),
    });
    const common = inCommon();
    const chainOf = () => openChain({ rpcUrl: 'http://node', transport: node, common });
    const asked = Array.from({ length: 16 }, (_, i) =>
      i % 2 ? chainOf().hasCode(PAYER) : chainOf().acceptedByWallet(PAYER, NONCE, '0x01'),
    );
    const chain = chainOf();
    await expect(chain.hasCode(PAYER)).rejects.toThrow(Busy);
    await expect(chain.acceptedByWallet(PAYER, NONCE, '0x01')).rejects.toThrow(Busy);
    const good = chain.hasCode(PAYER, true);
    while (waiting.length < 17) await new Promise((done) => setImmediate(done));
    for (const answer of waiting) answer();
    expect(await good).toBe(true);
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 16 }, (_, i) => (i % 2 ? true : 'yes')));
  });
});
