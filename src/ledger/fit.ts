import type { EpochMs } from '../values/time.ts';
import type { Edition, FailureSignature, MatrixRow, RoutePrice } from './schema.ts';
import { ran } from './signatures.ts';

/** What the evidence says about one client build: which rows, which prices it pays by default, what it does not guard. */

export type Protocol = MatrixRow['protocol'];

export interface FitSubject {
  readonly client: string;
  readonly version: string;
  readonly protocol: Protocol;
}

/** Behaviours at default settings, and the amount that each one asks for, in atomic units. */
const DEFAULT_AMOUNTS: Readonly<Record<string, bigint>> = {
  B01: 10_000n,
  B42: 10_000n,
  B34: 100_000n,
  B33: 250_000n,
  B05: 5_000_000n,
  B04: 1_000_000_000n,
};
/** A challenge of version 2, shown to a client of version 1. */
const V2_TO_V1 = 'B32';
const POST_BODY = 'B10';

/** Rows of one build that were run and are not stale at `now`. */
export const rowsOfBuild = (edition: Edition, subject: FitSubject, now: EpochMs): MatrixRow[] =>
  edition.compatibilityMatrix.filter(
    ({ client, protocol, verdict, staleAfter }) =>
      client.name === subject.client &&
      client.version === subject.version &&
      protocol === subject.protocol &&
      ran(verdict) &&
      Date.parse(staleAfter) > now,
  );

/** Observed failures that rows of a build show. */
export function failuresOf(edition: Edition, rows: readonly MatrixRow[]): FailureSignature[] {
  const ids = new Set(rows.map(({ id }) => id));
  return edition.failureSignatures.filter(({ caseIds }) => caseIds.some((id) => ids.has(id)));
}

export interface Fit {
  readonly route: string;
  readonly price: string;
  /** Null: no row says. */
  readonly payableByDefault: boolean | null;
  readonly why: string;
  /** Rows that it follows from. */
  readonly caseIds: string[];
}

/** Whether a build pays a route when nobody configured anything: from what it signed and refused, never from a name. */
export function fitOf(rows: readonly MatrixRow[], protocol: Protocol, route: RoutePrice): Fit {
  const of = (payableByDefault: boolean | null, why: string, ...from: readonly MatrixRow[]): Fit => ({
    route: route.route,
    price: route.price,
    payableByDefault,
    why,
    caseIds: from.map(({ id }) => id),
  });
  const row = (behaviourId: string) => rows.find((each) => each.behaviourId === behaviourId);
  if (!route.protocols.includes(protocol)) {
    const foreign = protocol === 'x402v1' ? row(V2_TO_V1) : undefined;
    if (foreign?.signedAuthorisations === 0)
      return of(false, 'The challenge is version 2 and this client did not read one.', foreign);
    return foreign
      ? of(null, 'It signed a version 2 challenge, which it does not speak.', foreign)
      : of(null, 'The route does not speak the protocol of this client.');
  }
  const body = route.methods.includes('GET') ? undefined : row(POST_BODY);
  if (body && body.verdict !== 'pass') return of(false, 'The paid request did not carry the body.', body);
  const asked = BigInt(route.amountAtomic);
  const signed = nearest(rows, (amount) => amount >= asked, true);
  const refused = nearest(rows, (amount) => amount <= asked, false);
  if (signed && refused)
    return of(null, 'It refused less and signed more: default settings do not say.', signed, refused);
  if (signed) return of(true, `By default it signed for ${amountOf(signed)} atomic units.`, signed);
  if (refused) return of(false, `By default it refused ${amountOf(refused)} atomic units.`, refused);
  return of(null, 'No case at default settings is near this price.');
}

const amountOf = ({ behaviourId }: MatrixRow): bigint => DEFAULT_AMOUNTS[behaviourId]!;

/** Of the cases that decide, the one nearest to the price. */
function nearest(
  rows: readonly MatrixRow[],
  decides: (amount: bigint) => boolean,
  signs: boolean,
): MatrixRow | undefined {
  return rows
    .filter(
      (row) =>
        row.behaviourId in DEFAULT_AMOUNTS &&
        decides(amountOf(row)) &&
        row.signedAuthorisations > 0 === signs,
    )
    .sort((a, b) => Number(amountOf(a) - amountOf(b)) * (signs ? 1 : -1))[0];
}
