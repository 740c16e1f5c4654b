import { z } from 'zod';
import { textField } from '../text.ts';
import { LOCKS } from './lock-files.ts';

/** More payment packages than any project has. */
const MAX_PACKAGES = 200;
/** Characters of a lock file, which travels as one text: its quotes and line ends take more in JSON. */
const MAX_LOCK = 900_000;

export const requestSchema = z
  .strictObject({
    client: textField(
      80,
      'Package name of the client, for example @x402/fetch. With a lock file: the one to look at.',
    ).optional(),
    clientVersion: textField(
      40,
      'Its version, for example 2.27.0, or what the manifest asks for, such as ^2.27.0.',
    ).optional(),
    lockFile: textField(
      MAX_LOCK,
      'package-lock.json, pnpm-lock.yaml, poetry.lock or uv.lock as text: only its payment packages are looked at.',
    ).optional(),
    packages: z
      .array(
        z.strictObject({
          name: textField(120, 'Package name.'),
          version: textField(40, 'Installed version.'),
        }),
      )
      .min(1)
      .max(MAX_PACKAGES)
      .meta({ description: 'What is installed, when there is no lock file.' })
      .optional(),
    route: textField(
      600,
      'The paid route: a path, a method and a path, or its whole address, for example POST /api/agent-revenue-audit.',
    ),
  })
  .refine(
    ({ client, clientVersion, lockFile, packages }) =>
      [clientVersion, lockFile, packages].filter((each) => each !== undefined).length === 1 &&
      (clientVersion === undefined || client !== undefined),
    { error: 'give client and clientVersion, or lockFile, or packages' },
  )
  .meta({
    title: 'ClientPaymentForecastRequest',
    oneOf: [
      { required: ['client', 'clientVersion'] },
      { required: ['lockFile'] },
      { required: ['packages'] },
    ],
  });

export type ForecastRequest = z.output<typeof requestSchema>;

const evidence = {
  id: z.string(),
  evidence: z.enum(['reproduced', 'reported']),
  source: z.string(),
  date: z.string(),
};
const row = z.object({ ...evidence, says: z.string(), remedy: z.string() });

export const FORECAST_STATUSES = {
  will_sign: 'The client signs this price without being told anything.',
  will_refuse: 'The client refuses this price by default, before it signs. The override raises its cap.',
  cannot_pay: 'The client cannot read the challenge of this route, whatever it is told.',
  depends_on_configuration: 'The client has no default: what you configured decides.',
  depends_on_version:
    'The range holds versions that sign this price and versions that do not. Pin one, or send the lock file.',
  insufficient_evidence:
    'Nobody ran or read this client and version here. That is not a "no", and it is not guessed.',
  route_not_sold_here: 'The route is not a paid route of this service.',
} as const;

export type ForecastStatus = keyof typeof FORECAST_STATUSES;

export const FITS = {
  exact: 'This version has evidence of its own.',
  composed:
    'It loads another core than the one of its version. The cap is in the core, so the evidence is that of the core; the two were not run together. A core before 2.23.0 has no cap, and passes over spendControls.',
  range:
    'The evidence is of versions in this range. A newer one may be installed: your lock file says which.',
  none: 'There is no evidence of this build. The nearest build that has some is named; it was not this one.',
} as const;

export type ForecastFit = keyof typeof FITS;

const release = z
  .string()
  .nullable()
  .meta({ description: 'As major.minor.patch; null: a range, or no plain release.' });

export const responseSchema = z
  .looseObject({
    status: z.enum(Object.keys(FORECAST_STATUSES) as [ForecastStatus]),
    meaning: z.string(),
    signsByDefault: z.boolean().nullable().meta({ description: 'Null when it is not known.' }),
    client: z.string().nullable(),
    build: z
      .object({
        version: release,
        core: z
          .string()
          .nullable()
          .meta({ description: 'The @x402/core that it loads, which holds the cap.' }),
        fit: z.enum(Object.keys(FITS) as [ForecastFit]),
        says: z.string(),
      })
      .nullable()
      .meta({ description: 'How well the evidence fits what you have; null: no client was found.' }),
    nearest: z
      .object({
        ...evidence,
        versions: z.string(),
        status: z.enum(Object.keys(FORECAST_STATUSES) as [ForecastStatus]),
      })
      .nullable()
      .meta({
        description: 'For a build without evidence: the nearest one that has some. It was not this one.',
      }),
    others: z
      .array(
        z.object({
          client: z.string(),
          version: release,
          core: z.string().nullable(),
          status: z.enum(Object.keys(FORECAST_STATUSES) as [ForecastStatus]),
        }),
      )
      .meta({ description: 'Further clients of the lock file or the list.' }),
    lock: z.enum(LOCKS).nullable().meta({ description: 'What the lock file was taken for.' }),
    installed: z
      .array(z.object({ name: z.string(), version: release, core: z.string().nullable() }))
      .meta({ description: 'Every payment package of the lock file or the list.' }),
    price: z.string().nullable(),
    amountAtomicUnits: z.string().nullable(),
    stoppedBy: z.object({ ...evidence, what: z.string() }).nullable(),
    override: z
      .string()
      .nullable()
      .meta({ description: 'Exact line or call that lets the client pay this price.' }),
    basis: z.object({ ...evidence, versions: z.string() }).nullable(),
    conditions: z.array(row),
    risks: z.array(row),
    versionsWithEvidence: z.array(z.string()).meta({ description: 'Of this client.' }),
    tablesVersion: z.string(),
    ledgerDigest: z
      .string()
      .nullable()
      .meta({ description: 'The current ledger edition, which comes before the tables; null without one.' }),
  })
  .meta({ title: 'ClientPaymentForecast' });

export type Forecast = z.output<typeof responseSchema>;

/** What stops a build, and the line that lets it pay. */
export interface ForecastOutcome {
  readonly status: ForecastStatus;
  readonly stop?: string;
  readonly override?: string;
}
