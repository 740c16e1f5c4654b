import { hash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock, Entropy } from '../ports.ts';

export const systemClock: Clock = { now: () => Date.now(), sleep: (ms) => setTimeout(ms) };

export const systemEntropy: Entropy = { hex: (bytes) => randomBytes(bytes).toString('hex') };

/** OpenSSL's SHA-256, as lower-case hex. */
export const nativeSha256 = (data: Uint8Array | string): string => hash('sha256', data, 'hex');
