import { InvalidArgumentError } from 'commander';
import { parseBudget } from '../values/money.ts';

/** An option that is an amount of money, in atomic units. */
export function dollarsOption(text: string): bigint {
  const atomic = parseBudget(text);
  if (atomic === undefined) throw new InvalidArgumentError('Give plain dollars, such as 0.01.');
  return atomic;
}
