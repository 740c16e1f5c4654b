import { expect, it } from 'vitest';
import { restWith } from './at-rest.ts';

it('gives memory back once for each rest, and never under load', () => {
  let answered = 0;
  let collected = 0;
  let look = () => {};
  restWith(
    () => answered,
    () => {
      collected++;
    },
    (work) => {
      look = work;
      return () => {};
    },
  );
  // Requests between two looks: none, under one a second, a load, and rest again.
  const after = (requests: number) => {
    answered += requests;
    look();
    return collected;
  };
  expect([500, 10, 0, 0, 9, 10, 4_000, 3, 0].map(after)).toEqual([0, 0, 1, 1, 1, 1, 1, 2, 2]);
});

it('takes what is no longer used from the process', () => {
  let look = () => {};
  restWith(
    () => 0,
    undefined,
    (work) => {
      look = work;
      return () => {};
    },
  );
  let held: unknown[] | undefined = Array.from({ length: 400_000 }, (_, i) => ({ i }));
  expect(held).toHaveLength(400_000);
  const before = process.memoryUsage().heapUsed;
  held = undefined;
  look();
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 8_000_000);
});
