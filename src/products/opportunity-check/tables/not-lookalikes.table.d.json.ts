/** Real words and names one edit away from a brand: not imitation. */
declare const table: { readonly id: string; readonly basis: string; readonly labels: readonly string[] };
export = table;
