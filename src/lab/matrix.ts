import type { CaseRecord, CaseVerdict } from '../ledger/evidence.ts';
import { moneyTold } from '../ledger/told.ts';
import { behaviour } from './behaviours.ts';
import { BUILDS } from './builds.ts';
import { LAB_FIXES } from './fixes.ts';

const MARKS: Readonly<Record<CaseVerdict, string>> = {
  pass: '✓',
  fail: '✗',
  unsupported: '–',
  not_run: '·',
  lab_error: '!',
};
const TITLE_WIDTH = 58;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Clients × behaviours, then what the fixes did, for people. One line of 80 to 100 columns per behaviour. */
export function matrix(records: readonly CaseRecord[]): string {
  const builds = BUILDS.filter(({ name, version }) =>
    records.some(({ client }) => client.name === name && client.version === version),
  );
  const letters = builds.map((_, i) => LETTERS[i] ?? '?');
  const ids = [...new Set(records.map(({ behaviourId }) => behaviourId))].sort();
  const mark = (behaviourId: string, { name, version, protocol }: (typeof builds)[number]) => {
    const record = records.find(
      (each) =>
        each.fixId === null &&
        each.behaviourId === behaviourId &&
        each.protocol === protocol &&
        each.client.name === name &&
        each.client.version === version,
    );
    return record ? MARKS[record.verdict] : ' ';
  };
  const row = (id: string) =>
    `${`${id}  ${behaviour(id)?.title ?? ''}`.padEnd(TITLE_WIDTH)}${builds.map((build) => mark(id, build)).join(' ')}`;
  return [
    `${''.padEnd(TITLE_WIDTH)}${letters.join(' ')}`,
    ...ids.map(row),
    '',
    ...truthLines(records, builds),
    ...builds.map(({ name, version, protocol }, i) => `${letters[i]}  ${name} ${version} (${protocol})`),
    '',
    Object.entries(MARKS)
      .map(([verdict, sign]) => `${sign} ${verdict}`)
      .join('   '),
    ...fixLines(records),
    '',
    totals(records),
  ].join('\n');
}

/** What clients tell of money: silence is no lie, and no help either. */
function truthLines(
  records: readonly CaseRecord[],
  builds: readonly Pick<(typeof BUILDS)[number], 'name' | 'version' | 'protocol'>[],
): readonly string[] {
  const lines = builds.flatMap(({ name, version, protocol }) => {
    const told = records
      .filter(
        (each) => each.client.name === name && each.client.version === version && each.protocol === protocol,
      )
      .filter(({ fixId }) => fixId === null)
      .flatMap((each) => {
        const said = moneyTold(each);
        return said ? [{ id: each.behaviourId, ...said }] : [];
      });
    if (told.length === 0) return [];
    const wrong = told.filter(({ truth }) => truth === 'wrong');
    const which = wrong.length === 0 ? '' : `: ${wrong.map(({ id, says }) => `${id} (${says})`).join(', ')}`;
    return [
      `${name} ${version}: ${told.length - wrong.length} right or unproved, ${wrong.length} wrong${which}`,
    ];
  });
  return [
    'Tells the truth about money, of the cases in which the client says anything of it',
    ...(lines.length === 0 ? ['no client says anything'] : lines),
    '',
  ];
}

/** A fix is verified for a build when the case failed before and passes after, and an honest purchase still succeeds. */
export function verifiedFixes(records: readonly CaseRecord[]): readonly {
  readonly before: CaseRecord;
  readonly after: CaseRecord;
}[] {
  const byId = new Map(records.map((record) => [record.caseId, record]));
  return records.flatMap((after) => {
    const before = after.fixId === null ? undefined : byId.get(after.caseId.split('+')[0]!);
    if (before?.verdict !== 'fail' || after.verdict !== 'pass') return [];
    const control = LAB_FIXES.find(({ id }) => id === after.fixId)?.control;
    const honest = control === undefined ? undefined : byId.get(after.caseId.replace(/^B\d{2}/, control));
    return honest === undefined || honest.verdict === 'pass' ? [{ before, after }] : [];
  });
}

function fixLines(records: readonly CaseRecord[]): readonly string[] {
  const verified = verifiedFixes(records);
  const lines = LAB_FIXES.flatMap((fix) => {
    const tried = records.filter(
      ({ fixId, behaviourId }) => fixId === fix.id && behaviourId === fix.behaviourId,
    ).length;
    const done = verified.filter(({ after }) => after.fixId === fix.id).length;
    return tried === 0
      ? []
      : [`${fix.id}  ${fix.behaviourId}  ${`${fix.title}`.padEnd(70)} ${done}/${tried}`];
  });
  return lines.length === 0 ? [] : ['', 'Fixes: failed before and passed after, of builds tried', ...lines];
}

const totals = (records: readonly CaseRecord[]): string =>
  `${records.length} cases: ${(Object.keys(MARKS) as CaseVerdict[])
    .map((verdict) => `${records.filter((record) => record.verdict === verdict).length} ${verdict}`)
    .join(', ')}`;
