import type { CaseRecord } from '../ledger/evidence.ts';
import { digestJson } from '../values/digest.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { type Bench, type LabCase, openBench, whyOtherTransport } from './bench.ts';
import { BUILDS } from './builds.ts';
import { LAB_FIXES } from './fixes.ts';
import { lockDigest } from './lock.ts';
import { type RunSummary, writeRecord, writeRun } from './records.ts';
import { LAB_EPOCH, LAB_VERSION } from './terms.ts';

export interface RunOptions {
  /** Ids of builds and behaviours; empty or absent: all. */
  readonly clients?: readonly string[];
  readonly behaviours?: readonly string[];
  /** Folder for the records. */
  readonly out: string;
  /** Benches that work side by side. */
  readonly benches?: number;
  readonly now: () => number;
  readonly onRecord?: (record: CaseRecord, done: number, total: number) => void;
}

export interface Run {
  readonly records: readonly CaseRecord[];
  readonly summary: RunSummary;
}

/** Fixes that change the runtime come last: each needs a process of its own. */
const REMEDIES = [...LAB_FIXES].sort(
  (a, b) => Number(a.ask.nodeOption !== undefined) - Number(b.ask.nodeOption !== undefined),
);

/** Every question to every build, then every fix with its control: cases of one build stand together, so that its process is started once. */
export function planCases({
  clients = [],
  behaviours = [],
}: Pick<RunOptions, 'clients' | 'behaviours'>): readonly LabCase[] {
  const wanted = (list: readonly string[], id: string) => list.length === 0 || list.includes(id);
  const rows = BEHAVIOURS.filter((row) => wanted(behaviours, row.id));
  return BUILDS.filter((build) => wanted(clients, build.id)).flatMap((build) => [
    // A question of another transport is none: an edition holds no row for it.
    ...rows
      .filter((row) => whyOtherTransport(build, row) === undefined)
      .map((row) => ({ build, row, fix: null })),
    ...REMEDIES.filter((fix) => fix.builds.includes(build.id)).flatMap((fix) =>
      rows
        .filter((row) => row.id === fix.behaviourId || row.id === fix.control)
        .map((row) => ({ build, row, fix })),
    ),
  ]);
}

/** Runs the plan and writes a record for each case. Throws when a client does not load or a chain does not start. */
export async function runLab(options: RunOptions): Promise<Run> {
  const cases = planCases(options);
  const iso = () => new Date(options.now()).toISOString();
  const startedAt = iso();
  const records: CaseRecord[] = [];
  await runCases(cases, options, (_, record) => {
    writeRecord(options.out, record);
    records.push(record);
    options.onRecord?.(record, records.length, cases.length);
  });
  const summary = writeRun(
    options.out,
    {
      labVersion: LAB_VERSION,
      runtime: { name: 'node', version: process.versions.node, os: process.platform },
      lockDigest: digestJson(BUILDS.map((build) => [build.id, lockDigest(build)])),
      clock: LAB_EPOCH,
      startedAt,
      finishedAt: iso(),
    },
    records,
  );
  return { records, summary };
}

/** Each case once, on benches side by side; the cases of a build on one of them, in their order. Writes nothing. */
export async function runCases(
  cases: readonly LabCase[],
  { benches = 2, now }: Pick<RunOptions, 'benches' | 'now'>,
  onRecord: (ran: LabCase, record: CaseRecord) => void,
): Promise<void> {
  const queue = byBuild(cases);
  const work = async (bench: Bench): Promise<void> => {
    for (let batch = queue.shift(); batch; batch = queue.shift())
      for (const each of batch) onRecord(each, await bench.run(each));
  };
  await Promise.all(
    Array.from({ length: Math.min(benches, queue.length) }, async () => {
      const bench = await openBench(() => new Date(now()).toISOString());
      try {
        await work(bench);
      } finally {
        await bench.stop();
      }
    }),
  );
}

/** Batches of one build each, in the order of the builds. */
function byBuild(cases: readonly LabCase[]): LabCase[][] {
  const batches = new Map<string, LabCase[]>();
  for (const each of cases) {
    const batch = batches.get(each.build.id);
    if (batch) batch.push(each);
    else batches.set(each.build.id, [each]);
  }
  return [...batches.values()];
}
