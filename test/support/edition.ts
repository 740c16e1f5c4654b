import { join } from 'node:path';
import { editionFileName, shippedEditions, writeEdition } from '../../src/adapters/edition-files.ts';
import { openSigningKeys } from '../../src/adapters/signing-keys.ts';
import type { Edition } from '../../src/ledger/schema.ts';
import { sampleEdition } from '../../src/ledger/testing.ts';
import { signEdition } from '../../src/ledger/verify.ts';

/**
 * Puts an edition that is current now into a data folder, before its service starts for the first time: the one that
 * came with the release runs out after a week, and a test must not.
 */
export async function shelveEdition(dataDir: string): Promise<void> {
  const now = Date.now();
  const keys = openSigningKeys(join(dataDir, 'signing-keys.json'), 'http://127.0.0.1', { create: true, now });
  const shipped = shippedEditions().editions.at(-1);
  const previous = shipped && (JSON.parse(shipped.text) as Edition);
  const edition = await signEdition(sampleEdition(now, previous), keys.signer);
  writeEdition(join(dataDir, 'editions', editionFileName(edition)), JSON.stringify(edition));
}
