import type { Context, Product } from '../../declare.ts';
import { type Fit, failuresOf, fitOf } from '../../ledger/fit.ts';
import { editionIn } from '../../ledger/freshness.ts';
import { matchFor, observedBuilds } from '../../ledger/match.ts';
import { routePrices } from '../../ledger/routes.ts';
import type { MatrixRow } from '../../ledger/schema.ts';
import type { Forecast, ForecastOutcome } from './schema.ts';
import { spendControlsCall } from './tables.ts';

export type Basis = NonNullable<Forecast['basis']>;

interface Observed {
  readonly outcome: ForecastOutcome;
  readonly basis: Basis;
  readonly client: string;
  readonly risks: Forecast['risks'];
  readonly versions: readonly string[];
}

/** What the current edition says of exactly this build. Undefined: it was not run, and the published tables answer. */
export function observed(
  { client, clientVersion }: { readonly client: string; readonly clientVersion: string },
  product: Product,
  { edition: published, asOf }: Context,
): Observed | undefined {
  if (!published) return undefined;
  const edition = editionIn(published);
  const builds = observedBuilds(edition, client, asOf);
  const [route] = routePrices([product]);
  const same = builds
    .map(({ protocol }) => matchFor(edition, { client, version: clientVersion, protocol }, asOf))
    .filter((each) => each?.match === 'exact');
  // A build that speaks two protocols pays with the one that the route speaks.
  const found = same.find((each) => route?.protocols.includes(each!.subject.protocol)) ?? same[0];
  if (!found || !route) return undefined;
  const fit = fitOf(found.rows, found.subject.protocol, route);
  const row = found.rows.find(({ id }) => id === fit.caseIds[0]);
  if (fit.payableByDefault === null || !row) return undefined;
  const source = `ledger edition ${published.digest}`;
  return {
    outcome: outcomeOf(fit, row, product),
    basis: {
      id: row.id,
      evidence: 'reproduced',
      source,
      date: row.observedAt.slice(0, 10),
      versions: found.subject.version,
    },
    client: found.subject.client,
    risks: failuresOf(edition, found.rows)
      .filter(({ moneyRisk }) => moneyRisk !== 'none')
      .map(({ id, title, buyerAction, lastVerified }) => ({
        id,
        evidence: 'reproduced' as const,
        source,
        date: lastVerified!.slice(0, 10),
        says: title,
        remedy: buyerAction,
      })),
    versions: builds.map(({ version }) => version),
  };
}

function outcomeOf({ payableByDefault, why }: Fit, row: MatrixRow, { price }: Product): ForecastOutcome {
  if (payableByDefault) return { status: 'will_sign' };
  return row.protocol === 'x402v1'
    ? { status: 'cannot_pay', stop: why, override: 'Use @x402/fetch 2.23.0 or later.' }
    : {
        status: 'will_refuse',
        stop: why,
        override: spendControlsCall(price.label.replace(/\.00$/, '')),
      };
}
