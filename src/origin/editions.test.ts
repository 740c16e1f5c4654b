import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { shippedEditions } from '../adapters/edition-files.ts';
import { memoryEditionRows } from '../adapters/editions.testing.ts';
import { editionShelf } from '../adapters/editions.ts';
import { openSigningKeys, verifierOf } from '../adapters/signing-keys.ts';
import { catalogue } from '../catalogue.ts';
import { RECORDS, writeRecord, writeRun } from '../lab/records.ts';
import { editionIn, whyNotCurrent } from '../ledger/freshness.ts';
import { sampleRecords } from '../ledger/testing.ts';
import { verifyChain } from '../ledger/verify.ts';
import { DAY_MS } from '../values/time.ts';
import { type EditionSource, publishFrom, publishKept, refreshEdition } from './editions.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function sourceAt(
  now: number,
  dataDir = mkdtempSync(join(tmpdir(), 'assay-source-')),
  host = 'http://127.0.0.1:4021',
) {
  folders.push(dataDir);
  const keys = openSigningKeys(join(dataDir, 'keys.json'), host, { create: true, now: 0 });
  const time = { now };
  const clock = { now: () => time.now, sleep: async () => {} };
  const reports: unknown[] = [];
  const source: EditionSource = {
    shelf: editionShelf(memoryEditionRows(), keys.signer.verify, clock),
    signer: keys.signer,
    verifyOwn: verifierOf(keys.jwks),
    products: catalogue.products,
    dataDir,
    clock,
    report: (_where, error) => void reports.push(error),
  };
  return { source, time, reports, dataDir };
}

function writeLab(folder: string, now: number): void {
  const records = sampleRecords(now);
  for (const record of records) writeRecord(folder, record);
  const at = new Date(now).toISOString();
  const runtime = { name: 'node', version: '24', os: 'linux' };
  writeRun(
    folder,
    {
      labVersion: '1.0',
      runtime,
      lockDigest: `sha256:${'0'.repeat(64)}`,
      clock: 0,
      startedAt: at,
      finishedAt: at,
    },
    records,
  );
}

/** A lab that is over at once, with this exit code. */
const over = (code: number): ChildProcess =>
  spawn(process.execPath, ['-e', `process.exit(${code})`], { detached: true });
const shippedAt = Date.parse(
  (JSON.parse(shippedEditions().editions.at(-1)!.text) as { generatedAt: string }).generatedAt,
);
const LATER = shippedAt + 30 * DAY_MS;

describe('editions at hand', () => {
  it('came with the release, hold under the published key, and form a chain', async () => {
    const { editions, verify } = shippedEditions();
    expect(
      await verifyChain(
        editions.map(({ text }) => text),
        verify,
        { fromGenesis: true },
      ),
    ).toMatchObject({ ok: true });
    // Each was listed when its content was verified: a start does not do it again.
    expect(editions.map(({ verified }) => verified)).toEqual(editions.map(() => true));
  });

  it('are verified whole where a file is not the one that was listed', async () => {
    const { source, reports, dataDir } = sourceAt(shippedAt + 1);
    const folder = join(dataDir, 'shipped');
    cpSync(fileURLToPath(new URL('../../data/ledger/editions', import.meta.url)), folder, {
      recursive: true,
    });
    const [first] = shippedEditions(folder).editions;
    const changed = first!.text.replace(/("observed":\s*")\w/, '$1#');
    expect(changed).not.toBe(first!.text);
    writeFileSync(join(folder, first!.file), changed);
    const shipped = shippedEditions(folder);
    expect(shipped.editions[0]!.verified).toBe(false);
    await publishKept(source, shipped);
    expect(String(reports[0])).toMatch(first!.file);
  });

  it('are published with the key of this service, and are current for seven days', async () => {
    const { source, time, reports } = sourceAt(shippedAt + 1);
    await publishKept(source);
    expect(reports).toEqual([]);
    const latest = await source.shelf.latest();
    expect(whyNotCurrent(latest, time.now)).toBeUndefined();
    expect(whyNotCurrent(latest, shippedAt + 7 * DAY_MS - 1)).toBeUndefined();
    expect(whyNotCurrent(latest, shippedAt + 7 * DAY_MS)).toBe('expired');
  });

  it('include what was built here before, under whatever address', async () => {
    const first = sourceAt(LATER);
    await publishKept(first.source);
    writeLab(join(first.dataDir, 'lab'), LATER);
    await publishFrom(join(first.dataDir, 'lab'), first.source);
    const digest = (await first.source.shelf.latest())!.digest;
    expect(readdirSync(join(first.dataDir, 'editions'))).toHaveLength(1);

    const again = sourceAt(LATER + 1, first.dataDir, 'http://127.0.0.1:9999');
    await publishKept(again.source);
    expect(again.reports).toEqual([]);
    expect(await again.source.shelf.latest()).toMatchObject({ digest });
  });
});

describe('a sandbox without a current edition', () => {
  it('runs the lab and publishes what it observed, after the one that ran out', async () => {
    const { source, time } = sourceAt(LATER);
    await publishKept(source);
    const before = (await source.shelf.latest())!.digest;
    await refreshEdition(source, (folder) => {
      writeLab(folder, LATER);
      return over(0);
    }).done;
    time.now += 1_000;
    const latest = await source.shelf.latest();
    if (latest?.fault !== undefined || !latest) throw new Error('nothing was published');
    expect(whyNotCurrent(latest, time.now)).toBeUndefined();
    expect(editionIn(latest).previousDigest).toBe(before);
  });

  it('leaves alone what `assay lab run` wrote into the same DATA_DIR', async () => {
    const { source, dataDir, reports } = sourceAt(LATER);
    const theirs = join(dataDir, basename(RECORDS));
    writeLab(theirs, shippedAt);
    const run = readFileSync(join(theirs, 'run.json'), 'utf8');
    await refreshEdition(source, (folder) => {
      writeLab(folder, LATER);
      return over(0);
    }).done;
    expect(reports).toEqual([]);
    expect(readFileSync(join(theirs, 'run.json'), 'utf8')).toBe(run);
  });

  it('takes a run in which some case could not be observed', async () => {
    const { source, time } = sourceAt(LATER);
    await refreshEdition(source, (folder) => {
      writeLab(folder, LATER);
      return over(1);
    }).done;
    time.now += 1_000;
    expect(whyNotCurrent(await source.shelf.latest(), time.now)).toBeUndefined();
  });

  it.each([
    ['the lab broke down', () => over(7), /exit code 7/],
    ['the lab wrote nothing', () => over(0), /holds no finished run/],
  ])('goes on selling everything else when %s', async (_name, runLab, says) => {
    const { source, reports } = sourceAt(LATER);
    await refreshEdition(source, runLab).done;
    expect(await source.shelf.latest()).toBeUndefined();
    expect(String(reports[0])).toMatch(says);
  });

  it('runs no lab while an edition is current', async () => {
    const { source } = sourceAt(shippedAt + 1);
    await publishKept(source);
    await refreshEdition(source, () => {
      throw new Error('nobody may start it');
    }).done;
  });

  it('ends the lab when it is told to stop', async () => {
    const { source, reports } = sourceAt(LATER);
    let child: ChildProcess | undefined;
    const started = new Promise<void>((resolve) => {
      const refresh = refreshEdition(source, () => {
        child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
        child.once('spawn', () => {
          refresh.stop();
          resolve(refresh.done);
        });
        return child;
      });
    });
    await started;
    expect(child!.signalCode).toBe('SIGTERM');
    expect(reports).toEqual([]);
  });
});
