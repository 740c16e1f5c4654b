import { fileURLToPath } from 'node:url';

/** What `node bench/sizing.ts --write` keeps, and `npm run derive` reads. */
export const SIZING_FILE = fileURLToPath(new URL('./sizing.json', import.meta.url));

export interface SizingRow {
  readonly setup: string;
  /** Of all nodes together, which share their processors with chain, database and load. */
  readonly challengesPerSecond: number;
  readonly salesPerSecond: number;
  /** As a buyer sees it, the wait for a block in it. */
  readonly saleP50Ms: number;
  /** Of the service alone. */
  readonly challengeCpuMicros: number;
  readonly saleCpuMs: number;
  readonly databaseCpuMs?: number;
  /** Of one node: the larger one. */
  readonly restMb: number;
  readonly loadMb: number;
  /** All processes of the server together. */
  readonly databaseMb?: number;
  /** By which the file or the database grew with the sales. */
  readonly journalBytesPerSale: number;
  readonly logBytesPerSale: number;
  readonly logBytesPerChallenge: number;
  readonly loadAverage: number;
}

export interface Sizing {
  readonly at: string;
  /** Of loads and rests of seconds. */
  readonly short: boolean;
  readonly machine: string;
  /** Of the machine, before anything was started. */
  readonly loadBefore: number;
  readonly rows: readonly SizingRow[];
}
