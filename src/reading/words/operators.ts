import table from './operators.table.json' with { type: 'json' };
import { rowsOf } from './rows.ts';

export const OPERATORS = rowsOf(table);
