/** Letters of other scripts, and digits, that are drawn like Latin ones. Pairs: look-alike, Latin. */
declare const table: {
  readonly id: string;
  readonly basis: string;
  readonly letters: Readonly<Record<string, string>>;
};
export = table;
