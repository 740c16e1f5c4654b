import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinMs } from './within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is the answer that came in time, and leaves no timer', async () => {
  expect(await withinMs(Promise.resolve('read'), 500)).toBe('read');
  await expect(withinMs(Promise.reject(new Error('away')), 500)).rejects.toThrow('away');
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for one that comes later', async () => {
  const asked = expect(withinMs(new Promise(() => {}), 500)).rejects.toMatchObject({ code: 'SLOW' });
  await vi.advanceTimersByTimeAsync(500);
  await asked;
  expect(vi.getTimerCount()).toBe(0);
});
