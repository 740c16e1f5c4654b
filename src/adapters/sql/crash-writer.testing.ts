/**
 * Writes payments until it is killed, each acknowledged on standard output only after its second write was:
 * `node crash-writer.testing.ts <file> <prefix>`
 */
import { entryIn, suiteClaim } from '../journal.suite.ts';
import { sqlJournal } from './journal.ts';
import { migrate } from './migrations.ts';
import { openSqlite } from './sqlite-store.ts';

const [path, prefix] = process.argv.slice(2);
const store = await openSqlite(path!);
await migrate(store, 1);
const journal = sqlJournal(store);
let written = 0;

for (let caller = 0; caller < 8; caller++) void writeForEver();

async function writeForEver(): Promise<never> {
  for (;;) {
    const key = `${prefix}-${++written}`;
    const entry = entryIn(await journal.claim(suiteClaim({ key })))!;
    await journal.settling(key, entry.owner, { bodyDigest: 'sha256:body', leaseUntil: entry.leaseUntil });
    process.stdout.write(`${key};`);
  }
}
