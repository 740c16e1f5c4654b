import type { Evidence } from './evidence.ts';
import { signalEvidence } from './evidence.ts';
import { SENDABLE_SIGNALS } from './schema.ts';

/** Deterministic chance for tests (mulberry32): the seed reproduces the run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(items: readonly T[], chance: () => number): T =>
  items[Math.floor(chance() * items.length)]!;

/** A piece of evidence of any signal, state, source and age. */
export function randomEvidence(chance: () => number): Evidence {
  const ageDays = chance() < 0.3 ? Math.floor(chance() * 400) : null;
  const source = pick(['claimed', 'reported', 'observed', 'observed'] as const, chance);
  const calls = chance() < 0.2 ? Math.floor(chance() * 100) : null;
  const state = chance() < 0.7 ? 'present' : 'absent';
  return signalEvidence(pick(SENDABLE_SIGNALS, chance), state, source, ageDays, calls);
}

export const FACTS = { asOf: Date.UTC(2026, 10, 21, 10), release: 'v0.0.0-test' };
export const AS_OF_DAY = '2026-11-21';
