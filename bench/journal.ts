/**
 * Payments per second through the journal, each four durable writes (claimed, settling, settled, delivered), at 1, 32
 * and 512 callers at once, on SQLite and on a PostgreSQL on this machine. Run: `node bench/journal.ts [seconds]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryIn, suiteClaim } from '../src/adapters/journal.suite.ts';
import { sqlJournal } from '../src/adapters/sql/journal.ts';
import { migrate } from '../src/adapters/sql/migrations.ts';
import { openStore } from '../src/adapters/sql/open.ts';
import type { Journal } from '../src/ports.ts';
import { startPostgres } from '../test/postgres/server.ts';

const SECONDS = Number(process.argv[2] ?? 4);
const CALLERS = [1, 32, 512];
const KINDS = ['plain', 'with identifier'] as const;
const bodyDigest = `sha256:${'b'.repeat(64)}`;
const transaction = `0x${'a'.repeat(64)}`;
const authorization = JSON.stringify({ signature: `0x${'c'.repeat(130)}`, nonce: transaction });
const rawTransaction = `0x${'d'.repeat(600)}`;

async function pay(journal: Journal, identified: boolean): Promise<void> {
  const fresh = suiteClaim({ authorization });
  const claimed = await journal.claim(
    identified ? { ...fresh, identifierKey: `identifier of ${fresh.key}` } : fresh,
  );
  const { key, owner, leaseUntil } = entryIn(claimed)!;
  await journal.settling(key, owner, { rawTransaction, transaction, bodyDigest, leaseUntil });
  await journal.settled(key, { transaction, bodyDigest, at: leaseUntil });
  const done = await journal.delivered(key, { at: leaseUntil, bodyDigest });
  if (done?.state !== 'delivered') throw new Error('a payment was not delivered');
}

async function measure(journal: Journal, callers: number, identified: boolean, seconds: number) {
  const times: number[] = [];
  const from = performance.now();
  const until = from + seconds * 1_000;
  const call = async () => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      await pay(journal, identified);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
  const perSecond = Math.round((times.length * 1_000) / (performance.now() - from));
  return {
    'payments/s': perSecond,
    'writes/s': perSecond * 4,
    'p50 ms': quantile(0.5),
    'p99 ms': quantile(0.99),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const server = await startPostgres();
const table: Record<string, object> = {};
try {
  for (const databaseUrl of [undefined, server.url]) {
    const store = await openStore({ databaseUrl, path: join(folder, 'journal.sqlite') }, () =>
      process.exit(1),
    );
    await migrate(store, Date.now());
    const journal = sqlJournal(store);
    await measure(journal, 32, true, 1);
    for (const kind of KINDS) {
      for (const callers of CALLERS) {
        const name = `${store.dialect}, ${callers} callers, ${kind}`;
        table[name] = await measure(journal, callers, kind !== 'plain', SECONDS);
      }
    }
    await store.close();
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
console.table(table);
