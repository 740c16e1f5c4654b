import { type Context, check, type Product } from '../../declare.ts';
import { LOCK_BODY_MAX_BYTES } from '../../values/limits.ts';
import { capability } from '../capability.ts';
import { soldAt } from '../sold.ts';
import { buildsOf, type ClientBuild, exactly } from './builds.ts';
import { type Basis, observed } from './observed.ts';
import {
  FITS,
  FORECAST_STATUSES,
  type Forecast,
  type ForecastFit,
  type ForecastOutcome,
  type ForecastRequest,
  type ForecastStatus,
  requestSchema,
  responseSchema,
} from './schema.ts';
import {
  type ClientName,
  DEFAULTS,
  type Default,
  type DefaultRow,
  FORECAST_NOTES,
  FORECAST_VERSION,
  type NoteRow,
  setSpendControlsCall,
  spendControlsCall,
} from './tables.ts';
import { distance, overlaps, plainVersion } from './versions.ts';

export const clientForecast = check({
  id: 'client-payment-forecast-check',
  tool: {
    name: 'forecast_payment',
    title: 'Forecast a payment',
    does: 'Will a client sign for a route by default? What stops it, and the exact setting.',
  },
  path: '/api/client-payment-forecast/check',
  summary:
    'Will this client, or the clients in a lock file, sign for this route by default? What stops it, the exact override, and what that does not guard against, each with its evidence.',
  input: requestSchema,
  example: { client: '@x402/fetch', clientVersion: '2.27.0', route: '/api/opportunity-check' },
  maxBodyBytes: LOCK_BODY_MAX_BYTES,
  response: responseSchema,
  run: forecast,
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  clientForecast,
  capability({
    id: 'client-payment-forecast',
    summary:
      'Says, from published runs and reports, whether a client version can pay a route without changes.',
    checks: [clientForecast],
    never: ['guesses: a client or version without evidence is answered insufficient_evidence'],
  }),
];

function forecast(input: ForecastRequest, context: Context): Forecast {
  const { product, method } = routeIn(input.route, context.published);
  const { lock, installed, builds } = buildsOf(input);
  const [build, ...others] = builds;
  const { outcome, ...answer } = forecastOf(build, product, method, context);
  return {
    ...answer,
    price: product?.price.label ?? null,
    amountAtomicUnits: product?.price.amount ?? null,
    others: others.map((other) => ({
      client: other.client!,
      version: plainVersion(other.version),
      core: plainVersion(other.core),
      status: forecastOf(other, product, method, context).status,
    })),
    lock,
    installed: installed.map(({ name, version, core }) => ({
      name,
      version: plainVersion(version),
      core: plainVersion(core),
    })),
    tablesVersion: FORECAST_VERSION,
    ledgerDigest: context.edition?.digest ?? null,
  };
}

function forecastOf(
  build: ClientBuild | undefined,
  product: Product | undefined,
  method: string | undefined,
  context: Context,
) {
  const version = build && exactly(build);
  const known = build?.range ? DEFAULTS.filter((row) => covers(row, build)) : [];
  const notes = version
    ? FORECAST_NOTES.filter((row) => covers(row, build) && applies(row, product, method))
    : [];
  const seen =
    build && product && version && !build.isComposed
      ? observed({ client: build.name, clientVersion: build.version }, product, context)
      : undefined;
  const outcome: ForecastOutcome = product
    ? (seen?.outcome ?? together(known, product))
    : { status: 'route_not_sold_here' };
  const [first] = known;
  const basis = seen?.basis ?? (first && { ...evidenceOf(first), versions: first.versions });
  return {
    outcome,
    status: outcome.status,
    meaning: FORECAST_STATUSES[outcome.status],
    signsByDefault: SIGNS[outcome.status],
    client: build?.client ?? seen?.client ?? null,
    build: build ? fitOf(build, seen !== undefined || known.length > 0) : null,
    nearest:
      build && product && outcome.status === 'insufficient_evidence' ? nearestTo(build, product) : null,
    stoppedBy: outcome.stop && basis ? stoppedBy(basis, outcome.stop) : null,
    override: outcome.override ?? null,
    basis: basis ?? null,
    conditions: notes.filter(({ kind }) => kind === 'condition').map(render),
    risks: seen?.risks ?? notes.filter(({ kind }) => kind === 'risk').map(render),
    versionsWithEvidence: [
      ...new Set([
        ...(seen?.versions ?? []),
        ...DEFAULTS.filter((row) => row.client === build?.client).map(({ versions }) => versions),
      ]),
    ],
  };
}

/** `/api/x`, `POST /api/x`, or an address of ours. The same path of another host is not ours. */
function routeIn(
  route: string,
  published: Context['published'],
): { product: Product | undefined; method: string | undefined } {
  const [, method, rest = ''] = /^(?:([A-Z]+)\s+)?(.*)$/s.exec(route.trim())!;
  const { origin } = new URL(published.publicUrl);
  const isAddress = /^https?:\/\//i.test(rest);
  const path = isAddress ? pathOn(origin, rest) : rest.split(/[?#]/)[0];
  return { product: path === undefined ? undefined : soldAt(published, path), method };
}

function pathOn(origin: string, address: string): string | undefined {
  try {
    const url = new URL(address);
    return url.origin === origin ? url.pathname : undefined;
  } catch {
    return undefined;
  }
}

function fitOf(build: ClientBuild, hasEvidence: boolean): NonNullable<Forecast['build']> {
  const known: ForecastFit = exactly(build) ? 'exact' : 'range';
  const fit: ForecastFit = !hasEvidence ? 'none' : build.isComposed ? 'composed' : known;
  return { version: plainVersion(build.version), core: plainVersion(build.core), fit, says: FITS[fit] };
}

/** The build of this client with evidence whose version is nearest. */
function nearestTo({ client, range }: ClientBuild, product: Product): Forecast['nearest'] {
  const [low, high] = range ?? [];
  // Of a range without a top, from its bottom.
  const version = high && high[0] < 999_999 ? high : low;
  if (!version) return null;
  const [row] = DEFAULTS.filter((each) => each.client === client).sort(
    (a, b) => distance(version, a.versions) - distance(version, b.versions),
  );
  if (!row) return null;
  return { ...evidenceOf(row), versions: row.versions, status: outcomeOf(row, product).status };
}

const SIGNS: Readonly<Record<ForecastStatus, boolean | null>> = {
  will_sign: true,
  will_refuse: false,
  cannot_pay: false,
  depends_on_configuration: null,
  depends_on_version: null,
  insufficient_evidence: null,
  route_not_sold_here: null,
};

const stoppedBy = ({ id, evidence, source, date }: Basis, what: string) => ({
  id,
  evidence,
  source,
  date,
  what,
});

/** What all of these rows say; where they do not agree, that it depends. */
function together(rows: readonly DefaultRow[], product: Product): ForecastOutcome {
  const [first, ...others] = rows.map((row) => outcomeOf(row, product));
  if (first === undefined) return { status: 'insufficient_evidence' };
  return others.every(({ status }) => status === first.status) ? first : { status: 'depends_on_version' };
}

function outcomeOf(row: DefaultRow, product: Product): ForecastOutcome {
  const does: Default = row.does;
  switch (does.kind) {
    case 'no_cap':
      return { status: 'will_sign' };
    case 'configured':
      return { status: 'depends_on_configuration', override: does.how };
    case 'cannot_pay':
      return { status: 'cannot_pay', stop: does.why, override: does.instead };
    case 'cap':
      return BigInt(product.price.amount) <= BigInt(does.atomic)
        ? { status: 'will_sign' }
        : {
            status: 'will_refuse',
            stop: `Default cap of ${does.atomic} atomic units for one payment.`,
            override: OVERRIDES[does.override](product.price.label.replace(/\.00$/, '')),
          };
  }
}

const OVERRIDES = { spend_controls: spendControlsCall, set_spend_controls: setSpendControlsCall } as const;

const covers = (
  row: { readonly client: ClientName; readonly versions: string },
  { client, range }: ClientBuild,
): boolean => row.client === client && range !== undefined && overlaps(range, row.versions);

const applies = (row: NoteRow, product: Product | undefined, method: string | undefined): boolean =>
  product !== undefined &&
  (row.method === undefined ||
    (method === undefined
      ? product.forms.some((form) => form.method === row.method)
      : method === row.method));

const evidenceOf = ({ id, evidence, source, date }: DefaultRow | NoteRow) => ({ id, evidence, source, date });
const render = (row: NoteRow) => ({ ...evidenceOf(row), says: row.says, remedy: row.remedy });
