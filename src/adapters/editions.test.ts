import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { contentDigestOf } from '../ledger/build.ts';
import { whyNotCurrent } from '../ledger/freshness.ts';
import type { Edition } from '../ledger/schema.ts';
import { SAMPLE_NOW, sampleEdition } from '../ledger/testing.ts';
import { signEdition } from '../ledger/verify.ts';
import { DAY_MS } from '../values/time.ts';
import { memoryEditionRows } from './editions.testing.ts';
import { type EditionRows, editionShelf } from './editions.ts';
import { openSigningKeys } from './signing-keys.ts';
import { sqlEditionRows } from './sql/editions.ts';
import { migrate } from './sql/migrations.ts';
import { openSqlite } from './sql/sqlite-store.ts';

const opened: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-editions-'));
  opened.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

const signerOf = () =>
  openSigningKeys(join(temporaryFolder(), 'keys.json'), 'https://api.example', { create: true, now: 0 })
    .signer;

async function sqlRows(): Promise<EditionRows> {
  const store = await openSqlite(join(temporaryFolder(), 'journal.sqlite'));
  opened.push(() => store.close());
  await migrate(store, 1);
  return sqlEditionRows(store, () => SAMPLE_NOW);
}

describe.each([
  ['memory', async () => memoryEditionRows()],
  ['SQLite', sqlRows],
])('editions in %s', (_name, openRows) => {
  async function shelfAndMore() {
    const signer = signerOf();
    const rows = await openRows();
    const time = { now: SAMPLE_NOW };
    const clock = { now: () => time.now };
    const shelf = editionShelf(rows, signer.verify, clock);
    const make = async (now: number, previous?: Edition) => signEdition(sampleEdition(now, previous), signer);
    return { signer, rows, time, clock, shelf, make };
  }

  it('are there by digest, and the newest one by itself', async () => {
    const { shelf, make } = await shelfAndMore();
    expect(await shelf.latest()).toBeUndefined();
    const first = await make(SAMPLE_NOW);
    const second = await make(SAMPLE_NOW + DAY_MS, first);
    for (const [edition, digest] of [first, second].map((each) => [each, each.contentDigest] as const)) {
      expect(await shelf.publish(JSON.stringify(edition))).toEqual({ kind: 'published', digest });
      expect(await shelf.latest()).toMatchObject({
        digest,
        text: JSON.stringify(edition),
        document: edition,
      });
    }
    expect(await shelf.get(first.contentDigest)).toMatchObject({ document: first });
    expect(await shelf.get('sha256:none')).toBeUndefined();
    expect(await shelf.publish(JSON.stringify(first))).toEqual({
      kind: 'known',
      digest: first.contentDigest,
    });
  });

  it('are handed out frozen, and the same object every time', async () => {
    const { shelf, make } = await shelfAndMore();
    await shelf.publish(JSON.stringify(await make(SAMPLE_NOW)));
    const [one, other] = [await shelf.latest(), await shelf.latest()];
    if (one?.fault !== undefined || other?.fault !== undefined || !one || !other)
      throw new Error('no edition');
    expect(one.document).toBe(other.document);
    const { compatibilityMatrix } = one.document as Edition;
    expect([Object.isFrozen(one.document), Object.isFrozen(compatibilityMatrix[0]!.client)]).toEqual([
      true,
      true,
    ]);
  });

  it('take nothing that is not signed here, or that follows another edition', async () => {
    const { shelf, make } = await shelfAndMore();
    const first = await make(SAMPLE_NOW);
    const stranger = await signEdition(sampleEdition(SAMPLE_NOW), signerOf());
    expect(await shelf.publish(JSON.stringify(stranger))).toMatchObject({ kind: 'refused' });
    expect(await shelf.publishSigned(stranger)).toMatchObject({ kind: 'refused' });
    const relabelled = { ...first, rowsCount: first.rowsCount + 1 };
    expect(await shelf.publishSigned(relabelled)).toMatchObject({ kind: 'refused' });
    await shelf.publish(JSON.stringify(first));
    const fork = await make(SAMPLE_NOW + DAY_MS);
    expect(await shelf.publish(JSON.stringify(fork))).toMatchObject({
      kind: 'refused',
      detail: expect.stringContaining('previousDigest'),
    });
    expect(await shelf.publish('{}')).toMatchObject({ kind: 'refused' });
    expect(await shelf.latest()).toMatchObject({ digest: first.contentDigest });
  });

  it('are published by one of two nodes', async () => {
    const { rows, signer, clock, make } = await shelfAndMore();
    const nodes = [editionShelf(rows, signer.verify, clock), editionShelf(rows, signer.verify, clock)];
    const rivals = await Promise.all([make(SAMPLE_NOW), make(SAMPLE_NOW + 1)]);
    const outcomes = await Promise.all(nodes.map((node, i) => node.publish(JSON.stringify(rivals[i]))));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['published', 'refused']);
  });

  it('are seen by another node within a second', async () => {
    const { rows, signer, clock, time, shelf, make } = await shelfAndMore();
    const other = editionShelf(rows, signer.verify, clock);
    expect(await other.latest()).toBeUndefined();
    const edition = await make(SAMPLE_NOW);
    await shelf.publish(JSON.stringify(edition));
    time.now += 1_000;
    expect(await other.latest()).toMatchObject({ digest: edition.contentDigest });
  });

  it('that were changed at rest are not current, and are not handed out', async () => {
    const { rows, signer, clock, make } = await shelfAndMore();
    const edition = await make(SAMPLE_NOW);
    const { contentDigest: digest, previousDigest } = edition;
    const generatedAt = SAMPLE_NOW;
    const text = JSON.stringify(edition).replace('B01 was observed', 'B01 was improved');
    await rows.add({ digest, previousDigest, generatedAt, text });
    const latest = await editionShelf(rows, signer.verify, clock).latest();
    expect(latest).toEqual({ digest, fault: 'digest_mismatch' });
    expect(await editionShelf(rows, signer.verify, clock).get(digest)).toEqual(latest);
    expect(whyNotCurrent(latest, SAMPLE_NOW)).toBe('digest_mismatch');
  });

  it('that were sold are handed out by digest though a release of today would not publish them', async () => {
    const { rows, signer, clock, make } = await shelfAndMore();
    const {
      signature: _signature,
      contentDigest: _digest,
      routes: _routes,
      ...older
    } = await make(SAMPLE_NOW);
    const digest = contentDigestOf(older);
    const text = JSON.stringify({ ...older, contentDigest: digest });
    await rows.add({ digest, previousDigest: older.previousDigest, generatedAt: SAMPLE_NOW, text });
    const shelf = editionShelf(rows, signer.verify, clock);
    expect(await shelf.latest()).toMatchObject({ digest, fault: 'digest_mismatch' });
    const sold = await shelf.get(digest);
    expect(sold).toEqual({ digest, text, document: JSON.parse(text) });
    expect(await shelf.get(digest)).toBe(sold);
    // It is still no edition to sell.
    expect(await shelf.latest()).toMatchObject({ fault: 'digest_mismatch' });
  });

  it('of a key that is not ours any more are not current', async () => {
    const { rows, clock, make } = await shelfAndMore();
    const edition = await make(SAMPLE_NOW);
    const { contentDigest: digest, previousDigest } = edition;
    await rows.add({ digest, previousDigest, generatedAt: SAMPLE_NOW, text: JSON.stringify(edition) });
    const latest = await editionShelf(rows, signerOf().verify, clock).latest();
    expect(whyNotCurrent(latest, SAMPLE_NOW)).toBe('signature_invalid');
  });
});
