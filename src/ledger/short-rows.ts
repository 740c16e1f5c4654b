import { isoTime } from '../values/time.ts';
import { seenIn } from './observed-signatures.ts';
import type { Edition, FailureSignature, HistoricalItem, MatrixRow, VerifiedFix } from './schema.ts';
import {
  base64OfDigest,
  commonOf,
  digestOfBase64,
  type Loose,
  ofRuns,
  runsOf,
  tableOf,
  unlike,
  without,
} from './short-parts.ts';

/** Failure signatures, fixes, changes and history in short form: what follows from the matrix is left out. */

export interface SharedRows {
  readonly observed: Loose;
  readonly reported: Loose;
}

const SEEN = ['caseIds', 'matchers', 'affects', 'firstSeen', 'lastVerified'] as const;

const placesOf = (rows: readonly { readonly id: string }[]) =>
  new Map(rows.map(({ id }, place) => [id, place] as const));
type Places = ReadonlyMap<string, number>;

/** Undefined where an id is of no row here, or the order is another. */
function runsIn(ids: readonly string[], places: Places): number[] | undefined {
  const found = ids.map((id) => places.get(id) ?? -1);
  return found.every((place, i) => place > (found[i - 1] ?? -1)) ? runsOf(found) : undefined;
}

/** What a signature says that its rows say, too. */
function followsFrom(
  { cases, headerState = null, client, codes = [], ...own }: Loose,
  rows: readonly MatrixRow[],
) {
  const shown = ofRuns((cases ?? []) as number[], rows);
  if (shown.length === 0)
    return {
      caseIds: [],
      matchers: { statusCodes: codes, errorPrefix: [], headerState, counters: {} },
      affects: [{ client, versionRange: 'as reported' }],
      firstSeen: (own.source as { date?: string } | null)?.date,
      lastVerified: null,
    };
  const { statusCodes, errorPrefix, counters, ...seen } = seenIn(shown);
  const caseIds = shown.map(({ id }) => id);
  return { ...seen, caseIds, matchers: { statusCodes, errorPrefix, headerState, counters } };
}

export function shortSignatures(all: readonly FailureSignature[], rows: readonly MatrixRow[]) {
  const places = placesOf(rows);
  const [observed, reported] = [true, false].map((wanted) =>
    without(commonOf((all as readonly Loose[]).filter((each) => isObserved(each) === wanted)), SEEN),
  ) as [Loose, Loose];
  const signatures = (all as readonly (FailureSignature & Loose)[]).map((each) => {
    const { headerState, statusCodes } = each.matchers;
    const cases = runsIn(each.caseIds, places) ?? [];
    const hints = isObserved(each)
      ? { cases, ...(headerState === null ? {} : { headerState }) }
      : { client: each.affects[0]?.client, ...(statusCodes.length === 0 ? {} : { codes: statusCodes }) };
    const follows = followsFrom({ ...hints, source: each.source }, rows);
    return {
      id: each.id,
      ...hints,
      ...unlike(each, { ...(isObserved(each) ? observed : reported), ...follows }),
    };
  });
  return { signatures, shared: { observed, reported } };
}

const isObserved = ({ id }: Loose): boolean => String(id).startsWith('FS-');

export const longSignatures = (all: readonly Loose[], rows: readonly MatrixRow[], shared: SharedRows) =>
  all.map((short) => {
    const { cases: _cases, headerState: _state, client: _client, codes: _codes, ...own } = short;
    const common = isObserved(short) ? shared.observed : shared.reported;
    return {
      ...common,
      ...followsFrom({ ...common, ...short }, rows),
      ...own,
    } as unknown as FailureSignature;
  });

const runOf = ({ id, caseDigest, verdict, observed }: MatrixRow) => ({
  caseId: id,
  ...{ caseDigest, verdict, observed },
});

