/** What a list that should name each thing once names again: a test that fails with it says which. */
export const repeated = (names: readonly (string | number)[]): (string | number)[] =>
  names.filter((name, i) => names.indexOf(name) !== i);
