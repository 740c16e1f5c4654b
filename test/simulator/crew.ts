import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { runnable } from '../shared/index.ts';
import { add, type Campaign, type CampaignOptions, nothingYet } from './campaign.ts';
import type { FaultPoint } from './faults.ts';

/** A campaign on several threads. A run depends on its seed only, so that it does not matter which thread makes it. */

const WORKER = fileURLToPath(new URL('./crew-worker.ts', import.meta.url));
/** Seeds that a thread takes at a time: small, so that all end together. */
const SHARE = 5;
/** A run leaves little behind: with room for many of them their garbage is never looked at twice. */
const YOUNG_MB = 64;

/** What a thread is asked for; what it answers is a {@link Campaign}. No code crosses: a thread runs the real one. */
export type Share = Omit<CampaignOptions, 'code' | 'mutate' | 'stopAfter'>;

export interface CrewOptions extends Share {
  readonly threads: number;
  /** No new shares are begun after so many runs with violations. */
  readonly stopAfter?: number | undefined;
  readonly onShare?: ((soFar: Campaign) => void) | undefined;
}

/** Runs every seed once for each point. Failures come in the order of their seeds. Throws when a thread dies. */
export async function crewCampaign({
  threads,
  stopAfter = Number.POSITIVE_INFINITY,
  onShare,
  ...plan
}: CrewOptions): Promise<Campaign> {
  const { from, seeds, points } = plan;
  const total = nothingYet();
  let next = from;
  const share = (): Share | undefined => {
    if (next >= from + seeds || total.failures.length >= stopAfter) return undefined;
    const taken = { ...plan, from: next, seeds: Math.min(SHARE, from + seeds - next) };
    next += taken.seeds;
    return taken;
  };
  const work = async () => {
    const worker = new Worker(await runnable(WORKER), {
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    try {
      for (let mine = share(); mine; mine = share()) {
        add(total, await done(worker, mine));
        onShare?.(total);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  const place = (point: FaultPoint | undefined) => points.indexOf(point);
  total.failures.sort((a, b) => a.seed - b.seed || place(a.point) - place(b.point));
  return total;
}

function done(worker: Worker, share: Share): Promise<Campaign> {
  return new Promise((resolve, reject) => {
    worker.once('message', (campaign: Campaign) => {
      worker.off('error', reject);
      resolve(campaign);
    });
    worker.once('error', reject);
    worker.postMessage(share);
  });
}