/** What the matrix says that fixes say too: builds by the names of their clients, and words of `observed`. */
export interface OfMatrix {
  readonly builds: Readonly<Record<string, Loose>>;
  readonly phrases: readonly string[];
}

const clientsOf = ({ builds }: OfMatrix): readonly string[] =>
  Object.values(builds).map((build) => {
    const { name, version } = (build.client ?? {}) as Partial<MatrixRow['client']>;
    return `${name}@${version}`;
  });

/** The run with a fix: most are of the case before it, and passed. */
const fixedCase = (before: Loose | undefined, id: string): Loose =>
  before === undefined ? {} : { caseId: `${String(before.caseId)}+${id}`, verdict: 'pass' };

/** A fix names the row before it and its builds by their places, and its texts by theirs in a list of them. */
export function shortFixes(all: readonly VerifiedFix[], rows: readonly MatrixRow[], ofMatrix: OfMatrix) {
  const places = placesOf(rows);
  const clients = clientsOf(ofMatrix);
  const texts = tableOf<string>();
  const phrase = (text: string) => {
    const place = ofMatrix.phrases.indexOf(text);
    return place < 0 ? text : place;
  };
  const fixes = (all as readonly (VerifiedFix & Loose)[]).map(
    ({ id, change, limits, verifiedWith, before, after, ...rest }) => {
      const row = places.get(before.caseId);
      const here = row === undefined ? undefined : runOf(rows[row]!);
      const { observed, caseDigest, ...run } = after;
      const seen = verifiedWith.map((name) => clients.indexOf(name));
      return {
        ...{ id, row, ...rest, says: [texts.placeOf(change), texts.placeOf(limits)] },
        ...(seen.includes(-1) ? { verifiedWith } : { with: seen }),
        ...unlike({ before } as Loose, { before: here }),
        run: {
          ...unlike(run as Loose, fixedCase(here, id)),
          ...{ case: base64OfDigest(caseDigest), observed: observed.split('; ').map(phrase) },
        },
      };
    },
  );
  return { fixes, shared: { texts: texts.values } };
}

/** What a short fix says that older releases wrote out. */
interface ShortFix extends Loose {
  readonly id: string;
  readonly row?: number;
  readonly says?: readonly number[];
  readonly with?: readonly number[];
  readonly run?: Loose & { readonly case: string; readonly observed: readonly (number | string)[] };
}

/** Reads what older releases wrote, too. */
export const longFixes = (
  all: readonly Loose[],
  rows: readonly MatrixRow[],
  { texts = [], ...common }: Loose & { readonly texts?: readonly string[] },
  ofMatrix: OfMatrix,
): VerifiedFix[] => {
  const clients = clientsOf(ofMatrix);
  return (all as readonly ShortFix[]).map(({ row, says, with: seen, run, ...own }) => {
    const before = row === undefined ? undefined : runOf(rows[row]!);
    const { case: digest, observed = [], ...ran } = run ?? {};
    const words = observed.map((each) => (typeof each === 'number' ? ofMatrix.phrases[each] : each));
    return {
      ...common,
      ...(before && { before }),
      ...own,
      ...(says && { change: texts[says[0]!], limits: texts[says[1]!] }),
      ...(seen && { verifiedWith: seen.map((place) => clients[place]) }),
      ...(digest !== undefined && {
        after: {
          ...fixedCase(before, own.id),
          ...ran,
          ...{ caseDigest: digestOfBase64(digest), observed: words.join('; ') },
        },
      }),
    } as unknown as VerifiedFix;
  });
};

type Delta = Edition['editionDelta'];
type Ided = Loose & { readonly id: string };

