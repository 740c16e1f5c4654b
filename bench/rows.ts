import { KIND } from '../src/accounting/fold.ts';
import { TAGS } from '../src/accounting/sources.ts';
import { EVIDENCE_CLASSES } from '../src/accounting/states.ts';
import type { Store } from '../src/adapters/sql/store.ts';
import { catalogue } from '../src/catalogue.ts';
import { RELEASE } from '../src/release.ts';

/** Journals of any length, by bulk insert. */

const SLICE = 500_000;

/** How many rows of each kind; `booked` ones are in the totals already. */
export interface Journalled {
  readonly booked: number;
  readonly delivered: number;
  readonly settled: number;
  readonly settling: number;
}

const pick = (words: readonly string[], by: number) =>
  `case (i / ${by}) % ${words.length} ${words.map((word, n) => `when ${n} then '${word}'`).join(' ')} end`;

/** Rows `from` to `to` as text that both engines read. Keys are spread as digests are. */
function rows(from: number, to: number, state: string, booked: boolean): string {
  const products = catalogue.products.map(({ id }) => id);
  const done = state === 'delivered';
  const paid = done || state === 'settled';
  const hex = (width: number) => `'sha256:' || substr(mix || '${'0'.repeat(64)}', 1, ${width})`;
  return `insert into payments (key, rail, product, method, network, asset, "payTo", amount, state, fingerprint, "asOf",
    release, revision, "offerDigest", "termsDigest", "bodyDigest", "transaction", evidence, source, reason,
    "authorization", "rawTransaction", "validBefore", owner, "leaseUntil", "createdAt", "settledAt", "deliveredAt", booked)
  select mix || '${'f'.repeat(40)}', 'x402', ${pick(products, 1)}, ${pick(['GET', 'POST'], 2)}, 'eip155:8453',
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    ${pick(['10000', '5000000'], 1)}, '${state}', ${hex(64)}, 1790000000000 + i, '${RELEASE}', '1', ${hex(64)}, ${hex(64)},
    ${hex(64)}, '0x' || substr(mix || '${'0'.repeat(64)}', 1, 64), ${pick(EVIDENCE_CLASSES, 3)}, ${pick(TAGS, 5)}, null,
    null, null, 1790000600, 'bench', 0, 1790000000000 + i, ${paid ? '1790000000000 + i' : 'null'},
    ${done ? '1790000000000 + i' : 'null'}, ${booked ? '1' : 'null'}
  from (select i, ${MIX} as mix from numbers(${from}, ${to})) as made`;
}
let MIX = '';

/** `numbers(a, b)` in the words of each engine. */
function spelled(text: string, dialect: Store['dialect']): string {
  return text.replace(/numbers\((\d+), (\d+)\)/, (_all, a: string, b: string) =>
    dialect === 'sqlite'
      ? `(with recursive n(i) as (select ${a} union all select i + 1 from n where i < ${b}) select i from n)`
      : `generate_series(${a}::bigint, ${b}::bigint) as n(i)`,
  );
}

export type Run = (text: string) => Promise<unknown>;

export async function fill(run: Run, dialect: Store['dialect'], journalled: Journalled): Promise<void> {
  MIX =
    dialect === 'sqlite'
      ? "printf('%08x%016x', (i * 2654435761) % 4294967296, i)"
      : "lpad(to_hex((i * 2654435761) % 4294967296), 8, '0') || lpad(to_hex(i), 16, '0')";
  let at = 0;
  const add = async (count: number, state: string, booked: boolean) => {
    for (const end = at + count; at < end; at += Math.min(SLICE, end - at))
      await run(spelled(rows(at, Math.min(at + SLICE, end) - 1, state, booked), dialect));
  };
  await add(journalled.booked, 'delivered', true);
  const kind = KIND.join(', ');
  await run(
    `insert into totals (${kind}, n) select ${kind}, count(*) from payments where booked is not null group by ${kind}`,
  );
  await add(journalled.delivered, 'delivered', false);
  await add(journalled.settled, 'settled', false);
  await add(journalled.settling, 'settling', false);
  await run('analyze');
}
