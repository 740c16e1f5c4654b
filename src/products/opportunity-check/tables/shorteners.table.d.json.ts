declare const table: { readonly id: string; readonly basis: string; readonly domains: readonly string[] };
export = table;
