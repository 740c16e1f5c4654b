import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sized } from '../support/campaign.ts';
import { disposeServices } from '../support/service.ts';
import { attackCases, firstOfEachArea } from './case.ts';
import { type Lab, startLab } from './lab.ts';
import { countsOf, tableOf } from './report.ts';
import { ownLabOf, runCase, type Verdict } from './runner.ts';

/**
 * Attacks on edge and origin together, as `node scripts/attacks.ts --through-edge` makes them. Here without the rows
 * that need a service of their own, or minutes, which a whole campaign makes; in `npm test` one of each area.
 */

/** Rows that are left out for the time that they take. */
const SLOW: Readonly<Record<string, string>> = {
  'dos-03': 'half a minute of a body that never ends',
  'dos-04': 'a flood',
  'metrics-02': 'a flood',
  'metrics-07': 'a thousand calls',
  'ticket-13': 'a flood',
  'ticket-10': 'a flood',
  'wallet-09': 'a flood',
  // Seven of a kind: the edge brings a count to the origin, which fields-01 and fields-22 see it do.
  'fields-02': 'waits for a count',
  'fields-08': 'waits for a count',
  'fields-09': 'waits for a count',
  'fields-10': 'waits for a count',
  'fields-12': 'waits for a count',
  'fields-13': 'waits for a count',
  'fields-14': 'waits for a count',
};
const quick = attackCases.filter((row) => ownLabOf(row) === undefined && SLOW[row.id] === undefined);
/** The first of their areas ask much of a service and nothing of an edge: `npm test` makes them at the origin alone. */
const AT_THE_ORIGIN = new Set(['metrics-01', 'dos-01', 'privacy-01']);
const first = firstOfEachArea(quick).filter(({ id }) => !AT_THE_ORIGIN.has(id));
const rows = sized({ smoke: first, short: quick, full: quick });
/** Never fewer than have passed before. */
const PASS = sized({ smoke: 12, short: 107, full: 107 });

let lab: Lab;
const verdicts: Verdict[] = [];

beforeAll(async () => {
  lab = await startLab({ mpp: true, solana: true, edge: true });
});
afterAll(async () => {
  await lab.stop();
  await disposeServices();
});

describe('through an edge', () => {
  it.each(rows)('$id $title', async (row) => {
    const verdict = await runCase(row, lab);
    verdicts.push(verdict);
    expect(verdict.failures, tableOf([verdict])).toEqual([]);
    expect(verdict.state).toBe('passed');
  });

  it('every row passes, and none was lost', () => {
    expect(countsOf(verdicts)).toEqual({ passed: rows.length });
    expect(rows.length).toBeGreaterThanOrEqual(PASS);
    expect(Object.keys(SLOW).filter((id) => !attackCases.some((row) => row.id === id))).toEqual([]);
    expect(lab.inside!.output()).toContain('edge calls');
  });
});
