import { firstRows, rows, spanDetectors } from './index.ts';

/** Every case of every detector, as their rows hold them. */
export const CASES = [...firstRows, ...rows, ...spanDetectors].flatMap(({ id, cases = [] }) =>
  cases.map(([hit, miss]) => [id, hit, miss] as const),
);
