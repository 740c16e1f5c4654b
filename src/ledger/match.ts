import { z } from 'zod';
import type { EpochMs } from '../values/time.ts';
import { protocolSchema } from './evidence.ts';
import { type FitSubject, rowsOfBuild } from './fit.ts';
import type { Edition, MatrixRow } from './schema.ts';

/** What a client build is matched with, and the id that carries it from the free preflight to the paid answer. */

/** Preflight matches are good for this long. */
export const MATCH_SECONDS = 900;

export const matchSchema = z.strictObject({
  match: z.enum(['exact', 'same_minor']),
  client: z.string().max(60),
  /** Version that the buyer runs, and the one that the lab ran. */
  asked: z.string().max(40),
  version: z.string().max(40),
  protocol: protocolSchema,
  method: z.enum(['GET', 'POST']).nullable(),
  priceAtomic: z
    .string()
    .regex(/^[0-9]{1,30}$/)
    .nullable(),
});
export type BuildMatch = z.infer<typeof matchSchema>;

/**
 * `w1.<what was matched>.<our seal>`: an id that was altered is unknown. What it says is ours and no secret, and the paid
 * answer can be computed again from it and the edition alone.
 */
export const matchIdOf = (match: BuildMatch, sealed: string): string => `${matchText(match)}${sealed}`;

/** An id before its seal. */
export const matchText = (match: BuildMatch): string =>
  `w1.${btoa(JSON.stringify(match)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.`;

/** What an id says; undefined when it is none of ours. */
export function readMatchId(id: string): BuildMatch | undefined {
  const [version, body, random, ...rest] = id.split('.');
  if (version !== 'w1' || !body || !/^[0-9a-f]{64}$/.test(random ?? '') || rest.length > 0) return undefined;
  try {
    return matchSchema.parse(JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return undefined;
  }
}

const VERSION = /^v?(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;
const partsOf = (version: string): readonly number[] | undefined =>
  VERSION.exec(version)?.slice(1).map(Number);

/** Names are compared as people write them. */
const plainName = (name: string): string => name.trim().toLowerCase().replace(/^@/, '');

/**
 * The observed build that answers for a client: the version itself, else the nearest patch of the same minor version.
 * A build counts only while its purchase case was run and is not stale.
 */
export function matchFor(
  edition: Edition,
  asked: { readonly client: string; readonly version: string; readonly protocol: FitSubject['protocol'] },
  now: EpochMs,
):
  | {
      readonly match: 'exact' | 'same_minor';
      readonly rows: readonly MatrixRow[];
      readonly subject: FitSubject;
    }
  | undefined {
  const wanted = partsOf(asked.version.trim());
  if (!wanted) return undefined;
  const builds = observedBuilds(edition, asked.client, now).filter(
    ({ protocol }) => protocol === asked.protocol,
  );
  const near = builds
    .map((subject) => ({ subject, parts: partsOf(subject.version) }))
    .filter(({ parts }) => parts !== undefined && parts[0] === wanted[0] && parts[1] === wanted[1])
    .sort(
      (a, b) =>
        Math.abs(a.parts![2]! - wanted[2]!) - Math.abs(b.parts![2]! - wanted[2]!) ||
        b.parts![2]! - a.parts![2]!,
    );
  const [nearest] = near;
  if (!nearest) return undefined;
  return {
    match: nearest.parts![2] === wanted[2] ? 'exact' : 'same_minor',
    subject: nearest.subject,
    rows: rowsOfBuild(edition, nearest.subject, now),
  };
}

/** Builds of a client whose purchase case was run and is not stale. */
export function observedBuilds(edition: Edition, client: string, now: EpochMs): FitSubject[] {
  const name = plainName(client);
  const subjects = edition.compatibilityMatrix
    .filter((row) => row.behaviourId === purchaseCase(row.protocol) && plainName(row.client.name) === name)
    .map(({ client: build, protocol }) => ({ client: build.name, version: build.version, protocol }));
  return subjects.filter((subject) =>
    rowsOfBuild(edition, subject, now).some(
      ({ behaviourId, protocol }) => behaviourId === purchaseCase(protocol),
    ),
  );
}

/** The case without which nothing is known of a build: one purchase. */
export const purchaseCase = (protocol: FitSubject['protocol']): string =>
  protocol === 'mpp' ? 'B42' : 'B01';
