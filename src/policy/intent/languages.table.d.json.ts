/**
 * Words of fourteen other languages (docs/policy.md names them) with the English word that means the same to this engine:
 * scope, rules and classifier are written once, in English, and read the others through this table. `word*` stands for all
 * words that begin so; `~word` is an English word, too, and read only beside other words of the table.
 */
declare const table: Readonly<Record<string, Readonly<Record<string, string>>>>;
export = table;
