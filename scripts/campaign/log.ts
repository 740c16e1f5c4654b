import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Leg } from './leg.ts';

/** A campaign's file: one finished leg a line, as JSON. What was begun and not finished is not in it. */
export function readLegs(file: string | undefined): Leg[] {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Leg);
}

export const appendLeg = (file: string, leg: Leg): void => appendFileSync(file, `${JSON.stringify(leg)}\n`);

/** The kills that are still to be done, cut into legs. */
export function legsLeft(rounds: number, legRounds: number, done: readonly Leg[]): number[] {
  const legs: number[] = [];
  for (let left = rounds - sum(done, 'rounds'); left > 0; left -= legRounds)
    legs.push(Math.min(left, legRounds));
  return legs;
}

/** All legs as one account, for people. */
export function summary(legs: readonly Leg[]): string {
  const declined: Record<string, number> = {};
  for (const leg of legs)
    for (const [reason, n] of Object.entries(leg.declined)) declined[reason] = (declined[reason] ?? 0) + n;
  const rose = legs.reduce((total, leg) => total + BigInt(leg.sellerRose), 0n);
  const faults = faultsOf(legs);
  const figures = {
    kills: sum(legs, 'rounds'),
    setups: [...new Set(legs.map(({ engine, nodes }) => `${engine}, ${nodes} node(s)`))].join('; '),
    purchases: sum(legs, 'purchases'),
    delivered: sum(legs, 'delivered'),
    declined: JSON.stringify(declined),
    'charges on chain': sum(legs, 'charged'),
    'journal delivered': sum(legs, 'journalDelivered'),
    'seller rose by': `${rose} atomic units`,
    resends: sum(legs, 'resends'),
    ...(legs.some(({ calls }) => calls !== undefined) && {
      'calls answered': legs.reduce((total, { calls = 0 }) => total + calls, 0),
      'unpaid of them': legs.reduce((total, { unpaid = 0 }) => total + unpaid, 0),
      'other rails': JSON.stringify(legs.map(({ rails }) => rails)),
    }),
    seconds: sum(legs, 'seconds'),
  };
  return [
    ...Object.entries(figures).map(([name, value]) => `${name.padEnd(18)} ${value}`),
    faults.length === 0 ? 'no fault: buyers, journal and chain agree' : `FAULTS\n  ${faults.join('\n  ')}`,
  ].join('\n');
}

export const faultsOf = (legs: readonly Leg[]): string[] => legs.flatMap(({ faults }) => faults);

type Figure = 'rounds' | 'purchases' | 'delivered' | 'charged' | 'journalDelivered' | 'resends' | 'seconds';
const sum = (legs: readonly Leg[], figure: Figure): number =>
  legs.reduce((total, leg) => total + leg[figure], 0);