/** `to` is what the row says now; new rows are named by their places. */
export function shortDelta(
  { added, changed, ...rest }: Delta,
  rows: readonly Ided[],
  matrix: readonly MatrixRow[],
) {
  const [places, cells] = [placesOf(rows), placesOf(matrix)];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...rest,
    // In the order of the rows, as an edition is built. Else the names stay.
    ...(runsIn(added, places) ? { addedRows: runsIn(added, places) } : { added }),
    changes: changed.map(({ id, from, to }) => {
      const news = Object.keys(to).filter((name) => !(name in from));
      const cases = Array.isArray(from.caseIds) ? runsIn(from.caseIds as string[], cells) : undefined;
      const old = { headerState: matchersOf(from, byId.get(id)), cases };
      const follows = cases && cases.length > 0 ? followsFrom(old, matrix) : {};
      return {
        id,
        ...(cases && cases.length > 0
          ? { cases, members: Object.keys(from), headerState: old.headerState }
          : {}),
        from: unlike(from, follows),
        ...(news.length > 0 ? { news } : {}),
      };
    }),
  };
}

const matchersOf = (from: Loose, row: Loose | undefined): unknown =>
  ((from.matchers ?? row?.matchers) as { headerState?: unknown } | undefined)?.headerState ?? null;

interface ShortChange {
  readonly id: string;
  readonly from: Loose;
  readonly news?: readonly string[];
  readonly cases?: readonly number[];
  readonly members?: readonly string[];
}

export function longDelta(short: Loose, rows: readonly Ided[], matrix: readonly MatrixRow[]): Delta {
  const { addedRows, changes, ...rest } = short as Loose & { changes: readonly (ShortChange & Loose)[] };
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...(addedRows ? { added: ofRuns(addedRows as number[], rows).map(({ id }) => id) } : {}),
    ...rest,
    changed: changes.map(({ id, from: own, news = [], cases, members = [], headerState }) => {
      const follows = cases ? (followsFrom({ cases, headerState }, matrix) as Loose) : {};
      const from = {
        ...Object.fromEntries(members.flatMap((name) => (name in follows ? [[name, follows[name]]] : []))),
        ...own,
      };
      const row = byId.get(id) ?? {};
      const names = [...Object.keys(from), ...news].filter((name) => name in row);
      return { id, from, to: Object.fromEntries(names.map((name) => [name, (row as Loose)[name]])) };
    }),
  } as unknown as Delta;
}

interface Group {
  readonly builds: readonly string[];
  readonly since: string;
  /** By behaviour: place of the build, milliseconds since `since`, and so on. */
  readonly at: Readonly<Record<string, readonly number[]>>;
}

/** Rows of one earlier edition stand together. */
export function shortHistory(items: readonly HistoricalItem[]): (Group & Loose)[] {
  const heads = Map.groupBy(items, ({ rowId: _id, observedAt: _at, notReverifiedSince: _since, ...head }) =>
    JSON.stringify(head),
  );
  return [...heads].map(([head, own]) => {
    const builds = tableOf<string>();
    const since = own.reduce(
      (least, { observedAt }) => (observedAt < least ? observedAt : least),
      own[0]!.observedAt,
    );
    const at: Record<string, number[]> = {};
    for (const { rowId, observedAt } of own) {
      const [behaviour = '', ...build] = rowId.split('.');
      at[behaviour] ??= [];
      at[behaviour].push(builds.placeOf(build.join('.')), Date.parse(observedAt) - Date.parse(since));
    }
    return { ...(JSON.parse(head) as Loose), since, builds: builds.values, at };
  });
}

export const longHistory = (groups: readonly Loose[]): HistoricalItem[] =>
  (groups as readonly (Group & Loose)[])
    .flatMap(({ since, builds, at, ...head }) =>
      Object.entries(at).flatMap(([behaviour, all]) =>
        all.flatMap((place, i) => {
          if (i % 2 === 1) return [];
          const observedAt = isoTime(Date.parse(since) + all[i + 1]!);
          const rowId = `${behaviour}.${builds[place]}`;
          return [
            { rowId, ...head, observedAt, notReverifiedSince: observedAt } as unknown as HistoricalItem,
          ];
        }),
      ),
    )
    .sort((a, b) => (a.rowId < b.rowId ? -1 : 1));
