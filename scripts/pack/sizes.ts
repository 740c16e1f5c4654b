import type { SizingRow } from '../../bench/sizing-rows.ts';

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Rows of the sizing table, each from what was measured in one setup. */
export const SIZES: readonly (readonly [string, (row: SizingRow) => string | undefined])[] = [
  ['Challenges a second', (row) => whole(row.challengesPerSecond)],
  ['Sales a second', (row) => whole(row.salesPerSecond)],
  ['A sale for its buyer, median', (row) => `${whole(row.saleP50Ms)} ms`],
  ['CPU time of a challenge', (row) => `${whole(row.challengeCpuMicros)} µs`],
  ['CPU time of a sale', (row) => `${row.saleCpuMs} ms`],
  ['CPU time of a sale, PostgreSQL', ({ databaseCpuMs: ms }) => (ms === undefined ? undefined : `${ms} ms`)],
  ['Memory of a node at rest', (row) => `${whole(row.restMb)} MB`],
  ['Memory of a node under load', (row) => `${whole(row.loadMb)} MB`],
  ['Memory of PostgreSQL', ({ databaseMb: mb }) => (mb === undefined ? undefined : `${whole(mb)} MB`)],
  ['Journal, a sale', (row) => `${whole(row.journalBytesPerSale)} bytes`],
  ['Journal, a million sales', (row) => `${(row.journalBytesPerSale / 1_000).toFixed(1)} GB`],
  ['Log, a challenge', (row) => `${whole(row.logBytesPerChallenge)} bytes`],
  ['Log, a sale', (row) => `${whole(row.logBytesPerSale)} bytes`],
];
