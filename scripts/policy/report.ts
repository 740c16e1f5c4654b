/**
 * Precision and recall of the policy engine on its sets: those that rules were written from (dev, dev-2) and those that
 * were written before anyone measured on them (held-out, fresh, blind, outside). Usage: node scripts/policy/report.ts [--json]
 */

import { readFileSync } from 'node:fs';
import { evaluate } from '../../src/policy/policy.ts';
import { optionsOf } from '../options.ts';

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
  /** What was known of the set when rules were last changed. */
  readonly standing: string;
  readonly rows: number;
  readonly measures: readonly Measure[];
  /** Rows whose stop reason differs from the expected one: `id expected>got`. */
  readonly differing: readonly string[];
}

/** The sets, with what their figures are worth (docs/policy.md tells how each was made). */
const SETS: Readonly<Record<string, string>> = {
  dev: 'tuning set: rules were written from it',
  'dev-2': 'tuning set: 880 rows written blind, then tuned on',
  'held-out':
    'written before its rules; three of its errors have been seen, and a rule widened for the class of one',
  fresh: 'its errors were seen and rules widened after the first measurement',
  outside:
    'by another author, who had seen nothing of the engine; first measured before rules were widened for its errors (0.923 / 0.960, false stops 0.082)',
  'outside-2':
    'by a second author of that kind, after the first; first measured before its errors were seen (0.915 / 1.000, false stops 0.027)',
  'outside-3':
    'by a third author of that kind; first measured after the errors of the second were seen (0.942 / 1.000, false stops 0.020)',
  'outside-4':
    'by a fourth author of that kind; first measured after the errors of the third were seen (0.958 / 1.000, false stops 0.030): every target was met',
  'stranger-half':
    'half of a set by an author who saw no rules; this half was tuned on (first: requests .76, harm as an offer .60, goals .74 let through), the other was not read',
  nine: 'by the author of its rules, in fifteen languages, while they were written: it says that nothing is lost, and no more',
  blind: 'first measured when rules were done (0.961 / 0.987); six of its errors were repaired after that',
};

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
    standing: SETS[name] ?? 'not described',
    rows: results.length,
    measures,
    differing: results.filter((r) => r.got !== r.row.cls).map((r) => `${r.row.id} ${r.row.cls}>${r.got}`),
  };
}

const HELP = `Precision and recall of the policy engine on its sets, and the rows that are other than expected.

  npm run -s policy:report
    --json      one JSON list of the oldest sets, instead of lines
    --no-peers  without packages of npm, which are installed for this run and asked about the same rows`;

if (import.meta.main) {
  const { json, 'no-peers': alone } = optionsOf(HELP, {
    json: { type: 'boolean' },
    'no-peers': { type: 'boolean' },
  });
  const reports = Object.keys(SETS).map(reportOn);
  if (json) console.log(JSON.stringify(reports, null, 2));
  else {
    for (const report of reports) {
      console.log(`\n${report.set}: ${report.rows} rows (${report.standing})`);
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
    const { tellSets } = await import('./unseen.ts');
    tellSets(undefined, { peers: !alone });
  }
}
