import type { HarmLine } from './line.ts';
import { AGAINST_MACHINES } from './machines.ts';
import { AGAINST_MONEY } from './money.ts';
import { AGAINST_PEOPLE } from './people.ts';

export const HARM_LINES: readonly HarmLine[] = [...AGAINST_MACHINES, ...AGAINST_PEOPLE, ...AGAINST_MONEY];
