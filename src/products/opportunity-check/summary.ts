import { dollarsOf } from '../../values/money.ts';
import { maxRationalSpend } from './decide.ts';
import { weightOf } from './evidence.ts';
import type { Override } from './override.ts';
import { counted, percent, percents } from './plain.ts';
import { ACTION_RULES, type ActionId } from './tables/index.ts';
import { type Evaluated, paysBy, type ReadCase } from './whatif.ts';
import type { UnreadWords } from './wish.ts';

/** What was said and not understood, in an order that does not depend on that of the request. */
export interface SummarySaid {
  readonly unread: readonly Pick<UnreadWords, 'words'>[];
  /** Statements that moved nothing. */
  readonly unparsed: readonly string[];
}

/** Two or three plain sentences: what to do, why, and what would make the answer a better one. */
export function summarise(
  one: ReadCase,
  outcome: Evaluated,
  override: Override | null,
  { unread, unparsed }: SummarySaid,
): string {
  const { terms } = one;
  const ignored = unparsed.length;
  const rest = [
    ...unread
      .slice(0, 1)
      .map(({ words }) => `we did not understand "${quoted(words)}": ${more(unread.length)}`),
    ...(terms.origin.price === 'assumed'
      ? [`we assumed a price of ${dollarsOf(terms.price)}: state it`]
      : []),
    ...(ignored > 0 ? [`${counted(ignored, 'statement')} moved nothing: see reading`] : []),
  ].join('; ');
  const caveat = rest === '' ? [] : [`${rest[0]!.toUpperCase()}${rest.slice(1)}.`];
  return [verdict(one, outcome), because(one, outcome, override), ...caveat].join(' ');
}

const more = (count: number): string =>
  count === 1
    ? 'say it in other words, as unread shows'
    : `say it, and ${count - 1} more, in other words, as unread shows`;

const LONGEST_QUOTE = 60;
const quoted = (words: string): string => {
  const plain = words.replaceAll('"', "'");
  return plain.length <= LONGEST_QUOTE ? plain : `${[...plain].slice(0, LONGEST_QUOTE).join('')}…`;
};

function verdict({ terms }: ReadCase, { rule }: Evaluated): string {
  const spend = dollarsOf(maxRationalSpend(rule, terms));
  const says: Readonly<Record<ActionId, string>> = {
    do_not_pay: 'Do not pay.',
    gather_free_evidence_first: 'Do not pay yet.',
    use_free_preview: 'Do not pay yet: look at the free preview first.',
    operator_approval_required: 'Do not pay without asking a person.',
    pay_once_capped: `Pay for one call, at most ${spend}, and stop unless the answer is good.`,
    scale_within_cap: `Pay for up to ${counted(terms.plannedCalls, 'call')}, at most ${spend} in all.`,
  };
  return says[rule.action];
}

/** Why, in one sentence. */
function because(one: ReadCase, outcome: Evaluated, override: Override | null): string {
  const { combined, gates, rule } = outcome;
  const [chance, even] = percents(combined.probability, one.stakes.breakEvenProbe);
  if (rule === ACTION_RULES.gated)
    return `Whatever the chance of a good answer, this forbids it: ${gates.map(({ row }) => row.means).join('; ')}.`;
  if (!one.evidence.some((each) => each.source !== 'derived' && weightOf(each) !== 0))
    return `You gave almost no evidence, so this is the default of ${percent(combined.probability)}.`;
  if (override) return override.sentence;
  if (rule === ACTION_RULES.approval)
    return `A payment to this seller already failed, and the chance of a good answer is ${percent(combined.probability)}.`;
  return paysBy(rule)
    ? `The chance of a good answer is ${chance}, and ${even} is enough to break even.`
    : `The chance of a good answer is ${chance}, and it takes ${even} to break even.`;
}
