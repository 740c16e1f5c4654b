import { describe, expect, it } from 'vitest';
import { knownAsset, USDC, USDC_E_TEMPO } from './assets.ts';
import { BASE, chainIdOf, SOLANA, TEMPO } from './payment.ts';

describe('the tokens', () => {
  it('are the ones that their issuers publish', () => {
    expect([USDC.base, USDC.baseSepolia, USDC.solana, USDC_E_TEMPO]).toEqual([
      {
        network: 'eip155:8453',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        domain: { name: 'USD Coin', version: '2' },
      },
      {
        network: 'eip155:84532',
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        domain: { name: 'USDC', version: '2' },
      },
      {
        network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        domain: null,
      },
      { network: 'eip155:4217', asset: '0x20C000000000000000000000b9537d11c60E8b50', domain: null },
    ]);
  });

  it("are known in every spelling that a network has, and only Circle's own", () => {
    const { base, solana } = USDC;
    expect(knownAsset(BASE, base.asset.toLowerCase())).toBe(base);
    expect(knownAsset(SOLANA, solana.asset)).toBe(solana);
    expect(knownAsset(SOLANA, solana.asset.toLowerCase())).toBeUndefined();
    expect(knownAsset(TEMPO, base.asset)).toBeUndefined();
    expect(knownAsset(TEMPO, USDC_E_TEMPO.asset)).toBeUndefined();
  });
});

describe('chainIdOf', () => {
  it('is the number of an EVM network, and of no other', () => {
    expect([BASE, TEMPO].map(chainIdOf)).toEqual([8453, 4217]);
    for (const other of [SOLANA, 'eip155:', 'eip155:8453x', 'base', '']) expect(chainIdOf(other)).toBeNaN();
  });
});
