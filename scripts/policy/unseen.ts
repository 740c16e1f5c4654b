/** What callers are told of the rows of sets by authors who saw no rules, and what packages of npm find in the same rows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS, Stage } from '../../src/checks/stage.suite.ts';
import type { Check } from '../../src/declare.ts';
import { agentRevenueAudit } from '../../src/products/agent-revenue-audit/product.ts';
import { rehearse } from '../../src/rehearsal.ts';
import { optionsOf } from '../options.ts';
import { askPeers, standingOf } from './peers.ts';

const HELP = `What callers are told of the rows of sets by authors who saw no rules.

  npm run -s policy:unseen
    --set <folder>   one set (default: all of data/policy/stranger-*)
    --peers          beside it, what packages of npm find in the same rows (npm installs them for this run)
    --misses         name the rows that are wrong: never on a set that rules are still to be measured on`;

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

const SETS = 'data/policy';
const everySet = (): string[] =>
  readdirSync(SETS)
    .filter((name) => /^stranger-\w+$/.test(name))
    .map((name) => join(SETS, name));

interface Options {
  /** Name the rows that are wrong. */
  readonly misses?: boolean | undefined;
  /** Ask what packages of npm find in the same rows. */
  readonly peers?: boolean | undefined;
}

/** A set need not have every file. */
const rowsOf = (folder: string, name: string): Row[] => {
  const path = join(folder, `${name}.jsonl`);
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

const share = (right: number, all: number): string =>
  `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`;

/** How one set is told: what is measured, on which rows, and which of them are right. */
type Tell = (what: string, rows: readonly Row[], isRight: (row: Row) => boolean) => void;

const teller =
  ({ misses }: Options): Tell =>
  (what, rows, isRight) => {
    if (rows.length === 0) return;
    const wrong = rows.filter((row) => !isRight(row));
    console.log(`  ${what.padEnd(44)} ${share(rows.length - wrong.length, rows.length)}`);
    if (misses) for (const row of wrong) console.log(`    ${row.id} ${row.text ?? JSON.stringify(row.json)}`);
  };

const isFound = (row: Row): boolean => asMetadata(row) !== 'ready_to_send';
const textOf = ({ text, json }: Row): string => text ?? JSON.stringify(json);

/** Peers only find: what is right of a harmless row is that they find nothing. */
function tellPeers(what: string, rows: readonly Row[], isSensitive: boolean): void {
  if (rows.length === 0) return;
  const found = askPeers(rows.map(textOf));
  for (const name of Object.keys(found[0]!)) {
    const right = found.filter((each) => each[name] === isSensitive).length;
    console.log(`    ${`${name}, ${what}`.padEnd(42)} ${share(right, rows.length)}`);
  }
}

function tellSet(folder: string, options: Options): void {
  const tell = teller(options);
  const of = (name: string) => rowsOf(folder, name);
  console.log(`\n${folder}: ${existsSync(join(folder, 'README.md')) ? standingOf(folder) : 'not described'}`);
  for (const name of ['credentials', 'personal'])
    for (const labelled of [true, false]) {
      const rows = of(name).filter((row) => row.labelled === labelled);
      const what = `${name}, ${labelled ? 'labelled' : 'bare'}: found`;
      tell(what, rows, isFound);
      if (options.peers) tellPeers(what, rows, true);
    }
  tell('disguised values: found', of('disguises'), isFound);
  const bodies = ['harmless-json', 'json-bodies'].flatMap(of);
  const [texts, requests] = [of('harmless-text'), of('requests')];
  tell('harmless texts: not stopped', texts, (row) => asMetadata(row) !== 'stop');
  tell('harmless texts: nothing to take out', texts, (row) => !isFound(row));
  if (options.peers) tellPeers('harmless texts: nothing found', texts, false);
  tell('harmless JSON bodies: not stopped', bodies, (row) => asMetadata(row) !== 'stop');
  tell('harmless JSON bodies: nothing to take out', bodies, (row) => !isFound(row));
  if (options.peers) tellPeers('harmless JSON bodies: nothing found', bodies, false);
  const fieldOf = (field: string) => texts.filter((row) => row.field === field);
  tell('harmless offers: sold', fieldOf('offer'), (row) => !isRefusedOffer(row));
  tell('harmless goals: not refused', fieldOf('goal'), (row) => !isRefusedGoal(row));
  for (const suffix of [true, false])
    tell(
      `requests to us, ${suffix ? 'with' : 'without'} a suffix: refused`,
      requests.filter((row) => row.suffix === suffix),
      isRefusedGoal,
    );
  tell('their neighbours, as a goal: not refused', of('request-neighbours'), (row) => !isRefusedGoal(row));
  tell('unlawful services, as an offer: refused', of('harm'), isRefusedOffer);
  tell('their lawful neighbours, as an offer: sold', of('harm-neighbours'), (row) => !isRefusedOffer(row));
}

/** The figures of sets, one after the other. */
export function tellSets(sets: readonly string[] = everySet(), options: Options = {}): void {
  for (const set of sets) tellSet(set, options);
}

if (import.meta.main) {
  const { set, ...options } = optionsOf(HELP, {
    set: { type: 'string' },
    misses: { type: 'boolean' },
    peers: { type: 'boolean' },
  });
  tellSets(set ? [set] : undefined, options);
}
