/**
 * Writes payments and books until it is killed, each acknowledged on standard output only after its second write was:
 * `node crash-writer.testing.ts <file> <prefix>`
 */
import { entryIn, suiteClaim } from '../journal.suite.ts';
import { sqlBooks } from './books.ts';
import { sqlJournal } from './journal.ts';
import { migrate } from './migrations.ts';
import { openSqlite } from './sqlite-store.ts';

const [path, prefix] = process.argv.slice(2);
const store = await openSqlite(path!);
await migrate(store, 1);
const journal = sqlJournal(store);
const books = sqlBooks(store);
let written = 0;

for (let caller = 0; caller < 8; caller++) void writeForEver();

async function writeForEver(): Promise<never> {
  for (;;) {
    const key = `${prefix}-${++written}`;
    const entry = entryIn(await journal.claim(suiteClaim({ key })))!;
    await journal.settling(key, entry.owner, { bodyDigest: 'sha256:body', leaseUntil: entry.leaseUntil });
    process.stdout.write(`${key};`);
    if (written % 4 === 0) continue;
    await journal.settled(key, { transaction: `0x${key}`, bodyDigest: null, at: written });
    await journal.delivered(key, { at: written, bodyDigest: 'sha256:body' });
    if (written % 7 === 0) await books.checkpoint(20, written);
  }
}
