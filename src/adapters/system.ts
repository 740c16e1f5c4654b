import { createHmac, hash, randomFillSync } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock, Entropy } from '../ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => setTimeout(ms),
  ticks: () => performance.now(),
};

/** Drawn at once: one draw of 16 bytes would cost as much as a fifth of a challenge. */
const POOL_BYTES = 4_096;
const pool = Buffer.alloc(POOL_BYTES);
let drawn = '';
let used = 0;

export const systemEntropy: Entropy = {
  hex(bytes) {
    if (bytes > POOL_BYTES) return randomFillSync(Buffer.alloc(bytes)).toString('hex');
    if (used + 2 * bytes > drawn.length) {
      drawn = randomFillSync(pool).toString('hex');
      used = 0;
    }
    used += 2 * bytes;
    return drawn.slice(used - 2 * bytes, used);
  },
};

/** OpenSSL's SHA-256, as lower-case hex. */
export const nativeSha256 = (data: Uint8Array | string): string => hash('sha256', data, 'hex');

/** The same of HMAC-SHA-256. */
export const nativeHmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');
