import { networksIn } from '../../reading/terms/networks.ts';
import { settingOf, statementOf } from './by-rules.ts';
import { type Evidence, signalEvidence } from './evidence.ts';
import type { Wish } from './wish.ts';

const ASKED =
  /\b(?:402|challenges?|accepts?|offers?|asks?|asked|wants?|demands?|requirements|takes?|pay ?to|settles?|payable)\b/;
const MORE =
  /\b(?:or|also|too|both|and|either|besides|among|too|plus|as well|used to|before|formerly|was|were)\b/;

/**
 * The challenge is told to ask for one network, and the buyer pays on others alone: a payment cannot be made. Statements
 * that name several networks, or none for sure, say nothing here.
 *
 * @param statements as `readable` returns them
 */
export function networksTold(
  statements: readonly string[],
  wishes: readonly Wish[],
  asOfDay: string,
): Evidence[] {
  const paidOn = new Set(wishes.filter(({ kind }) => kind === 'network').map(({ name }) => name));
  if (paidOn.size === 0) return [];
  return statements.flatMap((text) => {
    const { wanted, excluded } = networksIn(text);
    const told = new Set(wanted.map(({ network }) => network));
    if (told.size !== 1 || excluded.length > 0 || !ASKED.test(text) || MORE.test(text)) return [];
    if ([...told].some((one) => paidOn.has(one))) return [];
    const statement = statementOf(text);
    const plain = statement.views.every(
      ({ modality, concepts }) => modality === 'asserted' && !concepts.has('NOT'),
    );
    const { source, ageDays } = settingOf(statement, asOfDay);
    return plain ? [signalEvidence('network_mismatch', 'present', source, ageDays)] : [];
  });
}
