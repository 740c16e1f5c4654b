import { expect, it } from 'vitest';
import type { OpenJournal } from './opened.suite.ts';

/** What keeping reported receipts means: one caller in, whoever else asks, on any node. */
export function reportedTests(opened: () => OpenJournal): void {
  it('lets one of fifty callers in, on two nodes at once, and nobody after', async () => {
    const { reported } = opened();
    const callers = Array.from({ length: 50 }, (_, n) => reported[n % 2 === 0 ? 0 : 1].once('sha256:many'));
    expect((await Promise.all(callers)).filter(Boolean)).toHaveLength(1);
    expect(await reported[0].once('sha256:many')).toBe(false);
    expect(await reported[1].once('sha256:many')).toBe(false);
    expect(await reported[1].once('sha256:another')).toBe(true);
  });
}
