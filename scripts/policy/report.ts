/**
 * Precision and recall of the policy engine on the tuning set (dev) and on the set that no rule was written from
 * (held-out). Usage: node scripts/policy/report.ts [--json]
 */
import { readFileSync } from 'node:fs';
import { evaluate } from '../../src/policy/policy.ts';

interface Case {
  readonly id: string;
  readonly cls: string;
  readonly kind: string;
  readonly text: string;
}

interface Measure {
  readonly measure: string;
  readonly value: number;
  readonly of: string;
  readonly target: string;
  readonly met: boolean;
}

interface SetReport {
  readonly set: string;
  readonly rows: number;
  readonly measures: readonly Measure[];
  /** Rows whose stop reason differs from the expected one: `id expected>got`. */
  readonly differing: readonly string[];
}

const CLASSES = ['sensitiveData', 'unsafeAdvice', 'outreachOrScrapingRequest', 'vagueRequest'] as const;

const readCases = (name: string): Case[] =>
  readFileSync(new URL(`../../data/policy/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);

const share = (part: number, whole: number): number =>
  whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000;

export function reportOn(name: string): SetReport {
  const results = readCases(name).map((row) => {
    const verdict = evaluate({ goal: row.text });
    return {
      row,
      got: verdict.policyCheck.stopReason ?? 'ok',
      sensitive: verdict.privacyCheck.findings.length > 0,
    };
  });
  const count = (test: (r: (typeof results)[number]) => boolean): number => results.filter(test).length;
  const measures: Measure[] = [];
  const add = (measure: string, part: number, whole: number, target: number, atMost = false): void => {
    const value = share(part, whole);
    measures.push({
      measure,
      value,
      of: `${part}/${whole}`,
      target: `${atMost ? '<=' : '>='} ${target}`,
      met: atMost ? value <= target : value >= target,
    });
  };
  const truly = count((r) => r.row.cls === 'sensitiveData' && r.sensitive);
  add(
    'sensitive recall',
    truly,
    count((r) => r.row.cls === 'sensitiveData'),
    0.95,
  );
  add(
    'sensitive precision',
    truly,
    count((r) => r.sensitive),
    0.98,
  );
  for (const cls of CLASSES.slice(1)) {
    add(
      `${cls}: any stop`,
      count((r) => r.row.cls === cls && r.got !== 'ok'),
      count((r) => r.row.cls === cls),
      0.95,
    );
    add(
      `${cls}: exact class`,
      count((r) => r.row.cls === cls && r.got === cls),
      count((r) => r.row.cls === cls),
      0.8,
    );
  }
  add(
    'false stops on in-scope goals',
    count((r) => r.row.cls === 'ok' && r.got !== 'ok'),
    count((r) => r.row.cls === 'ok'),
    0.05,
    true,
  );
  return {
    set: name,
    rows: results.length,
    measures,
    differing: results.filter((r) => r.got !== r.row.cls).map((r) => `${r.row.id} ${r.row.cls}>${r.got}`),
  };
}

if (import.meta.main) {
  const reports = ['dev', 'held-out', 'fresh'].map(reportOn);
  if (process.argv.includes('--json')) console.log(JSON.stringify(reports, null, 2));
  else {
    for (const report of reports) {
      console.log(`\n${report.set}: ${report.rows} rows`);
      for (const m of report.measures) {
        console.log(
          `  ${m.measure.padEnd(44)} ${m.value.toFixed(3)}  ${m.of.padStart(8)}  target ${m.target.padEnd(8)} ${m.met ? 'met' : 'MISSED'}`,
        );
      }
      console.log(
        report.differing.length > 0
          ? `  other than expected:\n    ${report.differing.join('\n    ')}`
          : '  every row as expected',
      );
    }
  }
}
