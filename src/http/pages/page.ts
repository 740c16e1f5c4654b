import type { Context, Published } from '../../declare.ts';

/** Live reads of the entry point (`/readyz`), by path. */
export type LiveReads = Readonly<
  Record<string, () => Promise<{ readonly ok: boolean; readonly body: object }>>
>;

/** A page for people at an address of its own. It shows documents and checks, and has no figures of its own. */
export type Page = {
  readonly path: `/${string}`;
} & (
  | {
      readonly freshness: 'fixed';
      readonly html: (published: Published) => string;
      /** What programs that ask for JSON get at the same address. */
      readonly json?: (published: Published) => object;
    }
  | {
      readonly freshness: 'live';
      /** Asks the database: counts against the lower rate limit of an address. */
      readonly costly?: true;
      /** Nothing of the caller is in it, and a query only chooses among few forms of it: it may be compressed. */
      readonly sameForAll?: true;
      readonly html: (context: Context, live: LiveReads, query: URLSearchParams) => Promise<string>;
    }
);
