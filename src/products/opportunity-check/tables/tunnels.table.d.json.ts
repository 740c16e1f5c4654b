declare const table: { readonly id: string; readonly basis: string; readonly suffixes: readonly string[] };
export = table;
