/** Stands in a template for a value that the SDK puts there. */
export const HOLE = '{…}';
