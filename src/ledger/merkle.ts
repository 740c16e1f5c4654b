import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils';
import { canonicalJson, type Digest, sha256Hex, utf8 } from '../values/digest.ts';

/**
 * A hash tree over the rows of an edition (RFC 9162 §2.1, SHA-256; a leaf is the row's RFC 8785 form). Whoever holds
 * the signed root can check that one row belongs to an edition without having the others.
 */

/** Where a row stands among `leaves` rows, and the sibling hashes from the leaf up. */
export interface InclusionProof {
  readonly index: number;
  readonly leaves: number;
  readonly path: readonly Digest[];
}

export interface Tree {
  readonly root: Digest;
  readonly leaves: number;
  proof(index: number): InclusionProof;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

const sha256 = (bytes: Uint8Array): Uint8Array => hexToBytes(sha256Hex(bytes));
const leafHash = (row: unknown): Uint8Array => sha256(concatBytes(LEAF, utf8(canonicalJson(row))));
const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concatBytes(NODE, left, right));
const digestOf = (hash: Uint8Array): Digest => `sha256:${bytesToHex(hash)}`;
const hashIn = (digest: string): Uint8Array => hexToBytes(digest.slice('sha256:'.length));

/** The largest power of two below `n`: where RFC 9162 splits a tree of `n` leaves. */
const splitOf = (n: number): number => 2 ** (31 - Math.clz32(n - 1));

export function treeOf(rows: readonly unknown[]): Tree {
  const hashes = rows.map(leafHash);
  const known = new Map<number, Uint8Array>();
  const top = (from: number, to: number): Uint8Array => {
    if (to - from === 0) return sha256(new Uint8Array());
    if (to - from === 1) return hashes[from]!;
    const key = from * (hashes.length + 1) + to;
    const seen = known.get(key);
    if (seen) return seen;
    const middle = from + splitOf(to - from);
    const made = nodeHash(top(from, middle), top(middle, to));
    known.set(key, made);
    return made;
  };
  const path = (index: number, from: number, to: number): Digest[] => {
    if (to - from <= 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...path(index, from, middle), digestOf(top(middle, to))]
      : [...path(index, middle, to), digestOf(top(from, middle))];
  };
  return {
    root: digestOf(top(0, hashes.length)),
    leaves: hashes.length,
    proof: (index) => ({ index, leaves: hashes.length, path: path(index, 0, hashes.length) }),
  };
}

/** Whether `row` is the row that `proof` places under `root` (RFC 9162 §2.1.3.2). */
export function includes(root: string, row: unknown, { index, leaves, path }: InclusionProof): boolean {
  if (index >= leaves) return false;
  let hash = leafHash(row);
  let [at, last] = [index, leaves - 1];
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(hashIn(sibling), hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else hash = nodeHash(hash, hashIn(sibling));
    [at, last] = [at >> 1, last >> 1];
  }
  return last === 0 && digestOf(hash) === root;
}
