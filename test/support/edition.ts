import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { editionFileName, shippedEditions, writeEdition } from '../../src/adapters/edition-files.ts';
import { openSigningKeys } from '../../src/adapters/signing-keys.ts';
import { currentUntil } from '../../src/ledger/freshness.ts';
import type { Edition } from '../../src/ledger/schema.ts';
import { sampleEdition } from '../../src/ledger/testing.ts';
import { signEdition } from '../../src/ledger/verify.ts';

/**
 * Puts an edition that is current now into a data folder, before its service starts for the first time: the one that
 * came with the release runs out after a week, and a test must not.
 */
export async function shelveEdition(
  dataDir: string,
  keysFile = join(dataDir, 'signing-keys.json'),
  publicUrl = 'http://127.0.0.1',
): Promise<void> {
  const now = Date.now();
  const keys = openSigningKeys(keysFile, publicUrl, { create: true, now });
  const shipped = shippedEditions().editions.at(-1);
  const previous = shipped && (JSON.parse(shipped.text) as Edition);
  const edition = await signEdition(sampleEdition(now, previous), keys.signer);
  writeEdition(join(dataDir, 'editions', editionFileName(edition)), JSON.stringify(edition));
}

/** No run of tests takes as long. */
const LEFT_MS = 3_600_000;

/** As above, for a sandbox that would begin with the release's edition, where that one has run out. */
export async function shelveIfOutdated(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const { DATA_DIR: dataDir, ASSAY_MODE: mode, SIGNING_KEYS_FILE: keysFile } = env;
  const shipped = shippedEditions().editions.at(-1);
  const until = shipped && currentUntil(JSON.parse(shipped.text) as Edition);
  if (until !== undefined && Date.now() + LEFT_MS < until) return;
  if (dataDir === undefined || mode === 'production' || existsSync(join(dataDir, 'editions'))) return;
  await shelveEdition(dataDir, keysFile);
}
