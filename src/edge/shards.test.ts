import { describe, expect, it } from 'vitest';
import { paymentKey } from '../values/payment.ts';
import { shardOf } from './shards.ts';

const keys = Array.from({ length: 4_096 }, (_, n) => paymentKey('eip155:8453', '0xa', '0xb', String(n)));
const shardsOf = (shards?: number) => keys.map((key) => shardOf(key, shards));

describe('the shard of a payment', () => {
  it('is the last digit of its key among sixteen, where its row has always been', () => {
    expect(shardsOf()).toEqual(keys.map((key) => `shard-${key.slice(-1)}`));
  });

  it('is the last two digits among 256, and any number in between is used whole', () => {
    expect(shardsOf(256)).toEqual(
      keys.map((key) => `shard-${Number.parseInt(key.slice(-2), 16).toString(16)}`),
    );
    for (const shards of [1, 16, 20, 256]) {
      const names = Array.from({ length: shards }, (_, n) => `shard-${n.toString(16)}`);
      expect(new Set(shardsOf(shards))).toEqual(new Set(names));
    }
  });
});
