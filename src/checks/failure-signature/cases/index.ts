import type { Cause } from '../dictionary/causes.ts';
import { BINDING } from './binding.ts';
import type { Case } from './case.ts';
import { CLIENT } from './client.ts';
import { FUNDS } from './funds.ts';
import { SELLING } from './selling.ts';

export type { Case };

/** What decides within a cause. The general sentence of a cause stands where no case fits. */
export const CASES: readonly Case[] = [...FUNDS, ...BINDING, ...SELLING, ...CLIENT];

/** Its anchor on the page of failures. */
export const anchorOfCase = ({ id }: Case): string => `case-${id}`;

const holds = ({ says }: Case, flat: string): boolean =>
  says instanceof RegExp ? says.test(flat) : says.every((each) => each.test(flat));

/** The first case of a cause that a text holds. */
export const caseOf = (cause: Cause, flat: string): Case | undefined =>
  CASES.find((each) => each.of.includes(cause) && holds(each, flat));

const LEADING = CASES.filter(({ leads }) => leads);
/** Cases that a text is put down to whatever else it holds. */
export const leadingIn = (flat: string): readonly Case[] => LEADING.filter((each) => holds(each, flat));
