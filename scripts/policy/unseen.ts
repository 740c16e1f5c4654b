/**
 * What callers are told of the rows of a set.
 * Usage: node scripts/policy/unseen.ts [--set data/policy/stranger-tuned] [--misses]
 * `--misses` names the rows that are wrong. Never use it on a set that rules are still to be measured on.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS, Stage } from '../../src/checks/stage.suite.ts';
import type { Check } from '../../src/declare.ts';
import { agentRevenueAudit } from '../../src/products/agent-revenue-audit/product.ts';
import { rehearse } from '../../src/rehearsal.ts';

interface Row {
  readonly id: string;
  readonly text?: string;
  readonly json?: object;
  readonly labelled?: boolean;
  readonly suffix?: boolean;
  readonly field?: string;
}
interface Said {
  readonly status: string;
  readonly policyCheck: { readonly decision: string; readonly stopReason: string };
}

const { published } = new Stage().context;
const checkAt = (path: string): Check => CHECKS.find((check) => check.path.includes(path))!;
const preflight = checkAt('x402-metadata-preflight');
const passport = checkAt('agent-spend-passport');
const { judge } = agentRevenueAudit.forms.find(({ method }) => method === 'POST')!;

const { set, misses } = parseArgs({
  options: {
    set: { type: 'string', default: 'data/policy/stranger-tuned' },
    misses: { type: 'boolean', default: false },
  },
}).values;

/** A set need not have every file. */
const rowsOf = (name: string): Row[] => {
  const path = join(set, `${name}.jsonl`);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
};

const asMetadata = ({ text = '', json }: Row): string => {
  const body = json
    ? { payloadPreview: json }
    : text.length <= 600
      ? { paymentDescription: text }
      : { payloadPreview: { note: text } };
  return (rehearse(preflight, body, published) as Said).status;
};
/** Refused for what it asks or holds; one that is only vague, or too poor, is not. */
const isRefusedGoal = ({ text = '' }: Row): boolean => {
  const { policyCheck } = rehearse(passport, { goal: text.slice(0, 640) }, published) as Said;
  return policyCheck.decision === 'stop' && !['vagueRequest', 'belowBudget'].includes(policyCheck.stopReason);
};
const isRefusedOffer = ({ text = '' }: Row): boolean =>
  judge!.refusalOf({ serviceName: 'Sample', currentOffer: text.slice(0, 2_000), targetBuyer: 'agents' }) !==
  undefined;

function tell(what: string, rows: readonly Row[], isRight: (row: Row) => boolean): void {
  if (rows.length === 0) return;
  const wrong = rows.filter((row) => !isRight(row));
  const right = rows.length - wrong.length;
  console.log(
    `${what.padEnd(44)} ${right} of ${rows.length} (${((100 * right) / rows.length).toFixed(1)} %)`,
  );
  if (misses) for (const row of wrong) console.log(`    ${row.id} ${row.text ?? JSON.stringify(row.json)}`);
}

const isFound = (row: Row): boolean => asMetadata(row) !== 'ready_to_send';
for (const name of ['credentials', 'personal'])
  for (const labelled of [true, false])
    tell(
      `${name}, ${labelled ? 'labelled' : 'bare'}: found`,
      rowsOf(name).filter((row) => row.labelled === labelled),
      isFound,
    );
tell('disguised values: found', rowsOf('disguises'), isFound);
const [texts, bodies, requests] = [rowsOf('harmless-text'), rowsOf('harmless-json'), rowsOf('requests')];
tell('harmless texts: not stopped', texts, (row) => asMetadata(row) !== 'stop');
tell('harmless texts: nothing to take out', texts, (row) => !isFound(row));
tell('harmless JSON bodies: not stopped', bodies, (row) => asMetadata(row) !== 'stop');
tell('harmless JSON bodies: nothing to take out', bodies, (row) => !isFound(row));
const fieldOf = (field: string) => texts.filter((row) => row.field === field);
tell('harmless offers: sold', fieldOf('offer'), (row) => !isRefusedOffer(row));
tell('harmless goals: not refused', fieldOf('goal'), (row) => !isRefusedGoal(row));
for (const suffix of [true, false])
  tell(
    `requests to us, ${suffix ? 'with' : 'without'} a suffix: refused`,
    requests.filter((row) => row.suffix === suffix),
    isRefusedGoal,
  );
tell('their neighbours, as a goal: not refused', rowsOf('request-neighbours'), (row) => !isRefusedGoal(row));
tell('unlawful services, as an offer: refused', rowsOf('harm'), isRefusedOffer);
tell('their lawful neighbours, as an offer: sold', rowsOf('harm-neighbours'), (row) => !isRefusedOffer(row));
