import { expect, it } from 'vitest';
import { newestSeen } from './newest.ts';

it('knows a node that is behind another one, also when blocks are undone', () => {
  const newest = newestSeen(() => 0);
  expect([7n, 9n, 8n, 9n, 10n, 7n].map((number) => newest.saw(number))).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});

it('forgets a block that nobody has shown for ten minutes: no node can keep all verdicts from being made', () => {
  let at = 0;
  const newest = newestSeen(() => at);
  newest.saw(10n ** 18n);
  at = 599_999;
  expect(newest.saw(9n)).toBe(false);
  at = 600_000;
  expect([newest.saw(9n), newest.saw(8n), newest.saw(10n)]).toEqual([true, false, true]);
});
