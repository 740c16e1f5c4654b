import { tallyOf } from '../../reading/tally.ts';
import { isOpen, isTurned, type Statement, type StatementReading, settingOf } from './by-rules.ts';

/** Share of paid calls from which their answers are good news. */
export const NEARLY_ALL = 0.9;

/**
 * What the rules say of a statement, as words that the learnt reader sees before those of the statement. It learnt when to
 * believe them.
 */
export function toldWords(
  statement: Statement,
  asOfDay: string,
  read: StatementReading,
  tally = tallyOf(statement.text),
): string[] {
  const signals = read.evidence.map(({ row, state }) => `=${state === 'absent' ? '!' : ''}${row.id}`);
  const { source } = settingOf(statement, asOfDay);
  return [
    ...(signals.length > 0 ? new Set(signals) : [`=unread-${read.unread}`]),
    ...(read.figures ? ['=figures'] : []),
    ...(tally ? [tally.answered / tally.of >= NEARLY_ALL ? '=answered' : '=lost'] : []),
    ...(isOpen(statement) ? ['=open'] : []),
    ...(isTurned(statement) ? ['=turned'] : []),
    ...(source === 'observed' ? [] : [`=${source}`]),
    '=',
  ];
}
