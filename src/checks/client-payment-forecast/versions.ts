/** A released version, as `major.minor.patch`. Pre-releases and builds are not releases that anybody ran here. */
export type Version = readonly [major: number, minor: number, patch: number];

const PLAIN = /^v?(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$/;

export function parseVersion(text: string): Version | undefined {
  const parts = PLAIN.exec(text.trim());
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined;
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/**
 * Whether a version lies in a range: `2.27.0` is that version, `2.23.0 - 2.26.x` is from the one through every patch
 * of the other. Throws on a range that cannot be read: ranges are ours.
 */
export function inRange(version: Version, range: string): boolean {
  const [from, through = from] = range.split(' - ');
  const low = parseVersion(from!);
  const high = parseVersion(through!.replace(/\.x$/, '.999999'));
  if (low === undefined || high === undefined) throw new RangeError(`not a version range: ${range}`);
  return compare(version, low) >= 0 && compare(version, high) <= 0;
}
