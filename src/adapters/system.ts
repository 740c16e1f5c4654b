import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock, Entropy } from '../ports.ts';

export const systemClock: Clock = { now: () => Date.now(), sleep: (ms) => setTimeout(ms) };

export const systemEntropy: Entropy = { hex: (bytes) => randomBytes(bytes).toString('hex') };
