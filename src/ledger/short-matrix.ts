import { DAY_MS, isoTime } from '../values/time.ts';
import { STALE_AFTER_DAYS } from './policy.ts';
import type { MatrixRow } from './schema.ts';
import {
  bytesOfDigest,
  commonOf,
  digestOfBytes,
  type Loose,
  picked,
  tableOf,
  unlike,
  without,
} from './short-parts.ts';

/** The matrix in short form: one row for each behaviour, with a column entry for each build. */

export interface SharedMatrix {
  /** The instant that the first `at` of a build counts from; each later one counts from the one before. */
  readonly since: string;
  readonly labVersion: string;
  readonly rows: Loose;
  readonly builds: Readonly<Record<string, Loose>>;
  /** The values of `members`, in their order, and an object of what else is not inherited. */
  readonly outcomes: readonly (readonly unknown[])[];
  readonly members: readonly string[];
  /** Phrases of `observed`. */
  readonly phrases: readonly string[];
  /** Name and message of each; older releases wrote objects. */
  readonly errors: readonly (readonly [name: string, messagePrefix: string] | MatrixRow['error'])[];
}

interface Column {
  readonly id: string;
  /** Place in `outcomes` for each build, null where the build has no row. */
  readonly of: readonly (number | null)[];
  /** For each row here: milliseconds since the build's row before this one. */
  readonly at: readonly number[];
  /** The case digests of the rows here, 32 bytes each, in base64. */
  readonly case: string;
}

const BUILD = ['client', 'runtime', 'protocol', 'scheme', 'network'] as const;
const BEHAVIOUR = ['behaviourId', 'expected', 'stale', 'evidenceLevel'] as const;
const DERIVED = ['id', 'observedAt', 'staleAfter', 'caseDigest', 'reproduction'] as const;
/** What every outcome says. */
const MEMBERS = [
  'observed',
  'verdict',
  'requests',
  'signedAuthorisations',
  'distinctNonces',
  'settlements',
  'statusSeen',
  'error',
] as const;
const GOT = 'the caller got';

const [before, behind] = [
  (id: string) => id.split('.', 1)[0]!,
  (id: string) => id.slice(id.indexOf('.') + 1),
];

type Got = Pick<MatrixRow, 'statusSeen' | 'error'>;
/** How `observed` ends, where it says what the caller got. */
const gotOf = ({ statusSeen, error }: Got): string =>
  ` ${statusSeen ?? (error ? `${error.name}: ${error.messagePrefix}` : '')}`;

const DIGEST_BYTES = 32;

/** What most rows of each group say of some members. */
const partsBy = (rows: readonly MatrixRow[], nameOf: (id: string) => string, names: readonly string[]) =>
  new Map(
    [...Map.groupBy(rows, ({ id }) => nameOf(id))].map(([name, own]) => [
      name,
      commonOf(own.length > 1 ? own.map((row) => picked(row as Loose, names)) : []),
    ]),
  );

function outcomeOf(row: Loose, inherited: Loose): readonly unknown[] {
  const rest = without(unlike(row, inherited), MEMBERS);
  return [...MEMBERS.map((name) => row[name]), ...(Object.keys(rest).length > 0 ? [rest] : [])];
}

export function shortMatrix(rows: readonly MatrixRow[]): {
  readonly matrix: readonly Loose[];
  readonly shared: SharedMatrix;
} {
  const [first] = rows;
  const { observedAt: since } = rows.reduce((least, row) =>
    row.observedAt < least.observedAt ? row : least,
  );
  const [phrases, outcomes] = [tableOf<string>(), tableOf<readonly unknown[]>()];
  const errors = tableOf<readonly [string, string]>();
  const packed = new Map(
    rows.map((row) => {
      const got = GOT + gotOf(row);
      const observed = row.observed.endsWith(got)
        ? row.observed.slice(0, GOT.length - got.length)
        : row.observed;
      return [
        row.id,
        {
          ...without(row as Loose, DERIVED),
          observed: observed.split('; ').map(phrases.placeOf),
          error: row.error && errors.placeOf([row.error.name, row.error.messagePrefix]),
        } as Loose,
      ];
    }),
  );
  const common = without(commonOf([...packed.values()]), ['client', 'behaviourId', ...MEMBERS]);
  const builds = new Map(
    [...partsBy(rows, behind, BUILD)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, unlike(part, common)]),
  );
  const clocks = new Map<string, number>();
  const columns = [...partsBy(rows, before, BEHAVIOUR)].map(([id, part]): Column & Loose => {
    const own = new Map(rows.filter((row) => before(row.id) === id).map((row) => [behind(row.id), row]));
    const behaviour = unlike(part, common);
    const here = [...builds.keys()].flatMap((build) => own.get(build) ?? []);
    return {
      id,
      ...behaviour,
      of: [...builds].map(([build, part]) => {
        const row = own.get(build);
        return row
          ? outcomes.placeOf(outcomeOf(packed.get(row.id)!, { ...common, ...behaviour, ...part }))
          : null;
      }),
      at: here.map((row) => {
        const now = Date.parse(row.observedAt);
        const passed = now - (clocks.get(behind(row.id)) ?? Date.parse(since));
        clocks.set(behind(row.id), now);
        return passed;
      }),
      case: btoa(here.map(({ caseDigest }) => bytesOfDigest(caseDigest)).join('')),
    };
  });
  const shared = {
    ...{ since, labVersion: first!.reproduction.labVersion, rows: common },
    ...{ builds: Object.fromEntries(builds), outcomes: outcomes.values },
    ...{ members: MEMBERS, phrases: phrases.values, errors: errors.values },
  };
  return { matrix: columns, shared };
}

export function longMatrix(matrix: readonly Loose[], shared: SharedMatrix): MatrixRow[] {
  const builds = Object.entries(shared.builds);
  const clocks = new Map<string, number>();
  return (matrix as readonly (Column & Loose)[]).flatMap(
    ({ id: behaviour, of, at, case: digests, ...own }) => {
      const bytes = atob(digests);
      let place = 0;
      return builds.flatMap(([build, part], i) => {
        const outcome = shared.outcomes[of[i] ?? -1];
        if (!outcome) return [];
        const said = Object.fromEntries(shared.members.map((name, place) => [name, outcome[place]]));
        const rest = outcome[shared.members.length] as Loose | undefined;
        const digest = digestOfBytes(bytes.slice(DIGEST_BYTES * place, DIGEST_BYTES * (place + 1)));
        const now = (clocks.get(build) ?? Date.parse(shared.since)) + Number(at[place]);
        clocks.set(build, now);
        place += 1;
        const id = `${behaviour}.${build}`;
        return [
          {
            ...readable({ ...shared.rows, ...own, ...part, ...said, ...rest }, shared),
            id,
            observedAt: isoTime(now),
            staleAfter: isoTime(now + STALE_AFTER_DAYS * DAY_MS),
            caseDigest: digest,
            reproduction: { labVersion: shared.labVersion, caseFile: `${id}.json` },
          } as unknown as MatrixRow,
        ];
      });
    },
  );
}

const errorIn = (said: SharedMatrix['errors'][number] | undefined) =>
  !said || 'name' in said ? said : { name: said[0], messagePrefix: said[1] };

/** A row with its words in place of their numbers. */
function readable(row: Loose, { phrases, errors }: SharedMatrix): Loose {
  const error = row.error === null ? null : errorIn(errors[Number(row.error)]);
  const text = (row.observed as readonly number[]).map((place) => phrases[place]).join('; ');
  const observed = text.endsWith(GOT) ? text + gotOf({ ...row, error } as unknown as Got) : text;
  return { ...row, error, observed };
}
