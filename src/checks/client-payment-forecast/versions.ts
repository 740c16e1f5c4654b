/** A released version, as `major.minor.patch`. Pre-releases and builds are not releases that anybody ran here. */
export type Version = readonly [major: number, minor: number, patch: number];

const PLAIN = /^v?(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$/;

export function parseVersion(text: string): Version | undefined {
  const parts = PLAIN.exec(text.trim());
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined;
}

/** A version as we write it; null: no plain release, and then nothing of it is said again. */
export const plainVersion = (text: string | null): string | null =>
  (text === null ? undefined : parseVersion(text))?.join('.') ?? null;

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/**
 * A range of our tables: `2.27.0` is that version, `2.23.0 - 2.26.x` is from the one through every patch of the other.
 * Throws on one that cannot be read.
 */
function boundsOf(range: string): Range {
  const [from, through = from] = range.split(' - ');
  const low = parseVersion(from!);
  const high = parseVersion(through!.replace(/\.x$/, '.999999'));
  if (low === undefined || high === undefined) throw new RangeError(`not a version range: ${range}`);
  return [low, high];
}

/** Releases from the first through the second. */
export type Range = readonly [low: Version, high: Version];

const LAST = 999_999;
const PART = '(0|[1-9][0-9]{0,5})';
const RANGE = new RegExp(`^([\\^~]|>=)?\\s*v?${PART}(?:\\.(?:${PART}|x|\\*))?(?:\\.(?:${PART}|x|\\*))?$`);

/** What a manifest asks for, as npm reads it: `^2.27.0`, `~2.23`, `2.x`, `>=2.0.0`, `*`. Undefined: another form, or a tag. */
export function parseRange(text: string): Range | undefined {
  const asked = text.trim();
  if (asked === '*')
    return [
      [0, 0, 0],
      [LAST, LAST, LAST],
    ];
  const parts = RANGE.exec(asked);
  if (!parts) return undefined;
  const [, sign, ...rest] = parts;
  const [major, minor, patch] = rest.map((part) => (part === undefined ? undefined : Number(part)));
  if (minor === undefined && patch !== undefined) return undefined;
  const low: Version = [major!, minor ?? 0, patch ?? 0];
  if (sign === '>=') return [low, [LAST, LAST, LAST]];
  // A caret keeps the first part that is not 0; a tilde, or a part left out, the parts before it.
  if (minor === undefined || (sign === '^' && major! > 0)) return [low, [major!, LAST, LAST]];
  if (patch === undefined || sign === '~' || (sign === '^' && minor > 0)) return [low, [major!, minor, LAST]];
  return [low, low];
}

/** Whether a range of ours has a version of the other one. */
export function overlaps([low, high]: Range, ours: string): boolean {
  const [from, through] = boundsOf(ours);
  return compare(low, through) <= 0 && compare(from, high) <= 0;
}

/** How far a version lies from a range of ours; smaller is nearer. */
export function distance(version: Version, ours: string): number {
  const [from, through] = boundsOf(ours);
  const edge = compare(version, from) < 0 ? from : through;
  return Math.abs(onLine(version) - onLine(edge));
}

const onLine = ([major, minor, patch]: Version): number => major * 1e12 + minor * 1e6 + patch;
