import type { State, Verdict } from './runner.ts';

/** How many rows came to which end. */
export const countsOf = (verdicts: readonly Verdict[]): Partial<Record<State, number>> =>
  Object.fromEntries(
    [...Map.groupBy(verdicts, ({ state }) => state)].map(([state, rows]) => [state, rows.length]),
  );

const SIGNS: Partial<Record<State, string>> = { passed: 'ok', failed: 'FAIL' };

/** A table for people: one line for each row, what is wrong under it. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const lines = verdicts.flatMap(
    ({ id, title, state, statuses, requests, ms, failures, unchecked, figures }) => {
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
    },
  );
  const counts = Object.entries(countsOf(verdicts)).map(([state, rows]) => `${rows} ${state}`);
  return `${lines.join('\n')}\n\n${verdicts.length} rows: ${counts.join(', ')}\n`;
}
