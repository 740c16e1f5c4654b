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
      /** Nothing of the caller is in it: it may be compressed. */
      readonly sameForAll?: true;
      /** Which of a few forms a query asks for. Each is kept apart, so that there must be no more than these. */
      readonly formOf?: (query: URLSearchParams) => string;
      readonly html: (context: Context, live: LiveReads, form: string) => Promise<string>;
    }
);
