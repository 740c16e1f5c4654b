import type { CompiledQuery, Kysely } from 'kysely';
import { Failure } from '../../values/failure.ts';
import type { Schema } from './schema.ts';

export type SqlRow = Record<string, unknown>;

/**
 * The one way to durable state: a typed SQL compiler and two ways to run what it compiles. There are no interactive
 * transactions, so no code can hold the writer across an await.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  /** Compiles only; executing a query built from it without `run` or `read` throws. */
  readonly db: Kysely<Schema>;
  /** Runs the statements as one atomic unit and answers, a row list a statement, when they are durable. */
  run(...unit: readonly CompiledQuery[]): Promise<SqlRow[][]>;
  /** Reads what was committed before the call. */
  read(query: CompiledQuery): Promise<SqlRow[]>;
  /** Refuses new calls, waits for those under way, then lets go of everything. */
  close(): Promise<void>;
}

/** More waiting units than this and a call is refused at once, before it is queued: the caller answers 503. */
export const MAX_QUEUED_UNITS = 10_000;

export class StoreBusy extends Failure {
  override readonly name = 'StoreBusy';
  constructor() {
    super(`more than ${MAX_QUEUED_UNITS} calls are waiting for the database`, 'BUSY');
  }
}

/** What a store that was closed answers. */
export const closedStore = (): Failure => new Failure('the store is closed', 'CLOSED');
