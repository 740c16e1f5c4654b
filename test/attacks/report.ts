import type { State, Verdict } from './runner.ts';

/** A row that was made again, as CI does with one that failed, came to the end that it came to last. */
const lastOf = (verdicts: readonly Verdict[]): readonly Verdict[] => [
  ...new Map(verdicts.map((verdict) => [verdict.id, verdict])).values(),
];

/** How many rows came to which end. */
export const countsOf = (verdicts: readonly Verdict[]): Partial<Record<State, number>> =>
  Object.fromEntries(
    [...Map.groupBy(lastOf(verdicts), ({ state }) => state)].map(([state, rows]) => [state, rows.length]),
  );

const SIGNS: Partial<Record<State, string>> = { passed: 'ok', failed: 'FAIL' };

/** A table for people: one line for each row, what is wrong under it. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const last = lastOf(verdicts);
  const lines = last.flatMap(({ id, title, state, statuses, requests, ms, failures, unchecked, figures }) => {
    const measured = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
    const facts =
      requests > 0
        ? [`${requests}×`, statuses.map((each) => each || 'none').join('/'), `${ms} ms`, ...measured]
        : [];
    return [
      `${id.padEnd(12)} ${(SIGNS[state] ?? state).padEnd(6)} ${title}${facts.length > 0 ? `  [${facts.join(' ')}]` : ''}`,
      ...failures.map((text) => `               ${state === 'failed' ? '!' : '-'} ${text}`),
      ...unchecked.map((text) => `               ? not checked: ${text}`),
    ];
  });
  const counts = Object.entries(countsOf(verdicts)).map(([state, rows]) => `${rows} ${state}`);
  return `${lines.join('\n')}\n\n${last.length} rows: ${counts.join(', ')}\n`;
}
