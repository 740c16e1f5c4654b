import table from './operators.table.json' with { type: 'json' };
import { wordRows } from './rows.ts';

export const OPERATORS = wordRows(table);
