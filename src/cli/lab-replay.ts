import { Command, Option } from 'commander';
import { STOPS } from '../buyer/stops.ts';
import type { LabCase } from '../lab/bench.ts';
import { RECORDS, readRecord, recordedCases } from '../lab/records.ts';
import { compare, differenceText, labCaseOf } from '../lab/replay.ts';
import { runCases } from '../lab/run.ts';

export const replayCommand = (): Command =>
  new Command('replay')
    .description('run recorded cases again and compare; exit code 1 if one differs')
    .argument(
      '[caseId...]',
      'for example B04.x402-fetch-2.27.0, or B05.x402-fetch-2.27.0+FX-001 (default: all)',
    )
    .addOption(new Option('--out <dir>', 'folder of the records').default(RECORDS))
    .action(async (caseIds: readonly string[], flags: { readonly out: string }, command: Command) => {
      const ids = caseIds.length > 0 ? caseIds : recordedOr(command, flags.out);
      const cases = ids.map((id) => ({ ...caseOr(command, id), recorded: recordOr(command, flags.out, id) }));
      const progress = process.stderr.isTTY === true;
      let differ = 0;
      let done = 0;
      await runCases(cases, { now: Date.now }, (ran, record) => {
        const { recorded } = cases.find((each) => each === ran)!;
        const comparison = compare(recorded, record);
        done++;
        if (!comparison.equal) differ++;
        if (progress) process.stderr.write(`\r\u001b[K${done}/${cases.length}  ${record.caseId}`);
        if (cases.length === 1 || !comparison.equal)
          console.log(`${progress ? '\r\u001b[K' : ''}${differenceText(record.caseId, comparison)}`);
      });
      if (progress) process.stderr.write('\r\u001b[K');
      if (cases.length > 1)
        console.log(`${cases.length} cases: ${done - differ} the same as recorded, ${differ} differ`);
      if (differ > 0) process.exitCode = 1;
    });

const caseOr = (command: Command, caseId: string): LabCase =>
  labCaseOf(caseId) ?? command.error(`error: no such case: ${caseId}`, { exitCode: STOPS.usage.exit });

function recordedOr(command: Command, folder: string): readonly string[] {
  try {
    return recordedCases(folder);
  } catch {
    return noRecord(command, `${folder} holds no records`);
  }
}

function recordOr(command: Command, folder: string, caseId: string): ReturnType<typeof readRecord> {
  try {
    return readRecord(folder, caseId);
  } catch {
    return noRecord(command, `${folder} holds no valid record of ${caseId}`);
  }
}

const noRecord = (command: Command, what: string): never =>
  command.error(`error: ${what}: run "assay lab run" first`, { exitCode: STOPS.usage.exit });
