/** Stated facts that are read from words alone. Phrase → what it states. A negated phrase states nothing. */
declare const table: Readonly<Record<string, readonly string[]>>;
export = table;
