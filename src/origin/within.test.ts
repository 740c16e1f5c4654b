import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinMs } from './within.ts';

// Files share a process: timers are not counted, since others may be set meanwhile; the one of the call is looked at.
beforeEach(() => {
  vi.spyOn(globalThis, 'setTimeout');
  vi.spyOn(globalThis, 'clearTimeout');
});
afterEach(() => void vi.restoreAllMocks());

/** A time that nobody else waits for. */
const MS = 500_123;
const timersOf = (ms: number) =>
  vi
    .mocked(setTimeout)
    .mock.calls.flatMap((call, i) =>
      call[1] === ms ? [vi.mocked(setTimeout).mock.results[i]!.value as NodeJS.Timeout] : [],
    );

it('is the answer that came in time, and leaves no timer', async () => {
  expect(await withinMs(Promise.resolve('read'), MS)).toBe('read');
  await expect(withinMs(Promise.reject(new Error('away')), MS)).rejects.toThrow('away');
  const timers = timersOf(MS);
  expect(timers).toHaveLength(2);
  for (const timer of timers) expect(clearTimeout).toHaveBeenCalledWith(timer);
});

it('does not wait for one that comes later', async () => {
  await expect(withinMs(new Promise(() => {}), 1)).rejects.toMatchObject({ code: 'SLOW' });
});
