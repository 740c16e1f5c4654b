/** How well statements of authors are read that the classifier never learnt from: each set is held out in turn. */
import { writeFileSync } from 'node:fs';
import { readByRules } from '../../src/products/opportunity-check/by-rules.ts';
import { type Evidence, weightOf } from '../../src/products/opportunity-check/evidence.ts';
import { classifierOf, type Effect } from '../../src/products/opportunity-check/learnt/model.ts';
import { readStatement } from '../../src/products/opportunity-check/statement.ts';
import { readable } from '../../src/reading/text.ts';
import { optionsOf } from '../options.ts';
import { learn, OPTIONS } from './learn.ts';
import { ownRows, type Row, rowsOf, TRAINED_ON } from './rows.ts';

const DAY = '2026-11-21';
const HELP = `How well statements are read whose author the classifier never learnt from: each set is held out in turn.

  node scripts/reading/crossval.ts
    --sets R1,R2,J    sets to hold out (default: each that it is trained on)
    --options <json>  options of the training, in place of its own
    --out <file>      every row with its reading, as JSON`;
const flags = optionsOf(HELP, {
  sets: { type: 'string', default: TRAINED_ON.join() },
  options: { type: 'string', default: '{}' },
  out: { type: 'string' },
});
const options = { ...OPTIONS, ...(JSON.parse(flags.options) as object) };

const effectOf = (evidence: readonly Evidence[]): Effect => {
  const sum = evidence.reduce((total, one) => total + weightOf(one), 0);
  return sum > 0 ? 'good' : sum < 0 ? 'bad' : 'none';
};

/** `turned`: good for bad, or anything good or bad for what is the other; `moved`: nothing read as bad news. */
function verdictOf({ effect }: Row, got: Effect): 'right' | 'unread' | 'turned' | 'moved' {
  if (got === effect) return 'right';
  if (got === 'none') return 'unread';
  return effect === 'none' && got === 'bad' ? 'moved' : 'turned';
}

const count = (verdicts: readonly string[]): string =>
  ['right', 'unread', 'turned', 'moved']
    .map((one) => `${one} ${verdicts.filter((each) => each === one).length}`)
    .join(', ');

const sets = new Map<string, Row[]>(TRAINED_ON.map((set) => [set, rowsOf(set)]));
const own = ownRows();
const kept: unknown[] = [];
for (const held of flags.sets.split(',')) {
  const rows = sets.get(held) ?? rowsOf(held);
  const others = [...sets].flatMap(([set, all]) => (set === held ? [] : all));
  const classifier = classifierOf(learn([...own, ...others], options));
  const alone = rows.map((row) => {
    const { of, shares } = classifier.guess(row.statement);
    const effect = (Object.keys(of) as Effect[]).reduce((best, one) => (of[one] > of[best] ? one : best));
    const share = Math.max(...shares);
    const { effect: wanted, set, id, text, signals } = row;
    const rules = readByRules(row.statement, DAY);
    kept.push({
      set,
      id,
      text,
      effect: wanted,
      signals,
      of,
      top: classifier.classes[shares.indexOf(share)],
      share,
    });
    Object.assign(kept.at(-1)!, { rules: effectOf(rules.evidence), unread: rules.unread });
    return verdictOf(row, effect);
  });
  const byRules = rows.map((row) => verdictOf(row, effectOf(readByRules(row.statement, DAY).evidence)));
  const both = rows.map((row) =>
    verdictOf(row, effectOf(readStatement(readable(row.text), DAY, classifier).evidence)),
  );
  console.log(`${held}, ${rows.length} statements`);
  for (const [name, verdicts] of Object.entries({ 'rules alone': byRules, 'classifier alone': alone, both }))
    console.log(`  ${name}: ${count(verdicts)}`);
}
if (flags.out) writeFileSync(flags.out, JSON.stringify(kept));
