import { type Context, check, type Product } from '../../declare.ts';
import { capability } from '../capability.ts';
import { soldAt } from '../sold.ts';
import { type Basis, observed } from './observed.ts';
import {
  type Forecast,
  type ForecastRequest,
  type Outcome,
  requestSchema,
  responseSchema,
  STATUSES,
  type Status,
} from './schema.ts';
import {
  CLIENTS,
  type ClientName,
  DEFAULTS,
  type Default,
  type DefaultRow,
  FORECAST_VERSION,
  NOTES,
  type NoteRow,
  spendControlsCall,
} from './tables.ts';
import { inRange, parseVersion, type Version } from './versions.ts';

export const clientForecast = check({
  id: 'client-payment-forecast-check',
  path: '/api/client-payment-forecast/check',
  summary:
    'Will this client sign for this route by default: what stops it, the exact override, and what it does not guard, each with its evidence.',
  input: requestSchema,
  example: { client: '@x402/fetch', clientVersion: '2.27.0', route: '/api/opportunity-check' },
  response: responseSchema,
  run: forecast,
});

export const clientForecastCapability = capability({
  id: 'client-payment-forecast',
  summary: 'Tells from published runs and reports whether a client version can pay a route as it is.',
  checks: [clientForecast],
  never: ['guesses: a client or version without evidence is answered insufficient_evidence'],
});

function forecast(input: ForecastRequest, context: Context): Forecast {
  const { published } = context;
  const product = soldAt(published, input.route);
  const client = clientNamed(input.client);
  const version = parseVersion(input.clientVersion);
  const known = DEFAULTS.find((row) => covers(row, client, version));
  const notes = NOTES.filter((row) => covers(row, client, version) && applies(row, product));
  const seen = product && observed(input, product, context);
  const outcome = product
    ? (seen?.outcome ?? outcomeOf(known, product))
    : { status: 'route_not_sold_here' as const };
  const basis = seen?.basis ?? (known && { ...evidenceOf(known), versions: known.versions });
  return {
    status: outcome.status,
    meaning: STATUSES[outcome.status],
    signsByDefault: SIGNS[outcome.status],
    client: client ?? seen?.client ?? null,
    price: product?.price.label ?? null,
    amountAtomicUnits: product?.price.amount ?? null,
    stoppedBy: outcome.stop && basis ? stoppedBy(basis, outcome.stop) : null,
    override: outcome.override ?? null,
    basis: basis ?? null,
    conditions: notes.filter(({ kind }) => kind === 'condition').map(render),
    risks: seen?.risks ?? notes.filter(({ kind }) => kind === 'risk').map(render),
    versionsWithEvidence: [
      ...new Set([
        ...(seen?.versions ?? []),
        ...DEFAULTS.filter((row) => row.client === client).map(({ versions }) => versions),
      ]),
    ],
    tablesVersion: FORECAST_VERSION,
    ledgerDigest: context.edition?.digest ?? null,
  };
}

const SIGNS: Readonly<Record<Status, boolean | null>> = {
  will_sign: true,
  will_refuse: false,
  cannot_pay: false,
  depends_on_configuration: null,
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

function outcomeOf(row: DefaultRow | undefined, product: Product): Outcome {
  if (row === undefined) return { status: 'insufficient_evidence' };
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
            override: spendControlsCall(product.price.label.replace(/\.00$/, '')),
          };
  }
}

/** A client by its package name or another name of it; case and a leading @ do not matter to people. */
function clientNamed(name: string): ClientName | undefined {
  const asked = name.trim().toLowerCase();
  return (Object.keys(CLIENTS) as ClientName[]).find(
    (client) => client === asked || (CLIENTS[client].also as readonly string[]).includes(asked),
  );
}

const covers = (
  row: { readonly client: ClientName; readonly versions: string },
  client: ClientName | undefined,
  version: Version | undefined,
): boolean => row.client === client && version !== undefined && inRange(version, row.versions);

const applies = ({ method }: NoteRow, product: Product | undefined): boolean =>
  product !== undefined && (method === undefined || product.forms.some((form) => form.method === method));

const evidenceOf = ({ id, evidence, source, date }: DefaultRow | NoteRow) => ({ id, evidence, source, date });
const render = (row: NoteRow) => ({ ...evidenceOf(row), says: row.says, remedy: row.remedy });
