import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shippedEditions } from '../adapters/edition-files.ts';
import { type EditionShelf, editionShelf } from '../adapters/editions.ts';
import { openSigningKeys, type SigningKeys, verifierOf } from '../adapters/signing-keys.ts';
import { sqlEditionRows } from '../adapters/sql/editions.ts';
import { migrate } from '../adapters/sql/migrations.ts';
import { openStore } from '../adapters/sql/open.ts';
import { type Config, readConfig } from '../origin/config.ts';
import { Unreadable } from './reading.ts';

/** The shelf of this configuration, with the keys that sign what is put on it. */

export function settings(): { readonly config: Config; readonly keys: SigningKeys } {
  const { config, faults } = readConfig(process.env);
  const wrong = faults.filter(({ variable }) => variable === 'PUBLIC_URL' || variable === 'DATABASE_URL');
  if (wrong.length > 0)
    throw new Unreadable(wrong.map((each) => `${each.variable} ${each.message}`).join('\n'));
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const create = config.mode === 'sandbox';
  return { config, keys: openSigningKeys(config.signingKeysFile, publicUrl, { create, now: Date.now() }) };
}

/** Keys of this configuration, if it has any yet, and those of the editions that came with the release. */
export function ownAndShipped(keys?: SigningKeys) {
  const { config } = readConfig(process.env);
  const own = keys ?? (existsSync(config.signingKeysFile) ? settings().keys : undefined);
  const verifyOwn = verifierOf(own?.jwks ?? { keys: [] });
  const { verify } = shippedEditions();
  return async (jws: string) => (await verifyOwn(jws)) ?? verify(jws);
}

export async function withShelf<T>(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  keys: SigningKeys,
  work: (shelf: EditionShelf) => Promise<T>,
): Promise<T> {
  const store = await openStore(
    { databaseUrl: config.databaseUrl, path: join(config.dataDir, 'journal.sqlite') },
    (error) => {
      throw error;
    },
  );
  try {
    await migrate(store, Date.now());
    return await work(editionShelf(sqlEditionRows(store, Date.now), keys.signer.verify, { now: Date.now }));
  } finally {
    await store.close();
  }
}
