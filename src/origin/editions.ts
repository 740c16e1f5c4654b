import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  editionFileName,
  readEditions,
  readRecords,
  readReported,
  shippedEditions,
  writeEdition,
} from '../adapters/edition-files.ts';
import type { EditionShelf } from '../adapters/editions.ts';
import type { Product } from '../declare.ts';
import { buildEdition } from '../ledger/build.ts';
import { editionIn, whyNotCurrent } from '../ledger/freshness.ts';
import { routePrices } from '../ledger/routes.ts';
import type { Edition } from '../ledger/schema.ts';
import { signEdition, type VerifyJws, verifyEdition, verifySignature } from '../ledger/verify.ts';
import type { Clock, Signer } from '../ports.ts';
import { RELEASE } from '../release.ts';
import { Failure } from '../values/failure.ts';

/**
 * Where a sandbox gets its editions from: the ones that came with the release, the ones that it built before, and, when
 * none of them is current, the lab. Production publishes only what an operator tells it to.
 */

export interface EditionSource {
  readonly shelf: EditionShelf;
  readonly signer: Signer;
  /** Our own keys, under whatever host they signed. */
  readonly verifyOwn: VerifyJws;
  /** What this service sells, by the ways that it can be paid. */
  readonly products: readonly Product[];
  readonly dataDir: string;
  readonly clock: Clock;
  readonly report: (where: string, error: unknown) => void;
}

const folderOf = (dataDir: string): string => join(dataDir, 'editions');
/** Made and removed here, so it is not the folder of `assay lab run`, whose records are somebody's. */
const labOf = (dataDir: string): string => join(dataDir, 'sandbox-lab');

/** Puts every edition that is at hand on the shelf, in order, signed with the key that this service publishes. */
export async function publishKept(source: EditionSource, shipped = shippedEditions()): Promise<void> {
  const found = [
    ...shipped.editions.map((each) => ({ ...each, verify: shipped.verify })),
    ...readEditions(folderOf(source.dataDir)).map((each) => ({
      ...each,
      ...{ verified: false, verify: source.verifyOwn },
    })),
  ];
  for (const { file, text, verified, verify } of found) {
    // Each start finds them again, and to verify one takes a fifth of a start.
    if (await source.shelf.holds(digestIn(text))) continue;
    const verdict = verified
      ? await verifySignature(JSON.parse(text) as Edition, verify)
      : await verifyEdition(text, verify);
    const outcome = verdict.ok
      ? await source.shelf.publishSigned(await signEdition(verdict.edition, source.signer))
      : { kind: 'refused' as const, detail: verdict.detail };
    if (outcome.kind === 'refused')
      source.report('editions', new Failure(`${file}: ${outcome.detail}`, 'KEPT_EDITION_REFUSED'));
  }
}

/** What a text says its content digest is; empty for what is no edition. */
function digestIn(text: string): string {
  return /"contentDigest":\s*"(sha256:[0-9a-f]{64})"/.exec(text)?.[1] ?? '';
}

/** Builds an edition from lab records, keeps it as a file and publishes it. */
export async function publishFrom(records: string, source: EditionSource): Promise<void> {
  const { shelf, signer, products, dataDir, clock } = source;
  const latest = await shelf.latest();
  const previous = latest && latest.fault === undefined ? editionIn(latest) : undefined;
  const options = { release: RELEASE, now: clock.now(), routes: routePrices(products) };
  const edition = await signEdition(
    buildEdition(readRecords(records), readReported(), previous, options),
    signer,
  );
  const text = JSON.stringify(edition);
  const outcome = await shelf.publish(text);
  if (outcome.kind === 'refused') throw new Failure(outcome.detail, 'EDITION_REFUSED');
  writeEdition(join(folderOf(dataDir), editionFileName(edition)), text);
}

const COMMAND = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));

export interface Refresh {
  /** Resolves when an edition is current, or when there will be none. */
  readonly done: Promise<void>;
  stop(): void;
}

/** Runs the lab at the lowest priority while everything else is already sold, and publishes what it observed. */
export function refreshEdition(
  source: EditionSource,
  runLab: (folder: string) => ChildProcess = startLab,
): Refresh {
  let child: ChildProcess | undefined;
  let stopped = false;
  const work = async () => {
    const latest = await source.shelf.latest();
    if (stopped || whyNotCurrent(latest, source.clock.now()) === undefined) return;
    const folder = labOf(source.dataDir);
    rmSync(folder, { recursive: true, force: true });
    child = runLab(folder);
    const code = await new Promise<number | null>((resolve, reject) => {
      child!.once('exit', resolve).once('error', reject);
    });
    if (stopped) return;
    // 1: some case could not be observed. Its record says so, and it counts for nothing.
    if (code !== 0 && code !== 1)
      throw new Failure(`the lab ended with exit code ${code}`, `LAB_EXIT_${code}`);
    await publishFrom(folder, source);
  };
  return {
    done: work().catch((error: unknown) => source.report('editions', error)),
    stop: () => {
      stopped = true;
      // The lab has processes of its own: it and they are one group.
      if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null)
        try {
          process.kill(-child.pid, 'SIGTERM');
        } catch {
          child.kill('SIGTERM');
        }
    },
  };
}

function startLab(folder: string): ChildProcess {
  const child = spawn(process.execPath, [COMMAND, 'lab', 'run', '--current', '--out', folder], {
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return child;
}
